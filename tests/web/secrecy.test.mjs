// Nothing leaks: a scenario is played on two evenings that differ only in what is hidden from whoever sits before a browser,
// and every byte that browser was sent is compared. An evening has a service of its own, so that nothing else is in them.
import assert from 'node:assert/strict';
import http from 'node:http';
import { after, before, test } from 'node:test';
import { asked, browser, fine, leave, Recorder, Service, visitor } from './support.mjs';

let chromium;
before(async () => { chromium = await browser(); });
after(() => chromium?.close());

class Evening {
  constructor(environment = {}) {
    this.service = new Service([], environment);
    this.guests = [];
    this.names = [];    // what chance made of ids and tokens is called alike
    this.secrets = [];  // what nobody is sent
  }
  // A browser, and what it is sent; `blind` to the moves of these roles.
  async guest(name, blind) {
    const recorder = await new Recorder(this.service).start();
    const page = Object.assign(await visitor(chromium), { home: recorder.url });
    this.guests.push({ name, blind, recorder, page });
    return page;
  }
  call(text, name) { this.names.push([text, name]); }
  // What was sent so far is compared; what comes now is not: the match is over, and open to all.
  over() {
    const plain = (text) => this.names.reduce((out, [own, name]) => out.replaceAll(own, name), text)
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME').replace(/"seconds":\{[^}]*\}/g, '"seconds":0');
    for (const guest of this.guests)
      guest.replies ??= guest.recorder.replies().map((one) => ({ ...one, path: plain(one.path), body: plain(one.body) }));
  }
  async close() {
    this.over();
    for (const { page, recorder } of this.guests) {
      fine(page);
      await leave(page);
      recorder.stop();
    }
  }
}

// What a guest was sent, by what it was asked for: a match grows, and what is sent of it is a function of the rounds so far.
function sentTo({ replies, blind, name }, secrets) {
  const out = new Map();
  const add = (key, body) => out.set(key, [...(out.get(key) ?? []), body]);
  const hidden = new RegExp(`"seed"|"initial"|"state"|seed=|"(${blind.join('|')})":["{[]`);
  const seat = /^\{"version":\d+,"role":"\w+","round":\d+,"ready":(true|false),"asked":(true|false),"secondsLeft":(null|[\d.]+),"over":(true|false),"stage":"(queued|starting|running|over)"\}\s*$/;
  const all = (text, pattern) => [...text.matchAll(pattern)].map((found) => found[1]).join();
  // A round that is told has these fields and no others, whatever they would say; those of a role for whoever sits there.
  const fields = ['match', 'round', 'time', 'faults', ...(name === 'seated' ? ['moves', 'percepts', 'seconds'] : [])];
  const told = (json) => JSON.parse(json, (_, value) => {
    if (value?.round !== undefined && value.time) assert.deepEqual(Object.keys(value).filter((field) => !fields.includes(field)), [], json);
    return value;
  });
  for (const { method, path, status, body } of replies) {
    for (const secret of secrets) assert.ok(!body.includes(secret), `${path} has a secret`);
    if (path.startsWith('/api/') && /\b(ID|LATER)\b/.test(path + body)) assert.ok(!hidden.test(body), `${path} ${body}`);
    if (path.includes('/events')) {
      for (const event of body.split('\n\n').slice(0, -1).filter((one) => one.includes('data: '))) {
        const text = event.replace(/^id: .*\n/, '');
        told(text.split('data: ')[1]);
        add(`${path.replace(/\?.*/, '')} ${/^event: (\w+)/.exec(text)?.[1]} ${all(text, /"match":"(\w+)"/g)} ${all(text, /"round":(\d+)/g)}`, text);
      }
      continue;
    }
    if (path.startsWith('/api/') && body.startsWith('{')) told(body);
    if (method === 'GET' && /\/seat(\?|$)/.test(path) && status === 200) assert.match(body, seat);
    else add(`${method} ${path} ${status} ${all(body, /"round(?:sPlayed)?":(\d+)/g)} ${all(body, /"status":"(\w+)"/g)}`, body);
  }
  return out;
}

