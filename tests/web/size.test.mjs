import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { dist, open, settled } from './driver.mjs';

const limit_bytes = 500_000;

test('a first visit transfers at most 500 kB', async (t) => {
  const page = await open();
  await settled(page);
  const paths = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => new URL(entry.name))
      .filter((url) => url.origin === location.origin).map((url) => url.pathname));
  const files = ['index.html', ...paths.map((path) => path.slice(1))];
  const sizes = files.map((file) => statSync(join(dist, `${file}.br`)).size);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  t.diagnostic(`${total} bytes as brotli: ${files.map((file, i) => `${file} ${sizes[i]}`).join(', ')}`);
  assert.ok(files.includes('threewall.wasm'));
  assert.ok(total <= limit_bytes, `${total} bytes`);
});
