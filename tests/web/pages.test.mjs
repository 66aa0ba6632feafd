// The pages in a browser, as people use them: each of these plays, watches or writes something to its end.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { asked, axe, browser, fine, leave, Recorder, root, serious, Service, visitor } from './support.mjs';

let service, chromium;
before(async () => {
  service = await new Service().start();
  chromium = await browser();
});
after(async () => {
  await chromium?.close();
  await service?.stop();
});

// Clicks squares, or moves of the list, until the match is over.
async function playOn(page, most = 60) {
  for (let i = 0; i < most; i++) {
    await asked(page).or(page.locator('.result')).first().waitFor();
    if (await page.locator('.result').isVisible()) return;
    const turn = await page.locator('.timeline input[type=range]').getAttribute('max');
    const square = page.locator('.square.can'), listed = page.locator('.move-list .move');
    await square.or(listed).first().waitFor();
    if ((await square.count()) > 0) await square.first().click();
    else await listed.first().click();
    await page.waitForFunction((was) => document.querySelector('.result') || document.querySelector('.timeline input[type=range]')?.getAttribute('max') !== was, turn);
  }
  assert.fail('the match does not end');
}

test('a person plays Krieg-tictactoe to the end by clicking', async () => {
  const page = await visitor(chromium);
  await page.goto(service.url);
  // With the keyboard one goes from game to game, past the pictures.
  await page.locator('.mini-board svg').first().waitFor();
  await page.getByLabel('Search the games').focus();
  const names = await page.locator('.game h2').allTextContents();
  for (const name of names.slice(0, 8)) {
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.textContent), name);
  }
  await page.getByLabel('Search the games').fill('krieg 3x3');
  await page.getByRole('link', { name: 'Krieg Tic-Tac-Toe 3x3' }).click();
  await page.getByLabel('noughts', { exact: true }).selectOption('random');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await asked(page).waitFor();
  await page.locator('[data-square="2,2"]').click();
  await playOn(page);
  await page.locator('.result').waitFor();
  assert.match(await page.locator('.result').textContent(), /You (won|lost)|A draw/);
  await page.getByRole('button', { name: 'Truth' }).click();
  await page.locator('[data-square="2,2"] .cross').waitFor();
  const id = page.url().split('/m/')[1].split('#')[0];
  const match = await service.ask(`/api/matches/${id}`);
  assert.equal(match.status, 'completed');
  assert.equal(match.rounds[0].moves.crosses, '(mark 2 2)');
  assert.ok(match.rounds.every((round) => round.faults.length === 0));
  await page.getByRole('button', { name: 'Again, roles swapped' }).click();
  await page.locator('.sub:has-text("noughts")').waitFor();
  fine(page);
  await leave(page);
});

test('two browsers play rock-paper-scissors against each other, and neither is sent the other’s moves', async () => {
  const recorders = [await new Recorder(service).start(), await new Recorder(service).start()];
  const host = await visitor(chromium);
  await host.goto(`${service.url}/play/rock_paper_scissors`);
  await host.getByLabel('right', { exact: true }).selectOption('human');
  await host.getByRole('button', { name: 'Play', exact: true }).click();
  const links = await Promise.all(['left', 'right'].map((role) => host.locator(`#link-${role}`).inputValue()));
  const pages = await Promise.all(recorders.map(async (recorder, i) => {
    const page = await visitor(chromium);
    await page.goto(links[i].replace(service.url, recorder.url));
    return page;
  }));
  const choices = [['rock', 'paper'], ['rock', 'scissors'], ['paper', 'rock']];
  for (const [round, [left, right]] of choices.entries()) {
    await asked(pages[1]).waitFor();
    await asked(pages[0]).waitFor();
    await pages[0].locator('.move', { hasText: left }).click();
    await pages[0].locator('text=Your move is made').waitFor();
    // Left has moved, right has not: nothing that right was sent may say how.
    const sent = recorders[1].replies().filter((one) => one.path.startsWith('/api/matches')).map((one) => one.body).join('\n');
    assert.ok(!sent.includes(`"left":"${left}"`));
    await pages[1].locator('.move', { hasText: right }).click();
    if (round < 2) await pages[1].locator('.diary li').nth(round).waitFor();
  }
  for (const page of pages) await page.locator('.result').waitFor();
  assert.match(await pages[0].locator('.result').textContent(), /You won left 100 : right 0/);
  assert.match(await pages[1].locator('.result').textContent(), /You lost/);
  for (const [i, recorder] of recorders.entries()) {
    const other = i === 0 ? '"right":' : '"left":';
    const ended = (body) => /"goals"|"status":"(completed|aborted)"/.test(body);
    for (const one of recorder.replies()) {
      if (!one.path.startsWith('/api/matches') || ended(one.body)) continue;
      if (one.path.includes('/views/') || one.path.includes('/seat')) continue;
      assert.ok(!/"seed"|"initial"|"state"/.test(one.body), one.path);
      assert.ok(!new RegExp(`"moves":\\{[^}]*${other}`).test(one.body), one.body);
    }
    fine(pages[i]);
    recorder.stop();
    await leave(pages[i]);
  }
  await leave(host);
});