// Plays both, and compares; `wanted` are parts of what each guest must have asked for on both.
async function compare(scenario, [one, two], wanted, environment) {
  const evenings = [];
  for (const hidden of [one, two]) {
    const evening = new Evening(environment);
    evenings.push(evening);
    try {
      await evening.service.start();
      await scenario(evening, hidden);
      await evening.close();
    } finally {
      await evening.service.stop();
    }
  }
  for (const [i, guest] of evenings[0].guests.entries()) {
    const [first, second] = evenings.map((evening) => sentTo(evening.guests[i], evening.secrets));
    const both = [...first.keys()].filter((key) => second.has(key));
    for (const sent of [first, second]) for (const [key, texts] of sent) for (const text of texts) assert.equal(text, (first.get(key) ?? texts)[0], `${guest.name}: ${key}`);
    for (const part of wanted[guest.name]) assert.ok(both.some((key) => key.includes(part)), `${guest.name}: ${part} was not compared, but ${both.join('; ')}`);
  }
}

// A seat without a browser.
class Seat {
  constructor(service, { id, seats }, role) { Object.assign(this, { service, id, role, header: { 'Percept-Seat': seats[role] }, made: 0 }); }
  state() { return this.service.ask(`/api/matches/${this.id}/seat`, undefined, this.header); }
  async asked() {
    for (const patience = Date.now() + 60_000; Date.now() < patience;) {
      const state = await this.state();
      if (state.asked && state.round >= this.made) return state;
    }
    assert.fail(`${this.role} is not asked`);
  }
  async move(move) {
    const { round } = await this.asked();
    this.made = round + 1;
    await this.service.ask(`/api/matches/${this.id}/seat/move`, { round: this.made, move }, this.header);
  }
}

// Asks for more than a page does: it is for nobody, as long as the match runs.
async function pry(page, id, roles) {
  const paths = ['/views/0', '/views/1', '/record', '/reasons', '/seat', ...roles.flatMap((role) => [`/views/1?role=${role}`, `?role=${role}`, `/events?role=${role}`])];
  const statuses = await page.evaluate(async ({ id, paths }) => {
    const out = {};
    for (const path of paths) out[path] = (await fetch(`/api/matches/${id}${path}`)).status;
    return out;
  }, { id, paths });
  for (const [path, status] of Object.entries(statuses)) assert.equal(status, 403, path);
}

// All that the page of a seat shows, and the list of matches.
async function look(page, id, role, others) {
  await asked(page).waitFor();
  for (const other of others) {
    const thinks = page.getByRole('button', { name: `What ${role} thinks that ${other} holds possible` });
    await thinks.click();
    await page.locator('.worlds [role=status]').waitFor();
    await thinks.click();
  }
  await page.getByRole('button', { name: 'Likeliest positions' }).click();
  await page.locator('#world').fill('1');
  for (const key of ['ArrowLeft', 'ArrowLeft', '1', '2', '3', 'End']) await page.locator('body').press(key);
  await page.reload();
  await asked(page).waitFor();
  await pry(page, id, [role, ...others]);
  await page.goto(`${page.home}/matches`);
  await page.locator('table.list').waitFor();
  await page.goto(`${page.home}/m/${id}`);
  await asked(page).waitFor();
}

// A role in a browser, the other at its seat without one; and somebody whose link opens no seat.
async function atTable(evening, { game, role, other, own = [], others = [], seed = 11 }) {
  const { service } = evening;
  const started = await service.play(game, { [role]: 'human', [other]: 'human' }, { seed });
  evening.call(started.id, 'ID');
  evening.call(started.seats[role], 'SEAT');
  evening.secrets.push(started.seats[other]);
  const page = await evening.guest('seated', [other]), stranger = await evening.guest('stranger', [role, other]);
  await page.goto(`${page.home}/m/${started.id}#seat=${started.seats[role]}`);
  await stranger.goto(`${stranger.home}/m/${started.id}#seat=0123456789abcdef0123456789abcdef0123456789a`);
  await stranger.getByText('This link does not open a seat').waitFor();
  // The other waits until the page has seen that it is not its turn.
  const seat = new Seat(service, started, other);
  let seeing = false;
  const theirs = (async () => {
    for (const move of others) {
      await seat.asked();
      while (seeing) await new Promise((wake) => setTimeout(wake, 20));
      await seat.move(move);
    }
  })();
  for (const move of own) {
    await asked(page).waitFor();
    seeing = true;
    await page.locator(`.move[title="${move}"]`).click();
    await asked(page).waitFor({ state: 'detached' });
    seeing = false;
  }
  await theirs;
  await stranger.reload();
  await stranger.getByText('What is hidden stays hidden').waitFor();
  await pry(stranger, started.id, [role, other]);
  return { page, stranger, started };
}
const atTableWanted = { seated: ['&worlds=', '/views/1?', '/reasons', 'GET /api/matches?', 'GET /api/matches/ID?role='], stranger: ['/events round', 'GET /api/matches/ID 200', '/reasons'] };

