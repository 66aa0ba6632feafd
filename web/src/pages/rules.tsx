// Rule sheets as they are written, with what the checker finds beside them.
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../api';
import { go, Problem, useAsked, useTitle } from '../parts';
import { T } from '../texts';
import type { Checked, Finding, Game } from '../types';
import { Setup } from './setup';

// What was changed is kept, for each sheet on its own.
const draftOf = (name?: string) => `percept-draft${name ? `-${name}` : ''}`;
const first = `; A coin in the dark
; Random hides a coin in one of two hands; the guesser names a hand.
(role guesser) (role random)
(init (step 1))
(<= (legal random (hide left)) (true (step 1)))
(<= (legal random (hide right)) (true (step 1)))
(<= (legal random noop) (true (step 2)))
(<= (legal guesser noop) (true (step 1)))
(<= (legal guesser (guess left)) (true (step 2)))
(<= (legal guesser (guess right)) (true (step 2)))
(<= (next (coin ?h)) (does random (hide ?h)))
(<= (next (coin ?h)) (true (coin ?h)))
(<= (next (guessed ?h)) (does guesser (guess ?h)))
(<= (next (step 2)) (true (step 1)))
(<= (sees guesser hidden) (does random (hide ?_h)))
(<= (sees guesser (it_was ?h)) (does guesser (guess ?_g)) (true (coin ?h)))
(<= found (true (coin ?h)) (true (guessed ?h)))
(<= over (true (guessed ?_h)))
(<= terminal over)
(<= (goal guesser 100) found)
(<= (goal guesser 0) (not found))
(goal random 0)
`;

export function Rules({ name }: { name?: string }) {
  useTitle(T.rules.title);
  const { data: list } = useAsked<{ games: Game[] }>('/api/games');
  const [text, setText] = useState(() => localStorage.getItem(draftOf(name)) ?? (name ? '' : first));
  const [original, setOriginal] = useState(name ? null : first);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [setup, setSetup] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null), gutter = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!name) return;
    ask<Game>(`/api/games/${name}`).then((game) => {
      setOriginal(game.rules ?? '');
      setText((now) => now || (game.rules ?? ''));
    }, setError);
  }, [name]);
  useEffect(() => {
    if (original === null) return;
    if (text === original) localStorage.removeItem(draftOf(name));
    else localStorage.setItem(draftOf(name), text);
    setSetup(false);
    const stop = new AbortController();
    setBusy(true);
    const timer = setTimeout(() => {
      ask<Checked>('/api/rules/check', { body: { rules: text }, signal: stop.signal }).then(
        (found) => {
          setChecked(found);
          setBusy(false);
          setError(null);
        },
        (wrong) => {
          if (stop.signal.aborted) return;
          setError(wrong);
          setBusy(false);
        },
      );
    }, 250);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, original]);

  const change = (path: string, more: object) => ask<{ rules: string }>(path, { body: { rules: text, ...more } }).then((done) => { setText(done.rules); setError(null); }, setError);
  const jump = (finding: Finding) => {
    const lines = text.split('\n');
    const at = lines.slice(0, finding.line - 1).reduce((sum, line) => sum + line.length + 1, 0) + finding.column - 1;
    area.current?.focus();
    area.current?.setSelectionRange(at, at + 1);
    if (area.current) area.current.scrollTop = Math.max(0, (finding.line - 4) * 20);
  };
  const marks = new Map<number, string>();
  for (const finding of checked?.findings ?? []) if (marks.get(finding.line) !== 'error') marks.set(finding.line, finding.severity);
  return (
    <>
      <h1>{T.rules.title}</h1>
      <p class="lead">{T.rules.lead}</p>
      <div class="search">
        <select aria-label={T.rules.load} value={list?.games.some((game) => game.name === name) ? name : ''} onChange={(event) => event.currentTarget.value && go(`/rules/${event.currentTarget.value}`)}>
          <option value="">{T.rules.load} …</option>
          {(list?.games ?? []).map((game) => <option key={game.name} value={game.name}>{game.title}</option>)}
        </select>
        <button type="button" onClick={() => change('/api/rules/format', {})}>{T.rules.format}</button>
        <button type="button" onClick={() => change('/api/rules/convert', { to: checked?.notation === 'kif' ? 'infix' : 'kif' })}>{checked?.notation === 'infix' ? T.rules.toKif : T.rules.toInfix}</button>
        {name && original !== null && text !== original && <button type="button" onClick={() => setText(original)}>{T.rules.original}</button>}
        <button type="button" class="primary" disabled={!checked || checked.errors > 0 || busy} onClick={() => setSetup(true)}>{T.rules.play}</button>
      </div>
      <Problem error={error} />
      <div class="two wide">
        <div class="card editor">
          <div class="gutter" ref={gutter} aria-hidden="true">{text.split('\n').map((_, i) => <div key={i} class={marks.get(i + 1) ?? ''}>{i + 1}</div>)}</div>
          <textarea ref={area} aria-label={T.rules.editor} spellcheck={false} wrap="off" value={text} onInput={(event) => setText(event.currentTarget.value)} onScroll={(event) => { if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop; }} />
        </div>
        <aside>
          {setup && checked && <Setup roles={checked.roles} nature={checked.roles.includes('random') ? 'random' : undefined} rules={text} name="draft" />}
          <section class="card" aria-label={T.rules.findings}>
            <h2>{T.rules.findings}</h2>
            <p role="status" class="dim">{busy ? T.rules.checking : !checked ? '' : checked.errors + checked.warnings === 0 ? T.rules.fine : T.rules.counts(checked.errors, checked.warnings)}</p>
            {checked && <p class="dim">{T.rules.language(checked.language, checked.roles)}</p>}
            <ul class="findings">
              {(checked?.findings ?? []).map((finding, i) => (
                <li key={i} class={finding.severity}>
                  <button type="button" class="as-link" onClick={() => jump(finding)}>{T.rules.line(finding.line, finding.column)}</button> <b>{finding.message}</b> <code>{finding.code}</code>
                  {finding.hint && <div class="dim">{finding.hint}</div>}
                </li>
              ))}
            </ul>
          </section>
        </aside>
      </div>
    </>
  );
}
