// What pages share: addresses, links, errors, loading, and asking again.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ask, Refused } from './api';
import { signal } from './signal';
import { T } from './texts';
import type { Look } from './types';

export const address = signal(location.pathname + location.hash);
window.addEventListener('popstate', () => address.set(location.pathname + location.hash));
window.addEventListener('hashchange', () => address.set(location.pathname + location.hash));

export function go(path: string, replace = false) {
  history[replace ? 'replaceState' : 'pushState'](null, '', path);
  address.set(location.pathname + location.hash);
}

// A part of an address as it was meant; one that is no such thing stays as it is.
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function Link({ to, children, class: name, current }: { to: string; children: ComponentChildren; class?: string; current?: boolean }) {
  return (
    <a href={to} class={name} aria-current={current ? 'page' : undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        go(to);
        window.scrollTo(0, 0);
      }}>
      {children}
    </a>
  );
}

export function Problem({ error }: { error: unknown }) {
  if (!error) return null;
  const refused = error instanceof Refused ? error : new Refused(0, String((error as Error).message ?? error), '');
  return <div class="problem" role="alert"><b>{refused.message}</b>{refused.hint && !refused.hint.startsWith('/api') && <span>{refused.hint}</span>}</div>;
}

// Instead of a page: what the address leads to is not there, or cannot be had.
export const Missing = ({ error, to, name }: { error: unknown; to: string; name: string }) => (
  <><h1>{error instanceof Refused && error.status === 404 ? T.notFound : T.wrong}</h1><Problem error={error} /><p><Link to={to}>{name}</Link></p></>
);

export const Loading = () => <p class="dim" role="status">{T.loading}</p>;

// Runs, and runs again when `again` changes or after so many milliseconds as it says; never twice at once, and what is under
// way is broken off only when the keys change.
export function useRepeated(run: (signal: AbortSignal) => Promise<number | void>, keys: unknown[], again: unknown) {
  const [state] = useState<{ poke: () => void }>({ poke: () => {} });
  useEffect(() => {
    const stop = new AbortController();
    let busy = false, wanted = false, timer = 0;
    const go = async () => {
      if (busy) {
        wanted = true;
        return;
      }
      busy = true;
      wanted = false;
      clearTimeout(timer);
      const wait = await run(stop.signal);
      busy = false;
      if (stop.signal.aborted) return;
      if (wanted) go();
      else if (typeof wait === 'number') timer = window.setTimeout(go, wait);
    };
    state.poke = go;
    go();
    return () => {
      state.poke = () => {};
      stop.abort();
      clearTimeout(timer);
    };
  }, keys);
  const [first] = useState({ was: again });
  useEffect(() => {
    if (first.was === again) return;
    first.was = again;
    state.poke();
  }, [again]);
}

// What is at the path, and the error if there is nothing; asked again when `again` changes, or every so many milliseconds.
export function useAsked<Answer>(path: string | null, again: unknown = 0, every?: number): { data: Answer | null; error: unknown; reload: () => void } {
  const [data, setData] = useState<Answer | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [count, setCount] = useState(0);
  useRepeated(
    async (signal) => {
      if (path === null) return;
      try {
        const answer = await ask<Answer>(path, { signal });
        if (signal.aborted) return;
        setData(answer);
        setError(null);
        return every;
      } catch (wrong) {
        if (signal.aborted) return;
        setError(wrong);
        if (wrong instanceof Refused && (wrong.status === 0 || wrong.status === 503)) return 1000;
        return every;
      }
    },
    [path],
    `${again} ${count}`,
  );
  return { data, error, reload: () => setCount((n) => n + 1) };
}

export function useTitle(title: string) {
  useEffect(() => {
    document.title = title ? `${title} · ${T.name}` : T.name;
  }, [title]);
}

export const when = (time: string) => new Date(time).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
export const withoutEnding = (file: string) => file.replace(/\.(kif|gdl|infix)$/, '');
export const nice = (name: string) => withoutEnding(name).replace(/_/g, ' ').replace(/\b(\d+)x(\d+)\b/g, '$1×$2');
export type { Look };