test('nothing that a role’s browser is sent depends on what is hidden from it', async () => {
  const hidden = [['(mark 3 3)', '(mark 2 1)'], ['(mark 2 3)', '(mark 3 2)']];
  await compare(async (evening, others) => {
    const { page, started } = await atTable(evening, { game: 'krieg_tictactoe_3x3', role: 'crosses', other: 'noughts', own: ['(mark 1 1)', '(mark 1 2)'], others });
    await look(page, started.id, 'crosses', ['noughts']);
  }, hidden, { ...atTableWanted, seated: [...atTableWanted.seated, '&other='] });
});

test('nothing leaks of moves on a board, or of cards that chance dealt', async () => {
  await compare(async (evening, others) => {
    const { page, started } = await atTable(evening, { game: 'blind_breakthrough_5x5', role: 'white', other: 'black', own: ['(move 2 2 2 3)', '(move 4 2 4 3)'], others });
    await look(page, started.id, 'white', ['black']);
  }, [['(move 5 4 5 3)', '(move 5 5 5 4)'], ['(move 3 4 3 3)', '(move 3 5 3 4)']], atTableWanted);
  // Two seeds that deal the first player the same card and the second another one.
  const seeds = await rehearsed(async (service, seed) => {
    const { id } = await service.play('kuhn_poker', { player1: 'random', player2: 'random' }, { seed, playClock: 0, startClock: 0 });
    const [, own, others] = /\(deal (\w+) (\w+)\)/.exec((await service.ended(id)).rounds[0].moves.random);
    return { seen: own, hidden: [others] };
  });
  await compare(async (evening, seed) => {
    const { page, started } = await atTable(evening, { game: 'kuhn_poker', role: 'player1', other: 'player2', seed });
    await look(page, started.id, 'player1', ['player2']);
  }, seeds, atTableWanted);
});

// Two seeds, the first that look the same to a role and differ in what it does not see.
async function rehearsed(play) {
  const service = await new Service().start();
  try {
    const known = [];
    for (let seed = 1; seed < 200; seed++) {
      const { seen, hidden } = await play(service, seed);
      const same = known.find((one) => one.seen === seen && one.hidden.every((text, i) => text !== hidden[i]));
      if (same) return [same.seed, seed];
      known.push({ seed, seen, hidden });
    }
  } finally {
    await service.stop();
  }
  assert.fail('no two seeds serve');
}

test('nothing leaks of a move that the other has made while one thinks', async () => {
  await compare(async (evening, move) => {
    const { page, started } = await atTable(evening, { game: 'rock_paper_scissors', role: 'left', other: 'right', others: [move] });
    await page.reload();
    await asked(page).waitFor();
    await pry(page, started.id, ['left', 'right']);
  }, ['rock', 'paper'], { seated: ['/views/0?', 'GET /api/matches/ID?role=', '/reasons'], stranger: ['/events start', 'GET /api/matches/ID 200'] });
});

