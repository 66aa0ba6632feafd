// Who can play.
import { useState } from 'preact/hooks';
import { ask } from '../api';
import { Problem, useAsked, useTitle, when } from '../parts';
import { T } from '../texts';
import { valuesOf } from '../words';
import type { Registered, Strategy } from '../types';

export function Players() {
  useTitle(T.players.title);
  const { data, error, reload } = useAsked<{ players: Registered[]; strategies: Strategy[] }>('/api/players', 0, 5000);
  const [url, setUrl] = useState('');
  const [wrong, setWrong] = useState<unknown>(null);
  const h = T.players.head;
  const change = (asked: Promise<unknown>) => asked.then(() => { setWrong(null); setUrl(''); reload(); }, setWrong);
  return (
    <>
      <h1>{T.players.title}</h1>
      <p class="lead">{T.players.lead}</p>
      <Problem error={error ?? wrong} />
      <section class="card">
        <h2>{T.players.ours}</h2>
        <dl class="strategies">
          {(data?.strategies ?? []).map((strategy) => (
            <div key={strategy.name}><dt>{strategy.name}</dt><dd>{strategy.help}{strategy.options.length > 0 && <ul class="dim">{strategy.options.map((option) => <li key={option.name}><code>{option.name}</code> {valuesOf(option)} — {option.help}</li>)}</ul>}</dd></div>
          ))}
        </dl>
      </section>
      <section class="card">
        <h2>{T.players.elsewhere}</h2>
        {data && data.players.length === 0 && <p class="dim">{T.players.none}</p>}
        {data && data.players.length > 0 && (
          <div class="scroll" tabIndex={0} role="region" aria-label={T.players.elsewhere}><table class="list">
            <thead><tr><th scope="col">{h.name}</th><th scope="col">{h.status}</th><th scope="col">{h.says}</th><th scope="col">{h.seen}</th><td /></tr></thead>
            <tbody>{data.players.map((player) => (
              <tr key={player.name}><th scope="row">{player.name}</th><td><span class={`state ${player.status}`}>{T.players.status[player.status] ?? player.status}</span></td><td>{player.says ?? player.problem ?? ''}</td><td class="dim">{player.lastSeen ? when(player.lastSeen) : ''}</td><td><button type="button" onClick={() => change(ask(`/api/players/${player.name}`, { method: 'DELETE' }))}>{T.players.remove}</button></td></tr>
            ))}</tbody>
          </table></div>
        )}
        <form class="search" onSubmit={(event) => { event.preventDefault(); change(ask('/api/players', { body: { url } })); }}>
          <input aria-label={T.players.url} placeholder="http://host:9147" required value={url} onInput={(event) => setUrl(event.currentTarget.value)} />
          <button type="submit">{T.players.add}</button>
        </form>
      </section>
    </>
  );
}
