// A match: played from a seat, watched, or looked at round by round afterwards, through three lenses. What is asked of the
// service is what the seat's role may know; everything else comes when the match is over.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ask, keepRole, keepSeat, leaveSeat, listen, Refused, roleOf, seatOf } from '../api';
import { Position, type Lens } from '../board';
import { Curve, Expectations } from '../curve';
import { address, decoded, go, Link, Loading, Missing, nice, Problem, useAsked, useRepeated, useTitle, when, withoutEnding } from '../parts';
import { boardsOf, percent, placesOf } from '../picture';
import { Piece, shapeOf } from '../pieces';
import { useSignal } from '../signal';
import { T } from '../texts';
import type { Game, Look, Match, Reasons, Round, SeatState, View } from '../types';
import { isWaiting, marksOf, moveWords, sentence } from '../words';
import { enter, startMatch, type Asked } from './setup';

const waiting = new Set(['queued', 'starting']);
const isRunning = (match: Match) => match.status === 'running' || waiting.has(match.status);

// #12/white/belief
interface Where { round: number | null; role: string | null; lens: Lens | null }
function whereOf(hash: string): Where {
  const [round, role, lens] = hash.replace(/^#/, '').split('/');
  return {
    round: round && /^\d+$/.test(round) ? Number(round) : null,
    role: role ? decoded(role) : null,
    lens: lens === 'truth' || lens === 'sight' || lens === 'belief' ? lens : null,
  };
}

// The views of a match that were asked for; they never change.
function useView(id: string, round: number, role: string | null, seat: string | null, allowed: boolean, kept: Map<string, View>): { view: View | null; error: unknown } {
  const key = `${round}/${role ?? ''}`;
  const [, redraw] = useState(0);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    if (!allowed || kept.has(key)) return;
    const stop = new AbortController();
    let timer = 0;
    const run = () =>
      ask<View>(`/api/matches/${id}/views/${round}${role === null ? '' : `?role=${encodeURIComponent(role)}`}`, { seat, signal: stop.signal }).then(
        (view) => {
          kept.set(key, view);
          setError(null);
          redraw((n) => n + 1);
        },
        (wrong) => {
          if (stop.signal.aborted) return;
          setError(wrong);
          timer = window.setTimeout(run, 700);
        },
      );
    run();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [id, key, seat, allowed]);
  return { view: kept.get(key) ?? null, error: kept.has(key) ? null : error };
}

const icons = {
  first: 'M2 2h2v12H2zM14 2v12L5 8z', back: 'M11 2v12L4 8z', run: 'M2 2l6 6-6 6zM8 2l6 6-6 6z', pause: 'M4 2h3v12H4zM9 2h3v12H9z', forward: 'M5 2l7 6-7 6z', last: 'M12 2h2v12h-2zM2 2l9 6-9 6z',
};
const Icon = ({ of }: { of: keyof typeof icons }) => <svg viewBox="0 0 16 16" aria-hidden="true"><path d={icons[of]} /></svg>;

