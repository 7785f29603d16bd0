// Opens pages in Chromium and does what a person would: evaluates expressions, presses keys, takes
// pictures. Reads a list of visits from standard input as JSON and prints a list of results.
//
// A visit is { url, width, height, steps }; a step is an expression as text, whose value is a
// result, { key } or { shot: FILE }. A result is { values, errors, requests }: errors are those of
// the console and of scripts, requests what was loaded besides the page.
'use strict';

const { spawn } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--remote-debugging-pipe',
];

// A browser that takes commands of the DevTools protocol through a pipe, each ended by a zero.
class Browser {
  constructor() {
    this.profile = fs.mkdtempSync(path.join(os.tmpdir(), 'sheaf-chromium-'));
    this.process = spawn('chromium', [...FLAGS, `--user-data-dir=${this.profile}`], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    });
    this.process.on('error', (error) => {
      console.error(`chromium: ${error.message}`);
      process.exit(1);
    });
    this.waiting = new Map();
    this.listeners = new Set();
    this.last = 0;
    let text = '';
    this.process.stdio[4].setEncoding('utf8').on('data', (part) => {
      const messages = (text + part).split('\0');
      text = messages.pop();
      messages.forEach((message) => this.receive(JSON.parse(message)));
    });
  }

  receive(message) {
    const { id, error, result } = message;
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (!waiting) this.listeners.forEach((listener) => listener(message));
    else if (error) waiting.reject(new Error(error.message));
    else waiting.resolve(result);
  }

  send(method, params = {}, sessionId = undefined) {
    const id = ++this.last;
    this.process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  async close() {
    const ended = new Promise((resolve) => this.process.on('exit', resolve));
    await this.send('Browser.close').catch(() => {});
    await ended;
    fs.rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function visit(browser, { url, width, height, dark, steps }) {
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
  const send = (method, params) => browser.send(method, params, sessionId);
  const result = { values: [], errors: [], requests: [] };
  let loaded;
  const isLoaded = new Promise((resolve) => {
    loaded = resolve;
  });
  const listener = ({ method, params, sessionId: from }) => {
    if (from !== sessionId) return;
    if (method === 'Page.loadEventFired') loaded();
    if (method === 'Runtime.exceptionThrown') {
      const { text, exception } = params.exceptionDetails;
      result.errors.push((exception && exception.description) || text);
    }
    if (method === 'Runtime.consoleAPICalled') result.errors.push(JSON.stringify(params.args));
    if (method === 'Log.entryAdded') result.errors.push(params.entry.text);
    if (method === 'Network.requestWillBeSent' && params.request.url !== url)
      result.requests.push(params.request.url);
  };
  browser.listeners.add(listener);
  await Promise.all(['Page', 'Runtime', 'Log', 'Network'].map((it) => send(`${it}.enable`)));
  await send('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    deviceScaleFactor: 1,
    mobile: false,
  });
  if (dark)
    await send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-color-scheme', value: 'dark' }],
    });
  await send('Page.navigate', { url });
  await isLoaded;
  for (const step of steps) await take(send, step, result);
  browser.listeners.delete(listener);
  await browser.send('Target.closeTarget', { targetId });
  return result;
}

async function take(send, step, result) {
  if (typeof step === 'string') {
    const { result: value, exceptionDetails: failure } = await send('Runtime.evaluate', {
      expression: step,
      awaitPromise: true,
      returnByValue: true,
    });
    if (failure)
      result.errors.push((failure.exception && failure.exception.description) || failure.text);
    result.values.push(value.value === undefined ? null : value.value);
  } else if (step.key) {
    const key = { key: step.key, text: step.key.length === 1 ? step.key : undefined };
    await send('Input.dispatchKeyEvent', { type: 'keyDown', ...key });
    await send('Input.dispatchKeyEvent', { type: 'keyUp', key: step.key });
  } else if (step.pdf) {
    const { data } = await send('Page.printToPDF', {});
    result.values.push(Buffer.from(data, 'base64').length);
    if (step.pdf !== true) fs.writeFileSync(step.pdf, Buffer.from(data, 'base64'));
  } else {
    const { data } = await send('Page.captureScreenshot', {});
    fs.writeFileSync(step.shot, Buffer.from(data, 'base64'));
  }
}

// Nothing takes that long, unless something is awaited that never happens.
const LIMIT = 240_000;

async function main() {
  const visits = JSON.parse(fs.readFileSync(0, 'utf8'));
  const browser = new Browser();
  setTimeout(() => {
    browser.process.kill();
    console.error('the time is over');
    process.exit(1);
  }, LIMIT).unref();
  const results = [];
  for (const each of visits) results.push(await visit(browser, each));
  await browser.close();
  console.log(JSON.stringify(results));
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
