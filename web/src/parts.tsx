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
  return <div class="problem" role="alert"><b>{refused.message}</b>{refused.hint && <span>{refused.hint}</span>}</div>;
}

export const Loading = () => <p class="dim" role="status">{T.loading}</p>;

// What is at the path, and the error if there is nothing; asked again when `again` changes.
export function useAsked<Answer>(path: string | null, again: unknown = 0): { data: Answer | null; error: unknown; reload: () => void } {
  const [data, setData] = useState<Answer | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (path === null) return;
    const stop = new AbortController();
    let timer = 0;
    const run = () =>
      ask<Answer>(path, { signal: stop.signal }).then(
        (answer) => {
          setData(answer);
          setError(null);
        },
        (wrong) => {
          if (stop.signal.aborted) return;
          setError(wrong);
          if (wrong instanceof Refused && (wrong.status === 0 || wrong.status === 503)) timer = window.setTimeout(run, 1000);
        },
      );
    run();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [path, again, count]);
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
