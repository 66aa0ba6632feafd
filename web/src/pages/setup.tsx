// Who plays which role, for a game of the shelf or rules that are being written.
import { useState } from 'preact/hooks';
import { ask, keepSeat, Refused } from '../api';
import { go, Problem, useAsked } from '../parts';
import { T } from '../texts';
import { valuesOf } from '../words';
import type { Registered, Strategy } from '../types';

interface Started { id: string; seats?: Record<string, string> }
export const clocks = [10, 30, 120, 600, 3600];

export interface Asked { game?: string; rules?: string; name?: string; players: Record<string, string>; playClock: number; startClock: number }

export async function startMatch(asked: Asked): Promise<Started> {
  const started = await ask<Started>('/api/matches', { body: asked });
  sessionStorage.setItem(`percept-asked-${started.id}`, JSON.stringify(asked));
  return started;
}

export function enter(started: Started) {
  const seats = Object.entries(started.seats ?? {});
  if (seats.length === 1) keepSeat(started.id, seats[0]![1]);
  go(`/m/${started.id}`);
}

export function Setup({ roles, nature, game, rules, name }: { roles: string[]; nature?: string; game?: string; rules?: string; name?: string }) {
  const played = roles.filter((role) => role !== nature);
  const { data } = useAsked<{ players: Registered[]; strategies: Strategy[] }>('/api/players');
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const [options, setOptions] = useState<Record<string, string>>({});
  const [clock, setClock] = useState(120);
  const [error, setError] = useState<unknown>(null);
  const [started, setStarted] = useState<Started | null>(null);
  const of = (role: string) => chosen[role] ?? (role === played[0] ? 'human' : 'auto');
  const optionsOf = (role: string) => options[role] ?? (of(role) === 'auto' ? 'seconds=1' : '');
  const people = played.filter((role) => of(role) === 'human').length;

  const start = async (event: Event) => {
    event.preventDefault();
    setError(null);
    const players = Object.fromEntries(played.map((role) => [role, of(role) + (of(role) !== 'human' && optionsOf(role) ? `:${optionsOf(role)}` : '')]));
    try {
      const match = await startMatch({ ...(game ? { game } : { rules, name }), players, playClock: clock, startClock: 30 });
      if (Object.keys(match.seats ?? {}).length > 1) setStarted(match);
      else enter(match);
    } catch (wrong) {
      setError(wrong);
    }
  };

  if (started) return <Links started={started} />;
  return (
    <form class="card setup" onSubmit={start}>
      <h2>{T.setup.who}</h2>
      {played.map((role) => {
        const strategy = data?.strategies.find((one) => one.name === of(role));
        return (
          <div class="field" key={role}>
            <label for={`role-${role}`}>{role.replace(/_/g, ' ')}</label>
            <select id={`role-${role}`} value={of(role)} onChange={(event) => setChosen({ ...chosen, [role]: event.currentTarget.value })}>
              <option value="human">{T.setup.human}</option>
              <optgroup label={T.setup.strategies}>
                {(data?.strategies ?? [{ name: 'auto', help: '', options: [] }]).map((one) => <option key={one.name} value={one.name}>{one.name}</option>)}
              </optgroup>
              {data && data.players.length > 0 && (
                <optgroup label={T.setup.registered}>{data.players.map((one) => <option key={one.name} value={one.name}>{one.name}</option>)}</optgroup>
              )}
            </select>
            {strategy && <p class="dim help">{strategy.help}</p>}
            {strategy && strategy.options.length > 0 && (
              <details>
                <summary>{T.setup.options}</summary>
                <input aria-label={T.setup.optionsFor(role)} placeholder={T.setup.optionsHint} value={optionsOf(role)} onInput={(event) => setOptions({ ...options, [role]: event.currentTarget.value })} />
                <ul class="dim">{strategy.options.map((one) => <li key={one.name}><code>{one.name}</code> {valuesOf(one)} — {one.help}</li>)}</ul>
              </details>
            )}
          </div>
        );
      })}
      {nature && <p class="dim">{T.setup.nature(nature)}</p>}
      <div class="field">
        <label for="clock">{T.setup.clock}</label>
        <select id="clock" value={clock} onChange={(event) => setClock(Number(event.currentTarget.value))}>
          {clocks.map((seconds) => <option key={seconds} value={seconds}>{T.setup.seconds(seconds)}</option>)}
        </select>
      </div>
      <Problem error={error} />
      {error instanceof Refused && Array.isArray(error.body.findings) && (
        <ul>{(error.body.findings as { line: number; message: string }[]).map((one) => <li key={one.line + one.message}>{one.line}: {one.message}</li>)}</ul>
      )}
      <button class="primary" type="submit">{people > 0 ? T.setup.start : T.setup.watch}</button>
    </form>
  );
}

function Links({ started }: { started: Started }) {
  const [copied, setCopied] = useState('');
  // Browsers hand out the clipboard on loopback and https only; elsewhere what is selected can be copied.
  const copy = async (role: string, link: string) => {
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      (document.getElementById(`link-${role}`) as HTMLInputElement | null)?.select();
      document.execCommand('copy');
    }
    setCopied(role);
  };
  return (
    <section class="card">
      <h2>{T.setup.links}</h2>
      <p>{T.setup.linksHint}</p>
      {Object.entries(started.seats ?? {}).map(([role, token]) => {
        const link = `${location.origin}/m/${started.id}#seat=${token}`;
        return (
          <div class="field" key={role}>
            <label for={`link-${role}`}>{role}</label>
            <input id={`link-${role}`} readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
            <span class="buttons">
              <button type="button" onClick={() => copy(role, link)}>{copied === role ? T.setup.copied : T.setup.copy}</button>
              <button type="button" class="primary" onClick={() => { keepSeat(started.id, token); go(`/m/${started.id}`); }}>{T.setup.open}</button>
            </span>
          </div>
        );
      })}
    </section>
  );
}
