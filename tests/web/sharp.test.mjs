import assert from 'node:assert/strict';
import test from 'node:test';
import { browserName, open, screenshot, settled, until } from './driver.mjs';

const sizes = [
  { width: 1440, height: 900, scale: 1 },
  { width: 900, height: 600, scale: 2 },
  { width: 390, height: 844, scale: 1 },
];

for (const size of sizes) {
  const name = `${size.width}x${size.height}@${size.scale}`;
  test(`the canvas has one pixel for every pixel of the screen at ${name}`, async () => {
    const page = await open(size);
    await settled(page);
    await screenshot(page, name);
    const drawn = await page.$eval('#canvas', (canvas) => [canvas.width, canvas.height]);
    assert.deepEqual(drawn, [size.width * size.scale, size.height * size.scale]);
  });
}

for (const scale of [1, 2]) {
  test(`a resized window is redrawn at its new size, at scale ${scale}`, async () => {
    const page = await open({ scale });
    await settled(page);
    await page.setViewport({ width: 800, height: 500, deviceScaleFactor: scale });
    await until(page, (width) => document.getElementById('canvas').width === width, 800 * scale);
  });
}

test('a page moved to a sharper screen is redrawn in its pixels', async () => {
  const page = await open({ width: 800, height: 500 });
  await settled(page);
  for (const scale of [2, 3]) {
    await page.setViewport({ width: 800, height: 500, deviceScaleFactor: scale });
    // Without a screen to show on, Chromium looks at the change only when a picture is asked for.
    await page.screenshot();
    await until(page, (width) => document.getElementById('canvas').width === width, 800 * scale);
  }
});

test('a canvas that changes without the window is redrawn at its new size', async () => {
  const page = await open({ width: 800, height: 500 });
  await settled(page);
  await page.evaluate(() => { document.getElementById('stage').style.height = '300px'; });
  await until(page, () => document.getElementById('canvas').height === 300);
});

test('the page follows a light system', { skip: browserName !== 'chromium' }, async () => {
  const page = await open({ light: true });
  await settled(page);
  await screenshot(page, '1440x900-light');
});
