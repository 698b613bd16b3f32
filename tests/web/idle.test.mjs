import assert from 'node:assert/strict';
import test from 'node:test';
import { open, settled, sleep, until } from './driver.mjs';

const frames = (page) => page.evaluate(() => threewall.frames);

test('nothing is drawn while nothing happens', async () => {
  const page = await open();
  await settled(page);
  const before = await frames(page);
  await sleep(2000);
  assert.equal(await frames(page), before);
});

test('an event is followed by a few frames and then by none', async () => {
  const page = await open();
  await settled(page);
  const before = await frames(page);
  await page.mouse.move(200, 200);
  await until(page, (count) => threewall.frames > count, before);
  await settled(page);
  const drawn = (await frames(page)) - before;
  assert.ok(drawn <= 12, `${drawn} frames for one movement of the mouse`);
});
