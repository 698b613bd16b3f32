import assert from 'node:assert/strict';
import test from 'node:test';
import { open, settled } from './driver.mjs';
import { state } from './page_actions.mjs';

const opened = async (hash) => {
  const page = await open({ hash });
  await settled(page);
  return page;
};

test('the address that the page shows opens the same scenario again', async () => {
  const first = await opened('1;m=llama3.1-405b;d=h100-sxm;n=1024;tp=8;pp=9;gbs=512;seq=8192;gp=0.93');
  const shown = await first.evaluate(() => location.hash);
  const second = await opened(shown.slice(1));
  const [a, b] = [await state(first), await state(second)];
  assert.equal(a.link, shown);
  assert.deepEqual(b, a);
  assert.equal(b.devices, 1024);
  assert.deepEqual(b.banners, []);
});

test('a link changed by hand opens without loading the page anew, and back leads back', async () => {
  const page = await opened('1;n=512');
  const before = await state(page);
  await page.evaluate(() => { location.hash = '1;n=1024'; });
  await settled(page);
  assert.equal((await state(page)).devices, 1024);
  assert.ok((await state(page)).can_undo);
  await page.evaluate((link) => { location.hash = link; }, before.link);
  await settled(page);
  assert.equal((await state(page)).devices, 512);
});

// What is wrong with a link, what the banner must name, and that the rest of the link is kept.
const bad = [
  { what: 'cut off in the middle of a value', hash: '1;n=1024;tp=', names: /tp/ },
  { what: 'a key that nobody knows', hash: '1;n=1024;zz=7', names: /zz/ },
  { what: 'not a number', hash: '1;n=1024;tp=NaN', names: /tp.*NaN/i },
  { what: 'a negative degree', hash: '1;n=1024;tp=-8', names: /tp.*-8/ },
  { what: 'a number that no cluster has', hash: '1;n=1024;tp=1e308', names: /tp.*1e\+?308/ },
  { what: 'no tensor parallelism at all', hash: '1;n=1024;tp=0', names: /tp.*0/ },
  { what: 'an unknown model', hash: '1;n=1024;m=llama9-900b', names: /llama9-900b/ },
];
for (const { what, hash, names } of bad) {
  test(`a link with ${what}: a banner says so and the rest is loaded`, async () => {
    const page = await opened(hash);
    const shown = await state(page);
    assert.equal(shown.banners.length, 1);
    assert.match(shown.banners[0], names);
    assert.equal(shown.devices, 1024);
    assert.deepEqual(page.problems, []);
  });
}

test('a link of an unknown version: a banner says so, and what is understood is loaded', async () => {
  const page = await opened('99;m=llama3.1-405b;n=1024');
  const shown = await state(page);
  assert.equal(shown.banners.length, 1);
  assert.match(shown.banners[0], /99/);
  assert.equal(shown.devices, 1024);
});

test('several banners stand at once', async () => {
  const page = await opened('1;n=1024;zz=7');
  await page.evaluate(() => { location.hash = '99'; });
  await settled(page);
  assert.equal((await state(page)).banners.length, 2);
});