function Clock({ seconds, large }: { seconds: number | null; large: boolean }) {
  const [end] = useState(() => ({ at: 0, of: null as number | null }));
  if (end.of !== seconds) {
    end.of = seconds;
    end.at = Date.now() + (seconds ?? 0) * 1000;
  }
  const [, tick] = useState(0);
  useEffect(() => {
    if (seconds === null) return;
    const timer = setInterval(() => tick((n) => n + 1), 250);
    return () => clearInterval(timer);
  }, [seconds]);
  if (seconds === null) return null;
  const left = Math.max(0, Math.ceil((end.at - Date.now()) / 1000));
  return <span class={`clock${large ? ' turn' : ''}${left <= 5 ? ' short' : ''}`} role="timer">{Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')}</span>;
}

function Moves({ legal, look, onBoard, onMove, busy }: { legal: { known: string[]; open: string[] }; look?: Look; onBoard: boolean; onMove: (move: string) => void; busy: boolean }) {
  const [words, setWords] = useState('');
  const all = [...legal.known.map((move) => ({ move, sure: true })), ...legal.open.map((move) => ({ move, sure: false }))].map((one) => ({ ...one, words: moveWords(one.move, look) }));
  const wanted = words.toLowerCase().split(/[\s,()→]+/).filter(Boolean);
  const found = all.filter((one) => wanted.every((word) => `${one.move} ${one.words}`.toLowerCase().includes(word)));
  const shown = found.slice(0, 40);
  const button = (one: (typeof all)[number]) => (
    <button key={one.move} type="button" class={`move${one.sure ? '' : ' maybe'}`} title={one.move} disabled={busy} onClick={() => onMove(one.move)}>{one.words}</button>
  );
  return (
    <section class="card moves" aria-label={T.match.moves}>
      <div class="row"><h2>{T.match.moves}</h2>{onBoard && <span class="dim">{T.match.movesHint}</span>}</div>
      {all.length > 6 && (
        <form onSubmit={(event) => { event.preventDefault(); if (found.length === 1 && !busy) { setWords(''); onMove(found[0]!.move); } }}>
          <input id="find-move" type="search" aria-label={T.match.movesFind} placeholder={`${T.match.movesFind}  ( / )`} value={words} onInput={(event) => setWords(event.currentTarget.value)} />
        </form>
      )}
      <div class="move-list">{shown.filter((one) => one.sure).map(button)}</div>
      {shown.some((one) => !one.sure) && (
        <><p class="dim">{T.match.mayBeHint}</p><div class="move-list">{shown.filter((one) => !one.sure).map(button)}</div></>
      )}
      {found.length > shown.length && <p class="dim">{T.match.movesMore(found.length - shown.length)}</p>}
    </section>
  );
}

function Knowledge({ view, own, onRound }: { view: View; own: boolean; onRound: (round: number) => void }) {
  const course = view.course ?? [];
  return (
    <section class="card" aria-label={T.match.know(own ? null : view.role ?? '')}>
      <h2>{T.match.know(own ? null : view.role ?? '')}</h2>
      <div class="numbers">
        <div><b>{view.positions === null || view.positions === undefined ? '–' : view.positions.toLocaleString('en').replace(/,/g, ' ')}</b>{view.positions === 1 ? T.match.onePosition : view.positions === null ? T.match.manyPositions : T.match.positions(true)}</div>
        <div><b>{view.bits === null || view.bits === undefined ? '–' : view.bits.toFixed(1)}</b>{T.match.bits}</div>
        <div><b>{view.learnt === null || view.learnt === undefined ? '–' : view.learnt.toFixed(1)}</b>{T.match.learnt}</div>
      </div>
      <Curve values={course.map((one) => one.bits)} now={view.round} onRound={onRound} />
      {view.positions !== 1 && <p class="dim">{view.exact ? T.match.exactly : T.match.estimated}{view.late ? ` ${T.match.late}` : ''}</p>}
    </section>
  );
}

// Players that search say what they expected; the others have no line.
function Expected({ reasons, rounds, roles, played, now, look, onRound }: { reasons: Reasons; rounds: Round[]; roles: string[]; played: number; now: number; look?: Look; onRound: (round: number) => void }) {
  const thinkers = roles.filter((role) => reasons.rounds.some((one) => one.roles[role]));
  if (thinkers.length === 0) return null;
  const made = (role: string, round: number) => rounds.find((one) => one.round === round)?.moves?.[role];
  const lines = thinkers.map((role) => {
    const values: (number | null)[] = Array.from({ length: played + 1 }, () => null);
    for (const one of reasons.rounds) {
      const moves = one.roles[role]?.moves;
      if (moves && one.round <= played) values[one.round] = (moves.find((move) => move.move === made(role, one.round)) ?? moves[0]!).value;
    }
    return { name: role.replace(/_/g, ' '), values };
  });
  const here = reasons.rounds.find((one) => one.round === now)?.roles ?? {};
  const t = T.match.worth;
  return (
    <section class="card" aria-label={T.match.expected}>
      <h2>{T.match.expected}</h2>
      <p class="dim">{T.match.expectedHint}</p>
      <Expectations lines={lines} last={played} now={now} onRound={onRound} />
      {thinkers.filter((role) => here[role]).map((role) => (
        <table key={role} class="list thoughts">
          <caption>{T.match.thoughtOf(role.replace(/_/g, ' '), now, here[role]!.positions)}</caption>
          <thead><tr><th scope="col">{t.move}</th><th scope="col" class="number">{t.goal}</th><th scope="col" class="number">{here[role]!.moves.some((move) => move.chance > 0) ? t.chance : t.visits}</th></tr></thead>
          <tbody>
            {here[role]!.moves.slice(0, 4).map((move) => (
              <tr key={move.move}>
                <td title={move.move}>{moveWords(move.move, look)}{made(role, now) === move.move && <small> {t.made}</small>}</td>
                <td class="number">{Math.round(move.value * 100)}{move.lowest === move.highest && <small> {t.proven}</small>}</td>
                <td class="number">{here[role]!.moves.some((one) => one.chance > 0) ? percent(move.chance) : move.visits.toLocaleString('en').replace(/,/g, '\u202f')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </section>
  );
}

interface DiaryLine { round: number; move: string | null; percepts: string[] | null; faults: string[]; learnt: number | null }

function Diary({ lines, now, roles, role, look, subject, onRound }: { lines: DiaryLine[]; now: number; roles: string[]; role: string | null; look?: Look; subject: string; onRound: (round: number) => void }) {
  const current = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const item = current.current, list = item?.parentElement;
    if (item && list) list.scrollTop = item.offsetTop - list.clientHeight / 2;
  }, [now, lines.length]);
  return (
    <section class="card" aria-label={T.match.diary}>
      <h2>{T.match.diary}</h2>
      <ol class="diary" tabIndex={0} aria-label={T.match.diary}>
        {lines.map((line) => {
          const said = sentence(line.move, line.percepts, roles, role, look);
          return (
            <li key={line.round} ref={line.round === now ? current : undefined} class={line.round === now ? 'on' : ''} aria-current={line.round === now ? 'step' : undefined} onClick={() => onRound(line.round)}>
              <span class="n">{line.round}</span>
              <span>
                {line.move !== null && !isWaiting(line.move) && <span title={line.move}>{subject}: {said.did}. </span>}
                {said.noticed.length > 0 ? said.noticed.map((one) => <span key={one.term} class="noticed" title={one.term}>{one.words}</span>) : line.percepts?.length === 0 && <span class="dim">{T.match.nothingHeard}</span>}
                {line.faults.map((text) => <span key={text} class="fault">{text}</span>)}
              </span>
              <span class="b">{line.learnt !== null && line.learnt > 0.05 && <><i class="bits" style={{ width: `${Math.min(48, line.learnt * 10)}px` }} />{T.match.bit(line.learnt)}</>}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

export function MatchPage({ id }: { id: string }) {
  const place = useSignal(address);
  const hash = place.slice(place.indexOf('#') >= 0 ? place.indexOf('#') : place.length);
  const [seat, setSeat] = useState<string | null>(() => seatOf(id));
  const [state, setState] = useState<SeatState | null>(null);
  const [match, setMatch] = useState<Match | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [moveError, setMoveError] = useState<unknown>(null);
  const [noSeat, setNoSeat] = useState(false);
  const [sent, setSent] = useState<number | null>(null);
  const [again, setAgain] = useState(0);
  const [running, setRunning] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [worlds, setWorlds] = useState<NonNullable<View['worlds']> | null>(null);
  const [world, setWorld] = useState(0);
  const [thought, setThought] = useState<View | null>(null);
  const kept = useMemo(() => new Map<string, View>(), [id]);
  const where = whereOf(hash);

  // A link to a seat: the token leaves the address at once.
  useEffect(() => {
    const given = /^#seat=([\w.~+/=-]+)$/.exec(hash);
    if (!given) return;
    keepSeat(id, given[1]!);
    setSeat(given[1]!);
    go(`/m/${id}`, true);
  }, [hash, id]);

  // From the seat: wait for what changes there.
  useEffect(() => {
    if (!seat) return;
    const stop = new AbortController();
    let gone = false;
    (async () => {
      let version = 0;
      while (!gone) {
        try {
          const now = await ask<SeatState>(`/api/matches/${id}/seat?version=${version}`, { seat, signal: stop.signal });
          if (now.version !== version || now.stage !== 'running') setState(now);
          version = now.version;
          keepRole(id, now.role);
          if (now.over) {
            setAgain((n) => n + 1);
            await new Promise((wake) => setTimeout(wake, 300));
          }
        } catch (wrong) {
          if (gone) return;
          if (wrong instanceof Refused && wrong.status === 403) {
            setNoSeat(version === 0);
            setSeat(null);
            setState(null);
            leaveSeat(id);
            setAgain((n) => n + 1);
            return;
          }
          await new Promise((wake) => setTimeout(wake, 1000));
        }
      }
    })();
    return () => {
      gone = true;
      stop.abort();
    };
  }, [seat, id]);

  // The match itself, as whoever sits here may see it.
  const role = state?.role ?? null;
  useRepeated(
    async (signal) => {
      if (seat && !state) return;
      const begun = !state || !waiting.has(state.stage);
      try {
        const found = await ask<Match>(`/api/matches/${encodeURIComponent(id)}${seat && role && begun ? `?role=${encodeURIComponent(role)}` : ''}`, { seat, signal });
        if (signal.aborted) return;
        setMatch(found);
        setError(null);
        return waiting.has(found.status) ? 400 : undefined;
      } catch (wrong) {
        if (signal.aborted) return;
        if (!(wrong instanceof Refused) || wrong.status === 404 || wrong.status === 400) setError(wrong);
        return wrong instanceof Refused && wrong.status !== 404 ? 1000 : undefined;
      }
    },
    [id, seat, role, !seat || !!state, state ? waiting.has(state.stage) : false],
    `${state?.round} ${state?.stage} ${state?.over} ${again}`,
  );

  // Watching: the events say when there is more to see.
  const live = !!match && isRunning(match);
  useEffect(() => {
    if (seat || !live) return;
    let timer = 0;
    const stop = listen(`/api/matches/${encodeURIComponent(id)}/events`, () => {
      if (timer) return;
      timer = window.setTimeout(() => {
        timer = 0;
        setAgain((n) => n + 1);
      }, 100);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [id, seat, live]);

  const { data: game } = useAsked<Game>(match && match.game !== 'scrambled' ? `/api/games/${encodeURIComponent(withoutEnding(match.game))}` : null, match?.game);
  const look = game && match && (!match.hash || game.hash === match.hash) ? game.look : undefined;
  const title = game && match && game.hash === match.hash ? look?.title ?? game.title : nice(match?.game ?? '');
  useTitle(title);

  const played = seat ? state?.round ?? 0 : match?.rounds?.length ?? match?.roundsPlayed ?? 0;
  const roles = (match?.roles ?? []).filter((_, i) => match?.players[i]?.name !== 'nature');
  const seesAll = !!match && (match.view === 'all' || (!seat && !live));
  const allowed = !!match && !waiting.has(match.status) && (seat ? !!state?.ready : seesAll && match.status !== 'refused' && match.status !== 'cancelled');
  const round = Math.min(where.round ?? played, played);
  const following = where.round === null;
  const hidden = match?.gdlVersion === 2;
  const whose = seat && role ? role : where.role && roles.includes(where.role) ? where.role : roles[0] ?? null;
  const lens: Lens = seat && live ? (where.lens === 'sight' ? 'sight' : 'belief') : where.lens ?? (hidden ? 'belief' : 'truth');
  const viewer = lens === 'truth' ? null : whose;
  const { view, error: viewError } = useView(id, round, viewer, seat && live ? seat : null, allowed, kept);
  const { view: before } = useView(id, Math.max(0, round - 1), viewer, seat && live ? seat : null, allowed && round > 0, kept);
  // The knowledge beside a true position is that of the role that was chosen.
  const { view: known } = useView(id, round, whose, seat && live ? seat : null, allowed && hidden === true && whose !== null, kept);

  // Why players chose as they did: for whoever may see everything, and never while people play.
  const openBook = !!match && !waiting.has(match.status) && (!live || (match.view === 'all' && match.players.every((player) => player.name !== 'human')));
  const { data: reasons } = useAsked<Reasons>(openBook && !seat ? `/api/matches/${encodeURIComponent(id)}/reasons` : null, `${played} ${live}`);

  const to = (next: { round?: number | null; role?: string; lens?: Lens }) => {
    const at = next.round === undefined ? where.round : next.round;
    go(`/m/${id}#${at === null || (at >= played && live) ? '' : at}/${encodeURIComponent(next.role ?? whose ?? '')}/${next.lens ?? lens}`, true);
  };
  const step = (by: number) => to({ round: Math.max(0, Math.min(played, round + by)) });

  useEffect(() => {
    setWorlds(null);
    setThought(null);
  }, [round, viewer]);
  useEffect(() => {
    if (!running) return;
    if (round >= played && !live) return setRunning(false);
    const timer = setTimeout(() => step(1), 1000 / speed);
    return () => clearTimeout(timer);
  }, [running, round, speed, played]);
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      const on = event.target as HTMLElement;
      if (/^(INPUT|SELECT|TEXTAREA)$/.test(on.tagName) || event.ctrlKey || event.metaKey || event.altKey) return;
      const lenses: Record<string, Lens> = { 1: 'sight', 2: 'belief', 3: 'truth' };
      if (event.key === 'ArrowLeft') step(-1);
      else if (event.key === 'ArrowRight') step(1);
      else if (event.key === 'Home') to({ round: 0 });
      else if (event.key === 'End') to({ round: null });
      else if (event.key === ' ' && on.tagName !== 'BUTTON' && on.tagName !== 'A') setRunning((now) => !now);
      else if (event.key === '/') document.getElementById('find-move')?.focus();
      else if (lenses[event.key] && (lenses[event.key] !== 'truth' || !live || seesAll)) to({ lens: lenses[event.key] });
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', keys);
    return () => window.removeEventListener('keydown', keys);
  });

  if (error) return <Missing error={error} to="/matches" name={T.matches.toAll} />;
  if (!match) return <Loading />;

  const over = !isRunning(match);
  const asked = !!seat && !!state?.asked && sent !== state.round + 1;
  const mine = asked && following && view?.legal ? view.legal : null;
  const targets = mine ? [...mine.known.map((move) => ({ move, sure: true })), ...mine.open.map((move) => ({ move, sure: false }))] : [];
  const boards = mine && view ? boardsOf(view.picture, look) : [];
  const onBoard = targets.some((one) => placesOf(one.move, boards).length > 0);
  const move = async (text: string) => {
    if (!state) return;
    setMoveError(null);
    setSent(state.round + 1);
    try {
      await ask(`/api/matches/${id}/seat/move`, { body: { round: state.round + 1, move: text }, seat });
    } catch (wrong) {
      setSent(null);
      setMoveError(wrong);
    }
  };
  const leave = async (path: string, sure: string) => {
    if (!confirm(sure)) return;
    try {
      await ask(path, { body: {}, seat });
      setAgain((n) => n + 1);
    } catch (wrong) {
      setMoveError(wrong);
    }
  };
  const takeBack = async () => {
    // The last round in which there was a choice.
    let last = 0;
    for (const one of match.rounds ?? []) if (role && !isWaiting(one.moves?.[role])) last = one.round;
    if (last === 0) return;
    try {
      const started = await ask<{ id: string; seats: Record<string, string> }>(`/api/matches/${id}/seat/back`, { body: { round: last }, seat });
      const first = sessionStorage.getItem(`percept-asked-${id}`);
      if (first) sessionStorage.setItem(`percept-asked-${started.id}`, first);
      enter(started);
    } catch (wrong) {
      setMoveError(wrong);
    }
  };
  const stored = sessionStorage.getItem(`percept-asked-${id}`);
  const order: Asked | null = stored ? JSON.parse(stored) : null;
  const playAgain = async (swap: boolean) => {
    if (!order) return;
    const names = Object.keys(order.players), values = Object.values(order.players);
    const players = swap ? Object.fromEntries(names.map((name, i) => [name, values[(i + 1) % values.length]!])) : order.players;
    try {
      enter(await startMatch({ ...order, players }));
    } catch (wrong) {
      setMoveError(wrong);
    }
  };
  const seatRole = role ?? (over ? roleOf(id) : null);
  const shownWorld = worlds && worlds[world];
  const shown = thought ?? (shownWorld ? { ...view, picture: shownWorld.picture } : view);

  const diary: DiaryLine[] = (match.rounds ?? []).map((one) => ({
    round: one.round,
    move: whose ? one.moves?.[whose] ?? null : null,
    percepts: whose ? one.percepts?.[whose] ?? (match.gdlVersion === 1 && one.moves ? Object.entries(one.moves).map(([name, made]) => `(does ${name} ${made})`) : null) : null,
    faults: one.faults.map((fault) => (fault.role === role && seat ? (fault.kind === 'timeout' ? T.match.late1 : T.match.illegal) : T.match.fault(fault.role, fault.kind))),
    learnt: known?.course?.[one.round]?.learnt ?? null,
  }));

  return (
    <>
      <h1>{title}</h1>
      <p class="sub">
        {over && match.goals ? <>{T.match.rounds(played)}, {when(match.started)}</> : over ? T.match.ended[match.status] ?? match.status : waiting.has(match.status) ? (match.status === 'queued' ? T.match.waiting : T.match.starting) : T.match.running(played + 1)}
        {seat && role && <> · {T.match.youAre} <b>{role}</b></>}
        {match.tournament && <> · <Link to={`/t/${match.tournament}`}>{match.tournament}</Link></>}
      </p>
      {over && match.goals && <Result goals={match.goals} role={seatRole} roles={roles} />}
      {noSeat && live && <p class="problem" role="alert">{T.match.seatLost}</p>}
      {match.note && <p class="dim">{match.note}</p>}
      <div class="two">
        <section>
          {allowed ? (
            <div class="card">
              <div class="row lenses">
                {hidden && <div class="seg" role="group" aria-label={T.match.lens}>
                  {(['sight', 'belief', 'truth'] as Lens[]).map((one) => {
                    const closed = one === 'truth' && live && !!seat;
                    return <button key={one} type="button" class={lens === one ? 'on' : ''} aria-pressed={lens === one} disabled={closed} title={closed ? T.match.truthLater : T.match.lensHelp[one]} onClick={() => to({ lens: one })}>{T.match.lenses[one]}{closed && <span class="unseen"> ({T.match.truthLater})</span>}</button>;
                  })}
                </div>}
                {hidden && !(seat && live) && (
                  <div class="chips" role="group" aria-label={T.match.role}>
                    {roles.map((name) => <button key={name} type="button" class={whose === name ? 'chip-button on' : 'chip-button'} aria-pressed={whose === name} onClick={() => to({ role: name, lens: lens === 'truth' ? 'belief' : lens })}>{name.replace(/_/g, ' ')}</button>)}
                  </div>
                )}
              </div>
              <Problem error={moveError} />
              {view ? <Position picture={shown!.picture!} before={shown !== view ? null : before?.picture ?? null} look={look} lens={shownWorld ? 'truth' : lens} label={thought ? T.match.thinks(whose ?? '', thought.other ?? '') : T.match.boardOf(lens, whose ?? '')} moves={shown === view ? targets : []} onMove={move} marks={marksOf(diary.slice(0, round), look)} />
                : viewError ? <Problem error={viewError} /> : <Loading />}
              {lens !== 'truth' && view && view.positions !== 1 && (
                <p class="legend"><span>● {T.match.legend.sure}</span>{lens === 'belief' ? <span>◌ {T.match.legend.maybe}</span> : <span>? {T.match.legend.unknown}</span>}{onBoard && <span class="accent">▢ {T.match.legend.target}</span>}</p>
              )}
            </div>
          ) : match.status === 'refused' || match.status === 'cancelled' ? <div class="card"><p>{T.match[match.status]}</p></div>
            : live && !seat && match.status === 'running' ? <div class="card quiet-board"><h2>{T.match.hiddenTitle}</h2><p>{T.match.hiddenText}</p></div> : <div class="card"><Loading /></div>}
          {allowed && (
            <div class="card timeline" role="group" aria-label={T.match.timeline}>
              <button type="button" aria-label={T.match.first} onClick={() => to({ round: 0 })}><Icon of="first" /></button>
              <button type="button" aria-label={T.match.back} onClick={() => step(-1)}><Icon of="back" /></button>
              <button type="button" aria-label={running ? T.match.pause : T.match.playIt} aria-pressed={running} onClick={() => { if (round >= played && !live) to({ round: 0 }); setRunning(!running); }}><Icon of={running ? 'pause' : 'run'} /></button>
              <button type="button" aria-label={T.match.forward} onClick={() => step(1)}><Icon of="forward" /></button>
              <button type="button" aria-label={T.match.last} onClick={() => to({ round: null })}><Icon of="last" /></button>
              <input type="range" aria-label={T.match.timeline} min={0} max={played} value={round} onInput={(event) => to({ round: Number(event.currentTarget.value) })} />
              <span class="dim at" role="status">{T.match.round(round, played, live && following)}</span>
              <select aria-label={T.match.speed} value={speed} onChange={(event) => setSpeed(Number(event.currentTarget.value))}>{[0.5, 1, 2, 4, 8].map((one) => <option key={one} value={one}>{one}×</option>)}</select>
            </div>
          )}
          {allowed && lens === 'belief' && view && view.positions !== 1 && (
            <div class="card worlds">
              {thought && <p role="status">{T.match.thinks(whose!, thought.other ?? '')}. {T.match.thought(thought.histories ?? 0)}</p>}
              {worlds === null && roles.filter((other) => other !== whose).map((other) => (
                <button key={other} type="button" aria-pressed={thought?.other === other} onClick={async () => {
                  if (thought?.other === other) return setThought(null);
                  try {
                    setThought(await ask<View>(`/api/matches/${id}/views/${round}?role=${encodeURIComponent(whose!)}&other=${encodeURIComponent(other)}`, { seat: seat && live ? seat : null }));
                  } catch (wrong) {
                    setMoveError(wrong);
                  }
                }}>{T.match.thinks(whose!, other)}</button>
              ))}
              {worlds === null ? (
                <button type="button" onClick={() => { setWorld(0); setThought(null); ask<View>(`/api/matches/${id}/views/${round}?role=${encodeURIComponent(whose!)}&worlds=1`, { seat: seat && live ? seat : null }).then((found) => setWorlds(found.worlds ?? []), setMoveError); }}>{T.match.worlds} …</button>
              ) : (
                <>
                  <label for="world">{worlds.length > 0 ? T.match.world(world + 1, worlds.length, percent(worlds[world]!.weight, view.exact)) : T.match.manyPositions}</label>
                  {worlds.length > 0 && <input id="world" type="range" min={0} max={worlds.length - 1} value={world} onInput={(event) => setWorld(Number(event.currentTarget.value))} />}
                  <button type="button" onClick={() => setWorlds(null)}>{T.match.cancel}</button>
                </>
              )}
            </div>
          )}
        </section>
        <aside>
          <section class="card players" aria-label={T.setup.who}>
            {match.players.map((player) => {
              const own = player.role === seatRole;
              const goal = match.goals?.[player.role];
              return (
                <div key={player.role} class={`player${own && asked ? ' turn' : ''}`}>
                  {shapeOf(player.role, look?.symbols) && <svg class="mark" viewBox="16 16 68 68" aria-hidden="true"><Piece name={player.role} symbols={look?.symbols} /></svg>}
                  <div><b>{own ? T.match.you : player.name === 'human' ? T.match.person : player.name === 'nature' ? T.match.nature : player.name}</b> · {player.role.replace(/_/g, ' ')}
                    {live && <div class="dim">{own ? (asked ? T.match.yourMove : T.match.waitingFor) : player.name === 'nature' ? '' : T.match.thinking}</div>}
                  </div>
                  {own && live && asked ? <Clock key={state!.round} seconds={state!.secondsLeft} large /> : goal !== undefined && goal !== null ? <span class="clock">{goal}</span> : null}
                </div>
              );
            })}
          </section>
          {mine && <Moves legal={mine} look={look} onBoard={onBoard} onMove={move} busy={!asked} />}
          {seat && live && !asked && sent !== null && state && sent > state.round && <p class="dim" role="status">{T.match.sent}</p>}
          {known && hidden && <Knowledge view={known} own={!!seat} onRound={(at) => to({ round: at })} />}
          {reasons && <Expected reasons={reasons} rounds={match.rounds ?? []} roles={roles} played={played} now={round} look={look} onRound={(at) => to({ round: at })} />}
          {diary.length > 0 && (seat || seesAll) && <Diary lines={diary} now={round} roles={match.roles ?? []} role={whose} look={look} subject={seat ? T.match.you : (whose ?? '').replace(/_/g, ' ')} onRound={(at) => to({ round: at })} />}
          <section class="buttons actions">
            {seat && live && <button type="button" onClick={() => leave(`/api/matches/${id}/seat/resign`, T.match.resignSure)}>{T.match.resign}</button>}
            {seat && live && played > 0 && Object.values(order?.players ?? {}).filter((player) => player === 'human' || player.includes('://')).length === 1 && <button type="button" onClick={takeBack}>{T.match.takeBack}</button>}
            {!seat && live && match.view !== undefined && <button type="button" onClick={() => leave(`/api/matches/${id}/cancel`, T.match.cancelSure)}>{T.match.cancelMatch}</button>}
            {over && order && <button type="button" class="primary" onClick={() => playAgain(false)}>{T.match.again}</button>}
            {over && order && Object.keys(order.players).length > 1 && <button type="button" onClick={() => playAgain(true)}>{T.match.swap}</button>}
            {over && match.rounds && <a class="button" href={`/api/matches/${id}/record`} download={`${id}.json`}>{T.match.record}</a>}
          </section>
          <p class="dim keys">{T.match.help}</p>
        </aside>
      </div>
    </>
  );
}

function Result({ goals, role, roles }: { goals: Record<string, number | null>; role: string | null; roles: string[] }) {
  const own = role === null ? null : goals[role] ?? null;
  const others = roles.filter((name) => name !== role).map((name) => goals[name] ?? 0);
  const best = Math.max(...others, -1);
  const words = own === null ? T.match.over : others.length === 0 ? (own >= 100 ? T.match.won : own <= 0 ? T.match.lost : T.match.over) : own > best ? T.match.won : own < best ? T.match.lost : T.match.drawn;
  return <p class="result" role="status"><b>{words}</b> {roles.map((name) => `${name.replace(/_/g, ' ')} ${goals[name] ?? '–'}`).join(' : ')}</p>;
}
