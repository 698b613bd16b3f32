// What a page test imports beside node:test; closes the browsers when the file's tests are done.
//
//   const page = await open({ width: 900, height: 600, scale: 2, hash: '1;n=512' });
//   await settled(page);
//   assert.equal((await page.evaluate(() => threewall.state())).hash, '1;n=512');
//
// Every *.test.mjs of this folder is found by ctest and runs in each browser; tests/web/run runs one by hand.
import { after } from 'node:test';
import { close } from './browser.mjs';

export * from './browser.mjs';

after(close);
