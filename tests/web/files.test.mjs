import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { open, repository, settled } from './driver.mjs';
import { dropFile, paste, state } from './page_actions.mjs';

const fixture = (name) => readFileSync(join(repository, 'tests', 'formats', 'fixtures', name), 'utf8');

const opened = async (hash = '') => {
  const page = await open({ hash });
  await settled(page);
  return page;
};

test("a dropped config.json of DeepSeek-V3 becomes the model, and the cluster stays", async () => {
  const page = await opened('1;n=2048');
  const before = await state(page);
  await dropFile(page, 'config.json', fixture('deepseek-v3.json'));
  const after = await state(page);
  assert.notEqual(after.model, before.model);
  assert.match(after.model, /deepseek/i);
  assert.equal(after.devices, 2048);
  assert.match(after.banners[0], /config\.json/);
  assert.deepEqual(page.problems, []);
});

test('a dropped config.json of a vision model is refused with the reason', async () => {
  const page = await opened();
  const before = await state(page);
  await dropFile(page, 'config.json', JSON.stringify({
    model_type: 'vit', architectures: ['ViTForImageClassification'], hidden_size: 768, num_hidden_layers: 12,
    num_attention_heads: 12, image_size: 224, patch_size: 16 }));
  const after = await state(page);
  assert.equal(after.banners.length, 1);
  assert.match(after.banners[0], /config\.json/);
  assert.match(after.banners[0], /vit/i);
  assert.equal(after.link, before.link);
});

test('a dropped picture is refused, and the scenario stays', async () => {
  const page = await opened();
  const before = await state(page);
  await dropFile(page, 'holiday.png', '\x89PNG\r\n\x1a\n\u0001\u0002\u0003');
  const after = await state(page);
  assert.match(after.banners[0], /holiday\.png/);
  assert.equal(after.link, before.link);
});

test('a paste of 10 MB is refused with its size', async () => {
  const page = await opened();
  const before = await state(page);
  await paste(page, '0123456789', 1_000_000);
  const after = await state(page);
  assert.match(after.banners[0], /too large/);
  assert.match(after.banners[0], /10\.0 MB/);
  assert.equal(after.link, before.link);
  assert.deepEqual(page.problems, []);
});

test('a pasted link opens its scenario', async () => {
  const page = await opened();
  await paste(page, 'https://example.org/threewall/#1;n=1024;tp=4');
  assert.equal((await state(page)).devices, 1024);
});

test('pasted prose is refused, and the scenario stays', async () => {
  const page = await opened();
  const before = await state(page);
  await paste(page, 'Dear all, please find attached the minutes.');
  const after = await state(page);
  assert.equal(after.banners.length, 1);
  assert.equal(after.link, before.link);
});