test('a reload in mid-match comes back to the seat', async () => {
  const page = await visitor(chromium);
  await page.goto(`${service.url}/play/blind_breakthrough_5x5`);
  // The first legal move again and again: it comes down on the left, and no stone of this test is taken.
  await page.getByLabel('black', { exact: true }).selectOption('legal');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await asked(page).waitFor();
  // The squares that can be clicked are those of the legal moves and no others: a stone, then where it goes.
  const offered = async () => (await page.locator('.square.can').evaluateAll((all) => all.map((one) => one.dataset.square))).toSorted().join(' ');
  await page.locator('[data-square="2,2"].can').waitFor();
  assert.equal(await offered(), '1,2 2,2 3,2 4,2 5,2');
  await page.locator('[data-square="2,2"].can').click();
  await page.locator('[data-square="2,2"].source').waitFor();
  assert.equal(await offered(), '1,2 1,3 2,2 2,3 3,2 3,3 4,2 5,2');
  await page.locator('[data-square="2,3"].can').click();
  await page.locator('.diary li').nth(1).waitFor();
  await asked(page).waitFor();
  assert.ok(!page.url().includes('seat='));
  // The clock runs, and a reload does not set it back.
  const left = async () => { const [minutes, seconds] = (await page.locator('.clock.turn').textContent()).split(':').map(Number); return 60 * minutes + seconds; };
  const first = await left();
  await page.waitForFunction((was) => { const [minutes, seconds] = document.querySelector('.clock.turn').textContent.split(':').map(Number); return 60 * minutes + seconds < was; }, first);
  await page.reload();
  await asked(page).waitFor();
  assert.ok((await left()) < first);
  await page.locator('[data-square="2,3"] .piece.white').waitFor();
  // By keyboard: a stone, then where it goes.
  await page.locator('[data-square="3,2"].can').focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.square), '4,2');
  await page.keyboard.press('Enter');
  await page.locator('[data-square="4,3"].can').focus();
  await page.keyboard.press('Enter');
  await page.locator('.diary li').nth(2).waitFor();
  await asked(page).waitFor();
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.locator('[data-square="4,2"] .piece.white').waitFor();
  await asked(page).waitFor();
  page.on('dialog', (dialog) => dialog.accept());
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.locator('.sub:has-text("broken off")').waitFor();
  assert.equal(await page.getByRole('button', { name: /Take back|Resign/ }).count(), 0);
  fine(page);
  await leave(page);
});

test('a running tournament is watched, and stopped', async () => {
  const page = await visitor(chromium);
  await page.goto(`${service.url}/tournaments`);
  await page.getByLabel('Name', { exact: true }).fill('spring');
  await page.getByLabel('Games').selectOption(['rock_paper_scissors']);
  await page.getByLabel(/^Players/).fill('dice: random\nother: random:seed=4');
  await page.getByLabel('Repetitions').press('ControlOrMeta+a');  // over what stands there, as Firefox wants it
  await page.getByLabel('Repetitions').pressSequentially('4000');
  await page.getByRole('button', { name: 'Start' }).click();
  const count = async () => Number(/^(\d+) of/.exec(await page.locator('.progress span').first().textContent())[1]);
  await page.locator('.progress').waitFor();
  await page.waitForFunction(() => Number(/^(\d+) of/.exec(document.querySelector('.progress span').textContent)[1]) > 0);
  const first = await count();
  await page.waitForFunction((was) => Number(/^(\d+) of/.exec(document.querySelector('.progress span').textContent)[1]) > was, first);
  await page.locator('.list .interval').first().waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.locator('.state', { hasText: 'stopped' }).waitFor();
  await page.locator('.card table.list a').first().click();
  await page.locator('.timeline').waitFor();
  fine(page);
  await leave(page);
});

