// Measures the pages on this machine and prints the figures: PERCEPT=$PWD/build/percept PERCEPT_ROOT=$PWD PERCEPT_WEB=$PWD/build/web node tests/web/measure.mjs
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { browser, Service, visitor } from './support.mjs';

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const service = await new Service().start();
const chromium = await browser();

// First paint of the first page.
const paints = [];
for (let i = 0; i < 9; i++) {
  const page = await visitor(chromium);
  await page.goto(service.url);
  await page.locator('h1').waitFor();
  paints.push(await page.evaluate(() => new Promise((found) => {
    const there = () => performance.getEntriesByName('first-contentful-paint')[0];
    if (there()) found(there().startTime);
    else new PerformanceObserver(() => there() && found(there().startTime)).observe({ type: 'paint', buffered: true });
  })));
  await page.context().close();
}
console.log(`first paint of /: median ${median(paints).toFixed(0)} ms, least ${Math.min(...paints).toFixed(0)} ms`);

// A board of 8 by 8 on which every square is uncertain: chance draws one of 24 patterns of four things each round, and the
// guesser hears its rest modulo 3.
const patterns = Array.from({ length: 24 }, (_, k) => k), squares = Array.from({ length: 64 }, (_, i) => [(i % 8) + 1, Math.floor(i / 8) + 1]);
const things = ['red', 'amber', 'violet', 'blank'];
const sheet = `; Sixty-four distributions
(role guesser) (role random) (init (round 1)) (<= (init (cell ?x ?y blank)) (pattern 0 ?x ?y ?_c))
${patterns.flatMap((k) => [`(rest ${k} ${k % 3})`, ...squares.map(([x, y]) => `(pattern ${k} ${x} ${y} ${things[(x * (k + 3) + y * y * (k % 7) + ((k * 5) >> 2)) % 4]})`)]).join('\n')}
${Array.from({ length: 8 }, (_, n) => `(succ ${n + 1} ${n + 2})`).join(' ')}
(legal guesser noop) (<= (legal random (draw ?k)) (rest ?k ?_r))
(<= (next (cell ?x ?y ?c)) (does random (draw ?k)) (pattern ?k ?x ?y ?c))
(<= (next (round ?n)) (true (round ?m)) (succ ?m ?n))
(<= (sees guesser (heard ?r)) (does random (draw ?k)) (rest ?k ?r))
(<= terminal (true (round 9))) (goal guesser 50) (goal random 0)`;
const { id } = await service.ask('/api/matches', { rules: sheet, players: { guesser: 'random' }, seed: 3, playClock: 0, startClock: 0 });
await service.ended(id);
const page = await visitor(chromium);
await page.goto(`${service.url}/m/${id}#6/guesser/belief`);
await page.locator('.chance').first().waitFor({ timeout: 120000 });
for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowRight', 'ArrowRight', 'ArrowRight']) {
  await page.locator('body').press(key);
  await page.waitForTimeout(400);
}
console.log(`distributions shown: ${await page.locator('.square:has(.chance)').count()}, of ${await page.locator('.chance').count()} things that may be`);
const cdp = await page.context().newCDPSession(page);
await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });  // CPU, whatever else the machine does
const spent = async () => Object.fromEntries((await cdp.send('Performance.getMetrics')).metrics.map((one) => [one.name, one.value]));
const scripts = [], layouts = [];
for (let i = 0; i < 30; i++) {
  const before = await spent();
  await page.keyboard.press(i % 2 ? 'ArrowRight' : 'ArrowLeft');
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  const after = await spent();
  scripts.push(1000 * (after.ScriptDuration - before.ScriptDuration));
  layouts.push(1000 * (after.LayoutDuration + after.RecalcStyleDuration - before.LayoutDuration - before.RecalcStyleDuration));
}
console.log(`redraw of 8x8: median ${median(scripts).toFixed(1)} ms of script, most ${Math.max(...scripts).toFixed(1)}, ${median(layouts).toFixed(1)} ms of layout`);
await page.context().close();
await chromium.close();

// Watchers of a match that is played, a round every 50 ms or so.
const ticks = () => readFileSync(`/proc/${service.process.pid}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13).reduce((sum, one) => sum + Number(one), 0) / 100;
const started = await service.play('krieg_tictactoe_5x5', { crosses: 'human', noughts: 'human' });
let events = 0;
const watchers = Array.from({ length: 200 }, () => http.get(`${service.url}/api/matches/${started.id}/events`, (reply) => reply.on('data', (data) => { events += String(data).split('\n\n').length - 1; })));
await new Promise((wake) => setTimeout(wake, 2000));
const cpu = ticks(), wall = Date.now();
let rounds = 0;
while (Date.now() - wall < 10000) {
  for (const role of ['crosses', 'noughts']) {
    const seat = { 'Percept-Seat': started.seats[role] };
    const state = await service.ask(`/api/matches/${started.id}/seat`, undefined, seat);
    if (!state.asked) continue;
    const view = await service.ask(`/api/matches/${started.id}/views/${state.round}?role=${role}`, undefined, seat);
    await service.ask(`/api/matches/${started.id}/seat/move`, { round: state.round + 1, move: view.legal.known[0] }, seat);
    rounds++;
  }
  await new Promise((wake) => setTimeout(wake, 20));
}
console.log(`200 watchers, ${rounds} rounds, ${events} events: ${((ticks() - cpu) / ((Date.now() - wall) / 1000)).toFixed(2)} cores`);
for (const watcher of watchers) watcher.destroy();
await service.stop();
process.exit(0);
