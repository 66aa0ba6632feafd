// Tournaments: all, one as it is played, and a new one.
import { useState } from 'preact/hooks';
import { ask } from '../api';
import { go, Link, Loading, Missing, nice, Problem, useAsked, useTitle } from '../parts';
import { T } from '../texts';
import type { Cup, Game, Match, Standing } from '../types';
import { MatchTable } from './matches';

const stateOf = (cup: Cup) => (cup.running ? T.tournaments.running : cup.table.completed + cup.table.failed >= cup.table.matches ? T.tournaments.finished : T.tournaments.stopped);

function Progress({ cup }: { cup: Cup }) {
  const done = cup.table.completed + cup.table.failed;
  return <div class="progress"><progress max={cup.table.matches} value={done} aria-label={T.tournaments.progress(done, cup.table.matches)} /><span>{T.tournaments.progress(done, cup.table.matches)}</span><span class={`state ${cup.running ? 'running' : ''}`}>{stateOf(cup)}</span></div>;
}

// A mean with its interval, on a line from 0 to 100.
function Interval({ mean, reach }: { mean: number | null; reach: number | null }) {
  if (mean === null) return <span class="dim">–</span>;
  const low = Math.max(0, mean - (reach ?? 0)), high = Math.min(100, mean + (reach ?? 0));
  return (
    <span class="interval">
      <svg viewBox="0 0 100 12" aria-hidden="true"><line x1="0" y1="6" x2="100" y2="6" class="ground" /><line x1={low} y1="6" x2={high} y2="6" class="reach" /><circle cx={mean} cy="6" r="3.500" class="mean" /></svg>
      {mean.toFixed(1)}{reach !== null && <small> ± {reach.toFixed(1)}</small>}
    </span>
  );
}

function Table({ players, rated, caption }: { players: Standing[]; rated: boolean; caption: string }) {
  const h = T.tournaments.head;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={caption}>
      <table class="list">
        <caption class="unseen">{caption}</caption>
        <thead><tr><th scope="col">{h.player}</th><th scope="col" class="number">{h.matches}</th><th scope="col">{h.mean}</th>{rated && <th scope="col" class="number">{h.elo}</th>}<th scope="col" class="number">{h.results}</th><th scope="col" class="number">{h.faults}</th></tr></thead>
        <tbody>
          {players.map((player) => (
            <tr key={player.name}>
              <th scope="row">{player.name}{player.spec && player.spec !== player.name && <small class="dim"> {player.spec}</small>}</th>
              <td class="number">{player.matches}</td>
              <td><Interval mean={player.mean} reach={player.mean_reach_95} /></td>
              {rated && <td class="number">{player.elo == null ? '–' : Math.round(player.elo)}{player.elo_reach_95 != null && <small> ± {Math.round(player.elo_reach_95)}</small>}</td>}
              <td class="number">{player.wins} · {player.draws} · {player.losses}</td>
              <td class="number">{player.faults}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function Tournaments() {
  useTitle(T.tournaments.title);
  const { data, error } = useAsked<{ tournaments: Cup[] }>('/api/tournaments', 0, 2000);
  return (
    <>
      <h1>{T.tournaments.title}</h1>
      <p class="lead">{T.tournaments.lead}</p>
      <Problem error={error} />
      {data && data.tournaments.length === 0 && <p>{T.tournaments.none}</p>}
      <ul class="cups">
        {(data?.tournaments ?? []).map((cup) => (
          <li key={cup.name} class="card"><h2><Link to={`/t/${cup.name}`}>{cup.name}</Link></h2><p class="dim">{cup.table.games.map((game) => nice(game.name)).join(', ')}</p><Progress cup={cup} /></li>
        ))}
      </ul>
      <NewTournament />
    </>
  );
}

function NewTournament() {
  const { data } = useAsked<{ games: Game[] }>('/api/games');
  const [name, setName] = useState('');
  const [games, setGames] = useState<string[]>([]);
  const [players, setPlayers] = useState('one: random\ntwo: legal');
  const [repetitions, setRepetitions] = useState(10);
  const [error, setError] = useState<unknown>(null);
  const start = async (event: Event) => {
    event.preventDefault();
    const entries = players.split('\n').map((line) => line.trim()).filter(Boolean).map((line) => {
      const at = line.indexOf(':');
      return at < 0 ? [line, line] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    });
    try {
      await ask('/api/tournaments', { body: { name, games, players: Object.fromEntries(entries), repetitions } });
      go(`/t/${name}`);
    } catch (wrong) {
      setError(wrong);
    }
  };
  return (
    <form class="card setup" onSubmit={start}>
      <h2>{T.tournaments.create}</h2>
      <div class="field"><label for="cup-name">{T.tournaments.name}</label><input id="cup-name" required pattern="[A-Za-z0-9_\-]+" title={T.tournaments.nameHint} value={name} onInput={(event) => setName(event.currentTarget.value)} /></div>
      <div class="field"><label for="cup-games">{T.tournaments.games}</label>
        <select id="cup-games" multiple size={6} onChange={(event) => setGames([...event.currentTarget.selectedOptions].map((option) => option.value))}>
          {(data?.games ?? []).filter((game) => game.playable).map((game) => <option key={game.name} value={game.name} selected={games.includes(game.name)}>{game.title}</option>)}
        </select></div>
      <div class="field"><label for="cup-players">{T.tournaments.players} <small class="dim">{T.tournaments.playersHint}</small></label><textarea id="cup-players" rows={4} value={players} onInput={(event) => setPlayers(event.currentTarget.value)} /></div>
      <div class="field"><label for="cup-repetitions">{T.tournaments.repetitions}</label><input id="cup-repetitions" type="number" min={1} max={10000} value={repetitions} onInput={(event) => setRepetitions(Number(event.currentTarget.value))} /></div>
      <Problem error={error} />
      <button class="primary" type="submit">{T.tournaments.start}</button>
    </form>
  );
}

export function TournamentPage({ name }: { name: string }) {
  useTitle(name);
  const { data: cup, error } = useAsked<Cup>(`/api/tournaments/${name}`, 0, 1000);
  const { data: lately } = useAsked<{ matches: Match[] }>(`/api/matches?tournament=${name}&limit=8`, 0, 2000);
  const [wrong, setWrong] = useState<unknown>(null);
  if (error && !cup) return <Missing error={error} to="/tournaments" name={T.tournaments.toAll} />;
  if (!cup) return <Loading />;
  return (
    <>
      <h1>{name}</h1>
      <Progress cup={cup} />
      {cup.problem && <Problem error={new Error(cup.problem)} />}
      <Problem error={wrong} />
      <div class="card"><Table players={cup.table.players} rated caption={name} /><p class="dim">{T.tournaments.faults}</p></div>
      {cup.table.games.length > 1 && cup.table.games.map((game) => <div class="card" key={game.name}><h2>{T.tournaments.inGame(nice(game.name))}</h2><Table players={game.players} rated={false} caption={T.tournaments.inGame(nice(game.name))} /></div>)}
      {lately && lately.matches.length > 0 && <div class="card"><h2>{T.tournaments.lately}</h2><MatchTable matches={lately.matches} /></div>}
      {cup.running && <button type="button" onClick={() => ask(`/api/tournaments/${name}/cancel`, { body: {} }).catch(setWrong)}>{T.tournaments.cancel}</button>}
    </>
  );
}
