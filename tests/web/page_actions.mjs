// What page tests do to the page: drop, paste, drag, type, and ask what it shows.
import { settled } from './browser.mjs';

export const state = (page) => page.evaluate(() => threewall.state());

// As if a file were dropped from the desktop.
export async function dropFile(page, name, text) {
  await page.evaluate(
    (file, content) => {
      const data = new DataTransfer();
      data.items.add(new File([content], file, { type: 'application/json' }));
      document.getElementById('canvas').dispatchEvent(
        new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }, name, text);
  await settled(page);
}

// As if text were pasted with the browser's shortcut. `repeat` makes large texts without sending them.
export async function paste(page, text, repeat = 1) {
  await page.evaluate(
    (content, count) => {
      const data = new DataTransfer();
      data.setData('text/plain', content.repeat(count));
      const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
      Object.defineProperty(event, 'clipboardData', { value: data });
      document.dispatchEvent(event);
    }, text, repeat);
  await settled(page);
}

// The middle of a control on the screen, by the name the page gives it ("plan.tensor_parallel value").
export async function placeOf(page, name) {
  const { places } = await state(page);
  if (!places[name]) throw new Error(`no '${name}' on the page; there are: ${Object.keys(places).join(', ')}`);
  const [x, y, width, height] = places[name];
  return { x: x + width / 2, y: y + height / 2, left: x, right: x + width, width, height };
}

export async function click(page, name) {
  const place = await placeOf(page, name);
  await page.mouse.move(place.x, place.y);
  await settled(page, 100);
  await page.mouse.down();
  await settled(page, 100);
  await page.mouse.up();
  await settled(page, 100);
}

export async function type(page, name, text) {
  await click(page, `${name} value`);
  for (const key of text) {
    await page.keyboard.press(key);
    await settled(page, 50);
  }
  await page.keyboard.press('Enter');
  await settled(page);
}

// Drags the handle of a slider to a share of its width, in steps.
export async function dragSlider(page, name, from, to) {
  const place = await placeOf(page, `${name} slider`);
  const at = (share) => place.left + 6 + share * (place.width - 12);
  await page.mouse.move(at(from), place.y);
  await settled(page, 100);
  await page.mouse.down();
  for (let i = 1; i <= 5; ++i) {
    await page.mouse.move(at(from + ((to - from) * i) / 5), place.y);
    await settled(page, 50);
  }
  await page.mouse.up();
  await settled(page);
}

