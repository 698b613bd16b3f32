import assert from 'node:assert/strict';
import test from 'node:test';
import { firstFrame, open, until } from './driver.mjs';

test('the page draws its first frame under its own security policy, without a complaint', async () => {
  const page = await open();
  await firstFrame(page);
  const policy = await page.$eval('meta[http-equiv="Content-Security-Policy"]', (meta) => meta.content);
  assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'/);
  assert.deepEqual(page.problems, []);
});

test('the page asks nobody but its own host for anything', async () => {
  const page = await open();
  await firstFrame(page);
  const foreign = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => entry.name).filter((name) => !name.startsWith(location.origin)));
  assert.deepEqual(foreign, []);
});

test('a hash in the address reaches the page, and so does a later change', async () => {
  const page = await open({ hash: '1;n=512' });
  await firstFrame(page);
  assert.equal((await page.evaluate(() => threewall.state())).devices, 512);
  await page.evaluate(() => { location.hash = '1;n=1024'; });
  await until(page, () => threewall.state().devices === 1024);
});