test('a replay shows every round through every lens, and links lead there', async () => {
  const { id } = await service.play('krieg_tictactoe_3x3', { crosses: 'random', noughts: 'random' }, { seed: 3, playClock: 0, startClock: 0 });
  const match = await service.ended(id);
  const page = await visitor(chromium);
  await page.goto(`${service.url}/m/${id}#2/noughts/belief`);
  await page.locator('.chance').first().waitFor();
  assert.equal(await page.locator('.timeline input[type=range]').inputValue(), '2');
  assert.ok((await page.locator('.chance').count()) >= 8);  // crosses may be on any of nine
  // Hovering shows the distribution of a square.
  await page.locator('[data-square="1,1"]').hover();
  await page.locator('.distribution').waitFor();
  await page.getByRole('button', { name: 'Sight' }).click();
  await page.locator('.unknown').first().waitFor();
  assert.equal(await page.locator('.chance').count(), 0);
  await page.getByRole('button', { name: 'Truth' }).click();
  for (let round = 0; round <= match.rounds.length; round++) {
    await page.goto(`${service.url}/m/${id}#${round}/noughts/truth`);
    const state = round === 0 ? match.initial : match.rounds[round - 1].state;
    const marked = state.filter((fact) => /^\(cell \d \d (crosses|noughts)\)$/.test(fact)).length;
    await page.waitForFunction((n) => document.querySelectorAll('.board .cross, .board .nought').length === n, marked);
    const table = await page.locator('.board table td').allTextContents();
    assert.equal(table.filter((text) => /^(crosses|noughts)$/.test(text)).length, marked);  // for who cannot see it
  }
  await page.locator('body').press('Home');
  await page.waitForURL(/#0\//);
  await page.locator('body').press('ArrowRight');
  await page.waitForURL(/#1\//);
  await page.getByRole('button', { name: 'crosses' }).click();
  await page.waitForURL(/#1\/crosses\/belief/);
  fine(page);
  await leave(page);
});

test('ships lie on a board whose squares the rules name by one word, and are moved and shot at there', async () => {
  const { id, seats } = await service.play('battleships_in_fog', { admiral: 'human', commodore: 'random' }, { seed: 5 });
  const page = await visitor(chromium);
  await page.goto(`${service.url}/m/${id}#seat=${seats.admiral}`);
  await page.locator('.square.can').first().waitFor();
  const { picture, legal } = await service.ask(`/api/matches/${id}/views/2?role=admiral`, undefined, { 'Percept-Seat': seats.admiral });
  // Of each square: the ships that may lie on it, by what the service says of each berth.
  const berths = picture.open.find((list) => list.name === 'ship').things;
  for (const square of ['a1', 'b2', 'c3', 'd4']) {
    const chance = berths.filter((one) => one.fluent.includes(square)).reduce((sum, one) => sum + one.probability, 0);
    await page.locator(`[data-square="${square[0]},${square[1]}"] .chance`, { hasText: `${Math.round(100 * chance)}%` }).waitFor();
  }
  assert.equal(await page.locator('.square .ship[d^="M14"]:not([stroke-dasharray])').count(), 2);  // one's own
  assert.ok(legal.known.includes('(fire d4)'));
  await page.locator('[data-square="d,4"].can').click();
  await page.locator('.diary li', { hasText: 'fire at d4' }).waitFor();
  fine(page);
  await leave(page);
});

test('what players expected is drawn round by round', async () => {
  const { id } = await service.play('noughts_and_crosses', { crosses: 'mcts:leaves=400', noughts: 'mcts:leaves=100' }, { seed: 3, playClock: 0, startClock: 0 });
  const match = await service.ended(id);
  const { rounds } = await service.ask(`/api/matches/${id}/reasons`);
  const page = await visitor(chromium);
  await page.goto(`${service.url}/m/${id}#3/crosses/truth`);
  const card = page.getByRole('region', { name: 'What the players expected' });
  await card.locator('.curve .line').nth(1).waitFor();
  assert.deepEqual(await card.locator('.legend span').allTextContents(), [' crosses', ' noughts']);
  // Of the round that is shown: the moves, the best first, and the one that was made.
  const best = rounds.find((one) => one.round === 3).roles.crosses.moves;
  const row = card.locator('table', { hasText: 'crosses in round 3' }).locator('tbody tr');
  assert.equal(await row.count(), Math.min(4, best.length));
  assert.match(await row.nth(0).textContent(), new RegExp(`${Math.round(best[0].value * 100)}`));
  assert.equal(await row.locator(`td[title="${match.rounds[2].moves.crosses}"]`, { hasText: 'made' }).count(), 1);
  await page.locator('body').press('ArrowRight');
  await card.getByText('noughts in round 4').waitFor();
  fine(page);
  await leave(page);
});

test('the editor finds a typing mistake, and plays the sheet when it is mended', async () => {
  const page = await visitor(chromium);
  await page.goto(`${service.url}/rules/rock_paper_scissors`);
  const text = page.getByLabel('Rule sheet');
  await page.waitForFunction(() => document.querySelector('textarea').value.includes('(role left)'));
  const right = await text.inputValue();
  await text.fill(right.replace('(role left)', '(role left'));
  await page.locator('.findings .error').first().waitFor();
  assert.ok(await page.getByRole('button', { name: 'Play it now' }).isDisabled());
  await page.locator('.findings .as-link').first().click();
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'Rule sheet');
  // What was changed is still there after a look at another page, and can be given up.
  await page.getByRole('link', { name: 'Players' }).click();
  await page.goBack();
  await page.locator('.findings .error').first().waitFor();
  await page.getByRole('button', { name: 'The original again' }).click();
  await page.getByText('Nothing found.').waitFor();
  assert.equal(await text.inputValue(), right);
  await page.getByRole('button', { name: 'To infix' }).click();
  await page.waitForFunction(() => document.querySelector('textarea').value.includes(':-'));
  await page.getByText('Nothing found.').waitFor();
  await page.getByRole('button', { name: 'Play it now' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await asked(page).waitFor();
  await page.locator('.move', { hasText: 'paper' }).click();
  await page.locator('.diary li').first().waitFor();
  fine(page);
  await leave(page);
});

test('a match is broken off from its page', async () => {
  const { id } = await service.play('rock_paper_scissors', { left: 'human', right: 'random' });
  const page = await visitor(chromium);
  page.on('dialog', (dialog) => dialog.accept());
  await page.goto(`${service.url}/m/${id}`);
  await page.getByText('What is hidden stays hidden').waitFor();
  await page.getByRole('button', { name: 'Break off' }).click();
  await page.locator('.sub:has-text("broken off")').waitFor();
  fine(page);
  await leave(page);
});

test('a wrong token is refused, the right one taken', async () => {
  const guarded = await new Service([], { PERCEPT_TOKEN: 'correct-horse-battery' }).start();
  try {
    const page = await visitor(chromium);
    await page.goto(`${guarded.url}/play/rock_paper_scissors`);
    const play = page.getByRole('button', { name: 'Play', exact: true });
    await play.click();
    const field = page.getByRole('textbox', { name: 'Token' });
    await field.fill('wrong-horse-battery');
    await page.getByRole('button', { name: 'Use it' }).click();
    await page.getByText('the token is wrong').first().waitFor();
    await field.fill('correct-horse-battery');
    await page.getByRole('button', { name: 'Use it' }).click();
    await play.click();
    await asked(page).waitFor();
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${page.url().split('#')[0]}#seat=0123456789abcdef0123456789abcdef0123456789a`);
    await page.getByText('This link does not open a seat of this match').waitFor();
    await page.reload();
    await page.getByText('What is hidden stays hidden').waitFor();
    fine(page);
    await leave(page);
  } finally {
    await guarded.stop();
  }
});

test('the manager is killed and started again: the page comes back by itself', async () => {
  const mortal = await new Service().start();
  try {
    const { id, seats } = await mortal.play('krieg_tictactoe_3x3', { crosses: 'human', noughts: 'random' });
    const page = await visitor(chromium), watching = await visitor(chromium);
    await page.goto(`${mortal.url}/m/${id}#seat=${seats.crosses}`);
    await watching.goto(`${mortal.url}/matches`);
    await asked(page).waitFor();
    await page.locator('[data-square="1,1"]').click();
    await page.locator('.diary li').nth(1).waitFor();
    await mortal.kill();
    await page.getByText('The connection is lost').waitFor();
    await mortal.start();
    await page.locator('.sub:has-text("interrupted")').waitFor();
    await page.getByText('The connection is lost').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Truth' }).click();
    await page.locator('[data-square="1,1"] .cross').waitFor();
    const next = await mortal.play('rock_paper_scissors', { left: 'random', right: 'random' }, { playClock: 0, startClock: 0 });
    await watching.locator(`a[href="/m/${next.id}"]`).waitFor();
    await leave(page);
    await leave(watching);
  } finally {
    await mortal.stop();
  }
});

test('axe finds nothing serious on any page, in both themes, on a phone and on a wide screen', async () => {
  const { id } = await service.play('blind_breakthrough_5x5', { white: 'random', black: 'random' }, { seed: 3, playClock: 0, startClock: 0 });
  await service.ended(id);
  const seated = await service.play('krieg_tictactoe_3x3', { crosses: 'human', noughts: 'random' });
  const searched = await service.play('noughts_and_crosses', { crosses: 'mcts:leaves=100', noughts: 'mcts:leaves=100' }, { seed: 3, playClock: 0, startClock: 0 });
  await service.ended(searched.id);
  for (const colorScheme of ['light', 'dark'])
    for (const width of [390, 1240]) {
      const page = await visitor(chromium, { colorScheme, viewport: { width, height: 850 } });
      await page.addInitScript({ path: axe });
      for (const path of ['/', '/play/kuhn_poker', '/matches', `/m/${id}#6/white/belief`, `/m/${id}#6/white/truth`, `/m/${seated.id}#seat=${seated.seats.crosses}`, `/m/${searched.id}#3/crosses/truth`, '/m/none', '/play/none', '/tournaments', '/t/spring', '/rules/nim', '/players', '/nowhere/at/all', '/m/%E0']) {
        await page.goto(service.url + path);
        await page.locator('h1').waitFor();
        if (/^\/m\/[a-z_\d]+\./.test(path)) await page.locator('.board').first().waitFor();
        await page.waitForLoadState('networkidle', { timeout: 1500 }).catch(() => {});  // some listen for ever
        assert.deepEqual(await serious(page), [], `${path} ${colorScheme} ${width}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(wide <= 1, `${path} is ${wide} too wide at ${width}`);
      }
      await leave(page);
    }
});

// Pictures for docs/pages, where PERCEPT_PICTURES says; else the same pages are only shown.
test('six games, every lens, both themes', async () => {
  const folder = process.env.PERCEPT_PICTURES;
  if (folder) mkdirSync(join(root, folder), { recursive: true });
  const games = [
    ['krieg_tictactoe_3x3', { crosses: 'random', noughts: 'random' }, 5, 'noughts'],
    ['blind_breakthrough_5x5', { white: 'random', black: 'random' }, 7, 'white'],
    ['minesweeper', { sweeper: 'random' }, 5, 'sweeper'],
    ['dark_hex_3x3', { black: 'random', white: 'random' }, 6, 'black'],
    ['kuhn_poker', { player1: 'random', player2: 'random' }, 2, 'player1'],
    ['transit', { transit: 'random', patrol: 'random' }, 6, 'patrol'],
  ];
  for (const [game, players, round, role] of games) {
    const { id } = await service.play(game, players, { seed: 2, playClock: 0, startClock: 0 });
    const match = await service.ended(id);
    const at = Math.min(round, match.rounds.length);
    for (const colorScheme of ['light', 'dark']) {
      const page = await visitor(chromium, { colorScheme, viewport: { width: 1240, height: 860 } });
      for (const lens of ['sight', 'belief', 'truth']) {
        await page.goto(`${service.url}/m/${id}#${at}/${role}/${lens}`);
        await page.locator(`.seg button[aria-pressed=true]:has-text("${lens}")`).waitFor();
        await page.locator('.position').waitFor();
        await page.locator('.numbers').waitFor();
        if (folder) await page.screenshot({ path: join(root, folder, `${game}-${lens}-${colorScheme}.png`) });
      }
      fine(page);
      await leave(page);
    }
  }
});
