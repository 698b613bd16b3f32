import assert from 'node:assert/strict';
import test from 'node:test';
import { open, settled } from './driver.mjs';
import { click, dragSlider, placeOf, state, type } from './page_actions.mjs';

const opened = async (options = {}) => {
  const page = await open(options);
  await settled(page);
  return page;
};

test('dragging a slider changes the step time, and one undo takes the whole drag back', async () => {
  const page = await opened();
  const before = await state(page);
  await dragSlider(page, 'plan.global_batch_size', 0.5, 0.9);
  const dragged = await state(page);
  assert.notEqual(dragged.step_time_s, before.step_time_s);
  assert.equal(await page.evaluate(() => location.hash), dragged.link);
  await page.keyboard.down('Control');
  await page.keyboard.press('z');
  await page.keyboard.up('Control');
  await settled(page);
  assert.equal((await state(page)).link, before.link);
});

test('a typed value with a prefix is understood', async () => {
  const page = await opened();
  await type(page, 'workload.tokens', '1.5T');
  assert.match((await state(page)).link, /tok=1\.5e\+?12|tok=1500000000000/);
});

test('an illegal degree stays, is explained, and one click mends it', async () => {
  const page = await opened();
  await type(page, 'plan.tensor_parallel', '7');
  const broken = await state(page);
  assert.equal(broken.valid, false);
  assert.match(broken.link, /tp=7/);
  const finding = broken.findings.find((f) => f.field === 'plan.tensor_parallel');
  assert.ok(finding?.suggestion, 'a value is suggested');
  await click(page, 'plan.tensor_parallel fix');
  assert.match((await state(page)).link, new RegExp(`tp=${finding.suggestion}(;|$)|^((?!tp=).)*$`));
});

test('typed nonsense stays in its box with the reason, and the scenario stays', async () => {
  const page = await opened();
  const before = await state(page);
  await type(page, 'plan.pipeline_parallel', 'four');
  const after = await state(page);
  assert.equal(after.drafts['plan.pipeline_parallel'].text, 'four');
  assert.ok(after.drafts['plan.pipeline_parallel'].error);
  assert.equal(after.link, before.link);
  assert.equal(after.step_time_s, before.step_time_s);
});

test('a click on the dot takes a changed value back', async () => {
  const page = await opened();
  const before = await state(page);
  await type(page, 'plan.micro_batch_size', '2');
  assert.notEqual((await state(page)).link, before.link);
  await click(page, 'plan.micro_batch_size reset');
  assert.equal((await state(page)).link, before.link);
});

test('a model is found by typing part of its name', async () => {
  const page = await opened();
  await click(page, 'model.id choice');
  for (const key of 'deepseek-v3') {
    await page.keyboard.press(key);
    await settled(page, 50);
  }
  await page.keyboard.press('Enter');
  await settled(page);
  assert.match((await state(page)).model, /DeepSeek-V3/);
});

test('the verdict is read aloud', async () => {
  const page = await opened();
  const spoken = await page.$eval('#status', (status) => status.textContent);
  assert.equal(spoken, (await state(page)).summary);
  assert.match(spoken, /Step time/);
});

test('on a phone a finger that goes up scrolls the page, also from a slider, and changes nothing', async () => {
  const page = await opened({ width: 390, height: 844, scale: 2 });
  const before = await state(page);
  const slider = await placeOf(page, 'cluster.devices slider');
  await page.mouse.move(slider.x, slider.y);
  await settled(page, 100);
  await page.mouse.down();
  for (let i = 1; i <= 10; ++i) {
    await page.mouse.move(slider.x, slider.y - 30 * i);
    await settled(page, 50);
  }
  await page.mouse.up();
  await settled(page);
  assert.equal((await state(page)).link, before.link);
  assert.ok((await placeOf(page, 'cluster.devices slider')).y < slider.y - 200);
});

for (const [width, height, scale] of [[1440, 900, 1], [900, 600, 2], [390, 844, 3]]) {
  test(`nothing stands outside the page at ${width} × ${height}`, async () => {
    const page = await opened({ width, height, scale });
    const { places } = await state(page);
    for (const [name, [x, , w]] of Object.entries(places)) {
      assert.ok(x >= 0 && x + w <= width + 0.5, `${name} reaches from ${x} to ${x + w}`);
    }
    assert.deepEqual(page.problems, []);
  });
}
