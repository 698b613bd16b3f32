import assert from 'node:assert/strict';
import test from 'node:test';
import { open, settled, sleep } from './driver.mjs';

test('the page looks the same after the graphics card was taken away and given back', async () => {
  const page = await open({ hash: '1;n=512' });
  await settled(page);
  const before = await page.screenshot();
  await page.evaluate(() => {
    const canvas = document.getElementById('canvas');
    globalThis.losing = canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
    globalThis.restored = new Promise((resolve) => canvas.addEventListener('webglcontextrestored', resolve));
    losing.loseContext();
  });
  await sleep(100);
  await page.evaluate(async () => {
    losing.restoreContext();
    await restored;
  });
  await settled(page);
  assert.ok(Buffer.from(await page.screenshot()).equals(Buffer.from(before)), 'the pictures differ');
  assert.equal((await page.evaluate(() => threewall.state())).devices, 512);
});
