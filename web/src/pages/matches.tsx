// All matches, live.
import { useEffect, useState } from 'preact/hooks';
import { listen } from '../api';
import { Link, nice, Problem, useAsked, useTitle, when } from '../parts';
import { T } from '../texts';
import type { Match } from '../types';

export function MatchTable({ matches }: { matches: Match[] }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={T.matches.title}>
      <table class="list">
        <thead><tr><th scope="col">{T.matches.head.game}</th><th scope="col">{T.matches.head.players}</th><th scope="col" class="number">{T.matches.head.rounds}</th><th scope="col">{T.matches.head.result}</th><th scope="col">{T.matches.head.when}</th></tr></thead>
        <tbody>
          {matches.map((match) => (
            <tr key={match.id}>
              <td><Link to={`/m/${match.id}`}>{nice(match.game)}</Link></td>
              <td>{match.players.filter((player) => player.name !== 'nature').map((player) => <span key={player.role} class="who"><span class="dim">{player.role.replace(/_/g, ' ')}</span> {player.name}</span>)}</td>
              <td class="number">{match.roundsPlayed}</td>
              <td>{match.goals ? Object.entries(match.goals).filter(([role]) => match.players.find((player) => player.role === role)?.name !== 'nature').map(([, goal]) => goal ?? '–').join(' : ') : <span class={`state ${match.status}`}>{match.status}</span>}</td>
              <td class="dim">{when(match.started)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function Matches() {
  useTitle(T.matches.title);
  const [words, setWords] = useState('');
  const [status, setStatus] = useState('');
  const [limit, setLimit] = useState(50);
  const [again, setAgain] = useState(0);
  const { data, error } = useAsked<{ matches: Match[] }>(`/api/matches?limit=${limit}${status ? `&status=${status}` : ''}`, again);
  useEffect(() => {
    let timer = 0;
    const stop = listen('/api/events?since=now', () => {
      if (timer) return;
      timer = window.setTimeout(() => {
        timer = 0;
        setAgain((n) => n + 1);
      }, 500);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (data?.matches ?? []).filter((match) => wanted.every((word) => `${match.id} ${nice(match.game)} ${match.tournament ?? ''} ${match.players.map((player) => player.name).join(' ')}`.toLowerCase().includes(word)));
  return (
    <>
      <h1>{T.matches.title}</h1>
      <p class="lead">{T.matches.lead}</p>
      <Problem error={error} />
      <div class="search">
        <input type="search" aria-label={T.matches.filter} placeholder={T.matches.filter} value={words} onInput={(event) => setWords(event.currentTarget.value)} />
        <select aria-label={T.matches.status} value={status} onChange={(event) => setStatus(event.currentTarget.value)}>
          <option value="">{T.matches.all}</option>
          {['running', 'completed', 'aborted', 'failed', 'interrupted', 'queued', 'refused'].map((one) => <option key={one}>{one}</option>)}
        </select>
      </div>
      {matches.length > 0 ? <div class="card"><MatchTable matches={matches} /></div> : data && <p>{T.matches.none} <Link to="/">{T.matches.start}</Link></p>}
      {data && data.matches.length >= limit && limit < 500 && <button type="button" onClick={() => setLimit(Math.min(500, limit * 2))}>{T.matches.more}</button>}
    </>
  );
}