test('nothing leaks when a move is taken back: neither what was hidden, nor what was still to come', async () => {
  const moves = { first: '(mark 1 1)', wrong: '(mark 1 2)', better: '(mark 1 3)' };
  const seeds = await rehearsed(async (service, seed) => {
    const told = [], hidden = [];
    const finished = async ({ id, seats }) => {
      const { rounds } = await service.ask(`/api/matches/${id}?role=crosses`, undefined, { 'Percept-Seat': seats.crosses });
      told.push(rounds.map((round) => [round.moves, round.percepts]));
    };
    const started = await service.play('krieg_tictactoe_3x3', { crosses: 'human', noughts: `random:seed=${seed}` });
    const seat = new Seat(service, started, 'crosses');
    await seat.move(moves.first);
    const { round } = await seat.asked();
    await seat.move(moves.wrong);
    await seat.asked();
    await finished(started);
    const again = await service.ask(`/api/matches/${started.id}/seat/back`, { round: round + 1 }, seat.header);
    const second = new Seat(service, again, 'crosses');
    await second.move(moves.better);
    await second.asked();
    await finished(again);
    await service.ask(`/api/matches/${again.id}/cancel`, {});
    for (const { id } of [again, started]) {
      let rounds;
      do ({ rounds } = await service.ended(id));
      while (!rounds[0].moves);  // until the one that it went on in is over
      hidden.push(rounds.map((one) => one.moves.noughts).join());
    }
    return { seen: JSON.stringify(told), hidden };
  });
  await compare(async (evening, seed) => {
    const page = await evening.guest('seated', ['noughts']);
    const enter = async (name) => {
      await page.waitForFunction((was) => /^\/m\//.test(location.pathname) && !location.pathname.includes(was), evening.names[0]?.[0] ?? '-');
      await asked(page).waitFor();
      const id = page.url().split('/m/')[1].split('#')[0];
      evening.call(id, name);
      evening.call(await page.evaluate((id) => localStorage.getItem(`percept-seat-${id}`), id), `${name} SEAT`);
      return id;
    };
    await page.goto(`${page.home}/play/krieg_tictactoe_3x3`);
    await page.getByLabel('noughts', { exact: true }).selectOption('random');
    await page.locator('.field', { hasText: 'noughts' }).locator('summary').click();
    await page.getByLabel('Options of noughts').fill(`seed=${seed}`);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    const id = await enter('ID');
    const make = async (move, rounds) => {
      await page.locator(`.move[title="${move}"]`).click();
      await page.locator('.diary li').nth(rounds - 1).waitFor();
      await asked(page).waitFor();
    };
    await make(moves.first, 2);
    await make(moves.wrong, 4);
    await page.getByRole('button', { name: 'Take back' }).click();
    const again = await enter('LATER');
    assert.equal(await page.locator('.timeline input[type=range]').getAttribute('max'), '2');  // what came then is not played
    assert.equal(await page.locator('.diary li').count(), 2);
    await pry(page, id, ['crosses', 'noughts']);
    await make(moves.better, 4);
    await look(page, again, 'crosses', ['noughts']);
    await pry(page, id, ['crosses', 'noughts']);
    // The match that was left has the same chance before it as the one that is played.
    await page.goto(`${page.home}/m/${id}`);
    await page.getByText('broken off').waitFor();
    await page.waitForTimeout(500);
    await pry(page, id, ['crosses', 'noughts']);
    await page.goto(`${page.home}/m/${again}`);
    await asked(page).waitFor();
  }, seeds, { seated: ['&worlds=', '&other=', '/views/1?', '/views/4?', '/reasons', 'GET /api/matches?', 'GET /api/matches/LATER?role=', 'GET /api/matches/ID 200'] });
});

test('nothing leaks of a sheet that was written here', async () => {
  let rules;
  const page = await visitor(chromium), other = await new Service().start();
  await page.goto(`${other.url}/rules`);
  rules = await page.getByLabel('Rule sheet').inputValue();
  await leave(page);
  await other.stop();
  const seeds = await rehearsed(async (service, seed) => {
    const { id } = await service.ask('/api/matches', { rules, players: { guesser: 'random' }, seed, playClock: 0, startClock: 0 });
    return { seen: '', hidden: [(await service.ended(id)).rounds[0].moves.random] };
  });
  await compare(async (evening, seed) => {
    const page = await evening.guest('seated', ['random']);
    await page.route('**/api/matches', (route) => route.request().method() === 'POST' ? route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), seed }) }) : route.continue());
    await page.goto(`${page.home}/rules`);
    await page.getByRole('button', { name: 'Play it now' }).click();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await asked(page).waitFor();
    const id = page.url().split('/m/')[1].split('#')[0];
    evening.call(id, 'ID');
    evening.call(await page.evaluate((id) => localStorage.getItem(`percept-seat-${id}`), id), 'SEAT');
    await look(page, id, 'guesser', []);
  }, seeds, { seated: ['&worlds=', '/views/1?', 'GET /api/matches?', 'GET /api/matches/ID?role='] });
});

