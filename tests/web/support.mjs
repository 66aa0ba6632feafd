// A service of its own, browsers that reach it through a recorder of every byte they are sent, and a few words for what
// people do.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import zlib from 'node:zlib';

export const root = process.env.PERCEPT_ROOT;
const require = createRequire(`${process.env.PERCEPT_WEB}/`);
const { chromium, firefox } = require('playwright-core');
export const axe = require.resolve('axe-core/axe.min.js');

export class Service {
  constructor(options = [], environment = {}) {
    this.folder = mkdtempSync(join(tmpdir(), 'percept-web-'));
    this.options = options;
    this.environment = environment;
    this.port = 0;
  }
  async start() {
    const process_ = spawn(process.env.PERCEPT, ['serve', '--port', String(this.port), '--quiet', '--store', join(this.folder, 'matches.db'), '--games', join(root, 'games'), ...this.options], {
      env: { ...process.env, ...this.environment }, stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.process = process_;
    const address = await new Promise((found, failed) => {
      let text = '';
      process_.stdout.on('data', (piece) => {
        text += piece;
        const match = /serves at http:\/\/[^:]+:(\d+)/.exec(text);
        if (match) found(Number(match[1]));
      });
      process_.once('exit', (code) => failed(new Error(`percept serve ended with ${code}`)));
    });
    this.port = address;
    this.url = `http://127.0.0.1:${address}`;
    return this;
  }
  async kill() {
    const gone = new Promise((ended) => this.process.once('exit', ended));
    this.process.kill('SIGKILL');
    await gone;
  }
  async stop() {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
  async ask(path, body, headers = {}) {
    const reply = await fetch(this.url + path, body === undefined ? { headers } : { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) });
    return reply.json();
  }
  async play(game, players, more = {}) {
    return this.ask('/api/matches', { game, players, playClock: 600, ...more });
  }
  async ended(id) {
    for (;;) {
      const match = await this.ask(`/api/matches/${id}`);
      if (!['queued', 'starting', 'running'].includes(match.status)) return match;
      await new Promise((wake) => setTimeout(wake, 50));
    }
  }
}

// Passes bytes on and keeps those that go to the browser, with the request they answer. Each connection has one.
export class Recorder {
  constructor(service) {
    this.service = service;
    this.exchanges = [];
  }
  async start() {
    this.sockets = new Set();
    this.server = net.createServer((near) => {
      const far = net.connect(this.service.port, '127.0.0.1');
      const exchange = { asked: Buffer.alloc(0), sent: Buffer.alloc(0) };
      this.exchanges.push(exchange);
      near.on('data', (data) => { exchange.asked = Buffer.concat([exchange.asked, data]); far.write(data); });
      far.on('data', (data) => { exchange.sent = Buffer.concat([exchange.sent, data]); near.write(data); });
      for (const [one, other] of [[near, far], [far, near]]) {
        this.sockets.add(one.unref());
        one.on('error', () => other.destroy());
        one.on('end', () => other.end());
        one.on('close', () => { this.sockets.delete(one); other.end(); });
      }
    });
    await new Promise((listening) => this.server.listen(0, '127.0.0.1', listening));
    this.server.unref();  // a test that fails leaves it as it is, and must end
    this.url = `http://127.0.0.1:${this.server.address().port}`;
    return this;
  }
  stop() {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }
  // [{method, path, status, body}] as far as they came; those without end as long as they are.
  replies() {
    return this.exchanges.flatMap(({ asked, sent }) => {
      const [, method, path] = /^(\S+) (\S+)/.exec(asked.toString('latin1')) ?? ['', '', ''];
      const end = sent.indexOf('\r\n\r\n');
      const head = sent.subarray(0, end).toString('latin1');
      let body = sent.subarray(end + 4);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (end < 0 || body.length < length) return [];
      if (/transfer-encoding: chunked/i.test(head)) body = unchunked(body);
      const encoding = /content-encoding: (\w+)/i.exec(head)?.[1];
      try {
        if (encoding === 'gzip') body = zlib.gunzipSync(body);
        if (encoding === 'br') body = zlib.brotliDecompressSync(body);
      } catch {
        return [];  // not whole: the browser hung up
      }
      return [{ method, path, status: Number(head.split(' ')[1]), body: body.toString('utf8') }];
    });
  }
}

function unchunked(bytes) {
  const out = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf('\r\n', at);
    if (end < 0) break;
    const size = parseInt(bytes.subarray(at, end).toString('latin1'), 16);
    if (!size) break;
    out.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 4 + size;
  }
  return Buffer.concat(out);
}

// Debian's Chromium; or its Firefox, as people have it, when PERCEPT_BROWSER says so. It is the extended support release, which
// lacks a command that playwright-core sends from 1.65 on; so that stays at 1.64.
export const isFirefox = process.env.PERCEPT_BROWSER === 'firefox';
export async function browser() {
  if (isFirefox) return firefox.launch({ channel: 'moz-firefox', executablePath: '/usr/bin/firefox-esr', headless: true });
  return chromium.launch({
    executablePath: '/usr/bin/chromium', headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
}

// What the page says went wrong in it; the test that opened it asks.
export async function visitor(of, options = {}) {
  // Firefox cannot be told what a person prefers: its themes are tried by their switch.
  const media = isFirefox ? { colorScheme: null, reducedMotion: null, contrast: null, forcedColors: null } : { reducedMotion: 'reduce' };
  const context = await of.newContext({ viewport: { width: 1240, height: 900 }, ...options, ...media });
  const page = await context.newPage();
  if (isFirefox && options.colorScheme) await page.addInitScript((theme) => localStorage.setItem('percept-theme', theme), options.colorScheme);
  page.setDefaultTimeout(30000);
  page.problems = [];
  page.outside = [];
  page.on('pageerror', (error) => page.problems.push(String(error)));
  page.on('console', (message) => { if (message.type() === 'error' && !/Failed to load resource|net::ERR/.test(message.text())) page.problems.push(message.text()); });
  page.on('request', (request) => { if (!/^(http:\/\/127\.0\.0\.1|data:|blob:|about:)/.test(request.url())) page.outside.push(request.url()); });
  return page;
}

export const fine = (page) => {
  assert.deepEqual(page.problems, []);
  assert.deepEqual(page.outside, []);
};
export const leave = (page) => page.context().close();
export const asked = (page) => page.locator('.player.turn');

// Of axe, which the page was given when it was opened.
export async function serious(page) {
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return found.violations.filter((one) => one.impact === 'serious' || one.impact === 'critical').map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).slice(0, 4).join('; ')} ${one.nodes[0]?.failureSummary ?? ''}`);
}
