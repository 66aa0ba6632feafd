import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { connected, useToken, wantsToken } from './api';
import { Matches } from './pages/matches';
import { MatchPage } from './pages/match';
import { Play, PlayGame } from './pages/play';
import { Players } from './pages/players';
import { Rules } from './pages/rules';
import { TournamentPage, Tournaments } from './pages/tournaments';
import { address, decoded, Link } from './parts';
import { useSignal } from './signal';
import './style.css';
import { T } from './texts';

function page(path: string) {
  const [, first = '', second] = path.split('/').map(decoded);
  if (first === '' ) return <Play />;
  if (first === 'play' && second) return <PlayGame key={second} name={second} />;
  if (first === 'matches') return <Matches />;
  if (first === 'm' && second) return <MatchPage key={second} id={second} />;
  if (first === 'tournaments') return <Tournaments />;
  if (first === 't' && second) return <TournamentPage key={second} name={second} />;
  if (first === 'rules') return <Rules key={second ?? ''} name={second} />;
  if (first === 'players') return <Players />;
  return <><h1>{T.notFound}</h1><p>{T.notFoundHint}</p><p><Link to="/">{T.backHome}</Link></p></>;
}

function Theme() {
  const [theme, setTheme] = useState(localStorage.getItem('percept-theme') ?? 'auto');
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    localStorage.setItem('percept-theme', theme);
  }, [theme]);
  return (
    <select class="theme" aria-label={T.theme.label} value={theme} onChange={(event) => setTheme(event.currentTarget.value)}>
      <option value="auto">◐ {T.theme.auto}</option><option value="light">☀ {T.theme.light}</option><option value="dark">☾ {T.theme.dark}</option>
    </select>
  );
}

function Token() {
  const [text, setText] = useState('');
  return (
    <form class="card token" aria-labelledby="token-title" onSubmit={(event) => { event.preventDefault(); useToken(text); location.reload(); }}>
      <h2 id="token-title">{T.token.title}</h2>
      <p>{T.token.hint}</p>
      <div class="search"><input type="password" autocomplete="off" aria-label={T.token.label} value={text} onInput={(event) => setText(event.currentTarget.value)} /><button class="primary" type="submit">{T.token.use}</button></div>
    </form>
  );
}

function App() {
  const path = useSignal(address).replace(/#.*/, '');
  const there = useSignal(connected), token = useSignal(wantsToken);
  const at = (start: string[]) => start.some((one) => (one === '/' ? path === '/' : path === one || path.startsWith(`${one}/`)));
  return (
    <>
      <a class="skip" href="#content" onClick={(event) => { event.preventDefault(); document.getElementById('content')?.focus(); }}>{T.skip}</a>
      <header>
        <Link to="/" class="brand"><img src="/icon.svg" alt="" width="26" height="26" />{T.name}</Link>
        <nav aria-label={T.name}>
          <Link to="/" current={at(['/', '/play'])}>{T.nav.play}</Link>
          <Link to="/matches" current={at(['/matches', '/m'])}>{T.nav.matches}</Link>
          <Link to="/tournaments" current={at(['/tournaments', '/t'])}>{T.nav.tournaments}</Link>
          <Link to="/rules" current={at(['/rules'])}>{T.nav.rules}</Link>
          <Link to="/players" current={at(['/players'])}>{T.nav.players}</Link>
        </nav>
        <Theme />
      </header>
      {!there && <p class="lost" role="alert">{T.lost}</p>}
      <main id="content" tabIndex={-1}>{token && <Token />}{page(path)}</main>
    </>
  );
}

render(<App />, document.getElementById('app')!);
