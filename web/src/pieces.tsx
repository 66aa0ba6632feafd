// How what stands on a square is drawn: shapes that differ without their colours, in a square of 100 by 100.
import type { ComponentChildren } from 'preact';

type Draw = (faded: boolean) => ComponentChildren;

const rim = (faded: boolean) => (faded ? { 'stroke-dasharray': '7 5' } : {});
const disc = (kind: string): Draw => (faded) => <circle cx="50" cy="50" r="30" class={`piece ${kind}`} {...rim(faded)} />;
const bar = (x1: number, y1: number, x2: number, y2: number, kind = 'stroke') => <line x1={x1} y1={y1} x2={x2} y2={y2} class={kind} />;
const card = (letter: string, sign: string): Draw => (faded) => (
  <g>
    <rect x="22" y="12" width="56" height="76" rx="7" class="card-face" {...rim(faded)} />
    <text x="50" y="52" class="card-letter">{letter}</text>
    <text x="50" y="76" class="card-sign">{sign}</text>
  </g>
);
const ghost = (kind: string, letter: string): Draw => () => (
  <g>
    <path d="M24 80V46a26 26 0 0 1 52 0v34l-9-8-8 8-9-8-9 8-8-8z" class={`piece ${kind}`} />
    <text x="50" y="58" class="tile-text on-dark">{letter}</text>
  </g>
);

const shapes: Record<string, Draw> = {
  cross: () => <g class="cross">{bar(26, 26, 74, 74)}{bar(74, 26, 26, 74)}</g>,
  nought: (faded) => <circle cx="50" cy="50" r="27" class="nought" {...rim(faded)} />,
  white: disc('white'),
  black: disc('black'),
  red: (faded) => <g>{disc('red')(faded)}<circle cx="50" cy="50" r="15" class="ring" /></g>,
  amber: (faded) => <g>{disc('amber')(faded)}<rect x="39" y="39" width="22" height="22" class="ring" /></g>,
  violet: (faded) => <g>{disc('violet')(faded)}<path d="M50 36l13 24H37z" class="ring" /></g>,
  mine: () => (
    <g>
      <g class="mine-spikes">{bar(50, 16, 50, 84)}{bar(16, 50, 84, 50)}{bar(27, 27, 73, 73)}{bar(73, 27, 27, 73)}</g>
      <circle cx="50" cy="50" r="23" class="mine" />
      <circle cx="43" cy="43" r="5" class="mine-glint" />
    </g>
  ),
  cover: () => <g><rect x="9" y="9" width="82" height="82" rx="9" class="cover" /><path d="M16 78V22q0-6 6-6h56" class="cover-edge" /></g>,
  flag: () => <g>{bar(38, 20, 38, 82)}<path d="M38 22l34 13-34 13z" class="piece red" /></g>,
  ship: (faded) => <g><path d="M14 56h72l-12 22H26z" class="ship" {...rim(faded)} /><rect x="36" y="34" width="28" height="20" class="ship" /></g>,
  pellet: () => <circle cx="50" cy="50" r="8" class="pellet" />,
  pacman: () => <path d="M50 50L76 35A30 30 0 1 0 76 65Z" class="piece amber" />,
  ghost1: ghost('red', 'b'),
  ghost2: ghost('blue', 'i'),
  boat: (faded) => <path d="M50 16l18 34v30H32V50z" class="ship" {...rim(faded)} />,
  target: () => <g class="target"><circle cx="50" cy="50" r="28" /><circle cx="50" cy="50" r="12" />{bar(50, 12, 50, 88)}{bar(12, 50, 88, 50)}</g>,
  jack: card('J', '♞'),
  queen: card('Q', '♛'),
  king: card('K', '♚'),
  ace: card('A', '★'),
  stone: () => <circle cx="50" cy="50" r="14" class="stone" />,
};

// Names that rule sheets use for what everybody draws alike.
const usual: Record<string, string> = {
  x: 'cross', xplayer: 'cross', crosses: 'cross', cross: 'cross', o: 'nought', oplayer: 'nought', noughts: 'nought', nought: 'nought',
  white: 'white', w: 'white', wp: 'white', black: 'black', b: 'black', bp: 'black', red: 'red', yellow: 'amber', amber: 'amber', violet: 'violet',
  mine: 'mine', bomb: 'mine', covered: 'cover', pellet: 'pellet', pacman: 'pacman', blinky: 'ghost1', inky: 'ghost2', ship: 'ship',
  jack: 'jack', queen: 'queen', king: 'king', ace: 'ace',
};

export const shapeOf = (name: string, symbols?: Record<string, string>): string | null => {
  const own = symbols?.[name];
  if (own !== undefined) return own;
  return usual[name] ?? null;
};

// Colours for names without a shape of their own: Okabe and Ito's, which differ for everybody.
const hue = (name: string) => [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7) % 6;

export function Piece({ name, symbols, faded = false }: { name: string; symbols?: Record<string, string>; faded?: boolean }) {
  const shape = shapeOf(name, symbols);
  const draw = shape !== null ? shapes[shape] : undefined;
  if (draw) return <>{draw(faded)}</>;
  const text = shape ?? name.replace(/_/g, ' ');
  if (/^-?\d+$/.test(text)) return <text x="50" y="66" class={`number n${Math.abs(Number(text)) % 9}`}>{text}</text>;
  const size = text.length <= 2 ? 40 : text.length <= 4 ? 26 : text.length <= 7 ? 17 : 13;
  return (
    <g>
      <rect x="10" y="24" width="80" height="52" rx="12" class={`tile hue${hue(name)}`} {...rim(faded)} />
      <text x="50" y={50 + size * 0.35} font-size={size} class="tile-text">{text.length > 11 ? `${text.slice(0, 10)}…` : text}</text>
    </g>
  );
}
