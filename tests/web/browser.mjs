// Serves the built page and opens it in a real browser; THREEWALL_BROWSER names the browser.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import puppeteer from 'puppeteer-core';

export const repository = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const dist = process.env.THREEWALL_DIST ?? join(repository, 'build', 'wasm', 'dist');
export const browserName = process.env.THREEWALL_BROWSER ?? 'chromium';

// Generous, since two cores may be rasterising for several browsers at once.
const patience_ms = 90_000;

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const firstExisting = (...paths) => paths.find(existsSync);

// Firefox draws WebGL 2 only in a window (hence xvfb-run), Chromium without one by its own rasteriser.
const launchers = {
  chromium: ({ webgl }) => ({
    browser: 'chrome',
    executablePath: firstExisting('/usr/bin/chromium', '/usr/bin/google-chrome'),
    headless: true,
    args: [
      '--no-sandbox', '--disable-dev-shm-usage', '--force-prefers-reduced-motion', '--hide-scrollbars',
      ...(webgl ? ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'] : ['--disable-3d-apis']),
    ],
  }),
  firefox: ({ webgl }) => ({
    browser: 'firefox',
    executablePath: firstExisting('/usr/bin/firefox-esr', '/usr/bin/firefox'),
    headless: false,
    extraPrefsFirefox: { 'webgl.disabled': !webgl, 'webgl.force-enabled': webgl },
  }),
};

const running = { browsers: [], server: null };

export async function close() {
  for (const browser of running.browsers) await browser.close();
  running.server?.process.kill();
}

// The address of the page, served as scripts/run serves it.
export async function serve() {
  if (running.server) return running.server.address;
  const server = spawn('python3', [join(repository, 'scripts', 'serve.py'), dist]);
  server.stderr.pipe(process.stderr);
  const address = await new Promise((resolve, reject) => {
    server.stdout.once('data', (line) => resolve(String(line).trim()));
    server.once('exit', () => reject(new Error('the page could not be served')));
  });
  running.server = { process: server, address };
  return address;
}

export async function launch({ webgl = true } = {}) {
  const browser = await puppeteer.launch(launchers[browserName]({ webgl }));
  running.browsers.push(browser);
  return browser;
}

let shared;

// A fresh page at `hash`, after its first frame. page.problems lists what the browser complained about.
export async function open({ width = 1440, height = 900, scale = 1, light = false, hash = '', browser } = {}) {
  browser ??= await (shared ??= launch());
  const page = await browser.newPage();
  page.problems = [];
  page.on('console', (message) => {
    if (['error', 'warn', 'warning'].includes(message.type())) page.problems.push(message.text());
  });
  page.on('pageerror', (error) => page.problems.push(String(error)));
  page.on('requestfailed', (request) => page.problems.push(`not loaded: ${request.url()}`));
  page.setDefaultTimeout(patience_ms);
  await page.setViewport({ width, height, deviceScaleFactor: scale });
  // Only Chromium's protocol can choose the colours; Firefox keeps those of its system.
  if (browserName === 'chromium') {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: light ? 'light' : 'dark' }]);
  }
  await page.goto((await serve()) + (hash && `#${hash}`));
  return page;
}

// Waits until `condition`, a function that runs in the page, holds. Not page.waitForFunction: older Firefoxes run that
// one through eval, which the page's own policy forbids.
export async function until(page, condition, ...values) {
  const deadline = Date.now() + patience_ms;
  while (!(await page.evaluate(condition, ...values))) {
    if (Date.now() > deadline) throw new Error(`waited ${patience_ms} ms in vain for: ${condition}`);
    await sleep(50);
  }
}

export const firstFrame = (page) => until(page, () => globalThis.threewall?.frames > 0);

// Until nothing has been drawn for a while.
export async function settled(page, quiet_ms = 300) {
  await firstFrame(page);
  let frames;
  do {
    frames = await page.evaluate(() => threewall.frames);
    await sleep(quiet_ms);
  } while (frames !== (await page.evaluate(() => threewall.frames)));
}

export async function screenshot(page, name) {
  const folder = join(repository, 'build', 'screenshots');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${browserName}-${name}.png`);
  await page.screenshot({ path });
  return path;
}
