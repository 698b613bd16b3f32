import assert from 'node:assert/strict';
import test from 'node:test';
import { launch, open, screenshot, until } from './driver.mjs';

test('without WebGL 2 the page says so in words', async () => {
  const page = await open({ browser: await launch({ webgl: false }) });
  await until(page, () => !document.getElementById('no-webgl2').hidden);
  assert.match(await page.$eval('#no-webgl2', (notice) => notice.innerText), /WebGL 2/);
  assert.ok(await page.$eval('#stage', (stage) => stage.hidden));
  await screenshot(page, 'no-webgl2');
});