// A player somewhere else that makes these moves, and then waits.
async function slow(moves) {
  let at = 0;
  const server = http.createServer((request, reply) => {
    let text = '';
    request.on('data', (piece) => { text += piece; });
    request.on('end', () => {
      const word = /^\W*(\w+)/.exec(text)?.[1].toLowerCase();
      const answer = word === 'start' ? 'ready' : word === 'info' ? 'available' : word !== 'play' ? 'done' : moves[at++];
      if (answer) reply.writeHead(200, { 'Content-Type': 'text/acl' }).end(answer);
    });
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return { url: `http://127.0.0.1:${server.address().port}`, stop: () => { server.closeAllConnections(); server.close(); } };
}

test('nothing leaks of a running tournament to those who watch it', async () => {
  const token = 'correct-horse-battery', header = { Authorization: `Bearer ${token}` };
  await compare(async (evening, { seed, moves }) => {
    const { service } = evening;
    const player = await slow(moves);
    try {
      const name = 'spring';
      await service.ask('/api/tournaments', { name, games: ['rock_paper_scissors'], players: { mine: player.url, dice: 'random' }, first_seed: seed, repetitions: 2, clocks: { start: 60, play: 60 } }, header);
      const page = await evening.guest('watcher', ['left', 'right']);
      await page.goto(`${page.home}/t/${name}`);
      let match;
      do [match] = (await service.ask(`/api/matches?tournament=${name}`, undefined, header)).matches ?? [];
      while (match?.roundsPlayed !== moves.length);
      evening.call(match.id, 'ID');
      evening.call(player.url, 'ADDRESS');
      evening.secrets.push(player.url);
      const { rounds } = await service.ask(`/api/matches/${match.id}`, undefined, header);
      assert.deepEqual(rounds.map((round) => Object.values(round.moves)).map((pair, i) => pair.includes(moves[i])), moves.map(() => true));
      const row = page.locator('table.list tr', { hasText: 'running' });
      await row.getByText(String(moves.length), { exact: true }).waitFor();
      await row.getByRole('link').click();
      await page.getByText('What is hidden stays hidden').waitFor();
      await pry(page, match.id, ['left', 'right']);
      for (const path of ['/tournaments', '/matches', `/m/${match.id}#1/left/truth`, `/t/${name}`]) {
        await page.goto(page.home + path);
        await page.locator(path === '/tournaments' ? '.cups .progress' : path.startsWith('/m/') ? '.quiet-board' : 'table.list').first().waitFor();
      }
      evening.over();
      await service.ask(`/api/tournaments/${name}/cancel`, {}, header);
    } finally {
      player.stop();
    }
  }, [{ seed: 1, moves: ['rock', 'paper'] }, { seed: 2, moves: ['scissors', 'rock'] }], { watcher: ['GET /api/tournaments/spring', 'GET /api/matches?tournament=', 'GET /api/matches/ID 200', '/events round', '/views/1'] }, { PERCEPT_TOKEN: token });
});

test('nothing leaks before a manager is killed, and a seat is gone when it comes back', async () => {
  await compare(async (evening, others) => {
    const { service } = evening;
    const { page, stranger, started } = await atTable(evening, { game: 'krieg_tictactoe_3x3', role: 'crosses', other: 'noughts', own: ['(mark 1 1)', '(mark 1 2)'], others });
    await asked(page).waitFor();
    await service.kill();
    for (const one of [page, stranger]) await one.getByText('The connection is lost').waitFor();
    evening.over();
    await service.start();
    for (const one of [page, stranger]) await one.locator('.sub:has-text("interrupted")').waitFor();
    assert.equal((await fetch(`${service.url}/api/matches/${started.id}/seat`, { headers: { 'Percept-Seat': started.seats.crosses } })).status, 403);
  }, [['(mark 3 3)', '(mark 2 1)'], ['(mark 2 3)', '(mark 3 2)']], { seated: ['/views/1?', 'GET /api/matches/ID?role='], stranger: ['/events round', 'GET /api/matches/ID 200', '/reasons'] });
});
