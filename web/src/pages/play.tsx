// The games there are, and one of them with its roles to be filled.
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../api';
import { Position } from '../board';
import { Link, Loading, Missing, Problem, useAsked, useTitle } from '../parts';
import { T } from '../texts';
import type { Game, View } from '../types';
import { Setup } from './setup';

// Small pictures are asked for one after the other, and only when they come into sight.
let queue: Promise<unknown> = Promise.resolve();
const pictures = new Map<string, View>();

function Mini({ game }: { game: Game }) {
  const place = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View | null>(pictures.get(game.hash) ?? null);
  useEffect(() => {
    if (view || !place.current) return;
    let gone = false;
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      seen.disconnect();
      queue = queue.then(async () => {
        if (gone) return;
        try {
          const found = await ask<View>(`/api/games/${game.name}/picture`);
          pictures.set(game.hash, found);
          if (!gone) setView(found);
        } catch {
          // A card without a picture is a card.
        }
      });
    });
    seen.observe(place.current);
    return () => {
      gone = true;
      seen.disconnect();
    };
  }, [game.hash]);
  // A strip, or no board at all, says less than the first letters of the name.
  const board = view?.picture.panels[0];
  const flat = view && (!board || board.columns.labels.length > 4 * board.rows.labels.length);
  return (
    <div ref={place} class="mini-board" aria-hidden="true">
      {flat && <span class="initials">{game.title.split(/[^\p{L}\d]+/u).filter((word) => /^\p{Lu}/u.test(word)).map((word) => word[0]).join('').slice(0, 3) || game.title[0]}</span>}
      {view && !flat && <Position picture={{ ...view.picture, panels: view.picture.panels.slice(0, game.look?.boards?.[0]?.layers?.length ?? 1), known: [], open: [] }} look={game.look} lens="truth" label="" />}
    </div>
  );
}

export function Play() {
  useTitle(T.play.title);
  const { data, error } = useAsked<{ games: Game[] }>('/api/games');
  const [words, setWords] = useState('');
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const games = (data?.games ?? []).filter((game) => wanted.every((word) => `${game.name} ${game.title} ${game.about} ${game.roles.join(' ')} ${game.gdlVersion === 2 ? T.play.hidden : T.play.open}`.toLowerCase().includes(word)));
  return (
    <>
      <h1>{T.play.title}</h1>
      <p class="lead">{T.play.lead}</p>
      <Problem error={error} />
      <div class="search">
        <input type="search" aria-label={T.play.search} placeholder={T.play.search} value={words} onInput={(event) => setWords(event.currentTarget.value)} />
        <span class="dim" role="status">{data ? T.play.count(games.length, data.games.length) : T.loading}</span>
      </div>
      <ul class="games">
        {games.map((game) => {
          const players = game.roles.filter((role) => role !== game.nature).length;
          return (
            <li key={game.name} class="card game">
              <Mini game={game} />
              <div>
                <h2>{game.playable ? <Link to={`/play/${game.name}`}>{game.look?.title ?? game.title}</Link> : game.title}</h2>
                <p class="about">{game.playable ? game.about : `${T.play.broken}: ${game.problem}`}</p>
                <p class="tags"><span class={game.gdlVersion === 2 ? 'tag accent' : 'tag'}>{game.gdlVersion === 2 ? T.play.hidden : T.play.open}</span><span class="tag">{T.play.roles(players)}</span>{game.nature && <span class="tag">{T.play.chance}</span>}</p>
              </div>
            </li>
          );
        })}
      </ul>
      {data && games.length === 0 && <p>{T.play.none}</p>}
    </>
  );
}

export function PlayGame({ name }: { name: string }) {
  const { data: game, error } = useAsked<Game>(`/api/games/${name}`);
  const { data: view } = useAsked<View>(game?.playable ? `/api/games/${name}/picture` : null);
  useTitle(game?.title ?? name);
  if (error) return <Missing error={error} to="/" name={T.backHome} />;
  if (!game) return <Loading />;
  return (
    <div class="two">
      <section>
        <h1>{game.look?.title ?? game.title}</h1>
        <p class="lead">{game.about}</p>
        {view && <div class="card"><Position picture={view.picture} look={game.look} lens="truth" label={T.rules.first} /></div>}
        <p><Link to={`/rules/${game.name}`}>{T.setup.rules}</Link></p>
      </section>
      <aside>{game.playable ? <Setup roles={game.roles} nature={game.nature} game={game.name} /> : <Problem error={new Error(game.problem)} />}</aside>
    </div>
  );
}
