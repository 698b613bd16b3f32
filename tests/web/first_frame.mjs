// node first_frame.mjs: prints the median time from navigation to the first frame, over fresh browsers.
import { close, firstFrame, launch, open } from './browser.mjs';

const runs = 5;
const times = [];
for (let run = 0; run < runs; run++) {
  const page = await open({ browser: await launch() });
  await firstFrame(page);
  times.push(await page.evaluate(() => threewall.first_frame_ms));
}
await close();
times.sort((a, b) => a - b);
console.log(`${times[Math.floor(runs / 2)].toFixed(0)} ms (${times.map((time) => time.toFixed(0)).join(', ')})`);
