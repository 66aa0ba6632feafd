// A board of squares or hexagons in SVG, as a lens shows it: what is sure is solid, what may be is faded by its
// probability. Squares that moves are about can be clicked, or reached with the keyboard. Beside it stands the same as a
// table for who cannot see it.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Piece } from './pieces';
import { boardsOf, factsOf, percent, placesOf, type Board, type Cell, type Piece as OnSquare, type Targeted } from './picture';
import { argumentsOf, parse, plain } from './term';
import { T } from './texts';
import type { Look, Picture, Thing } from './types';
import { moveWords } from './words';

export type Lens = 'truth' | 'sight' | 'belief';
const size = 100;

function distribution(cell: Cell, lens: Lens): { name: string; probability: number | null; exact: boolean }[] {
  const out = cell.sure.map((piece) => ({ name: piece.name, probability: 1 as number | null, exact: true }));
  if (lens !== 'belief') return out;
  for (const piece of cell.open) out.push({ name: piece.name, probability: piece.probability, exact: piece.exact });
  if (cell.emptyProbability !== null) out.push({ name: T.match.empty, probability: cell.emptyProbability, exact: cell.open[0]?.exact ?? true });
  return out;
}

function inWords(cell: Cell, lens: Lens): string {
  const all = distribution(cell, lens);
  if (lens === 'sight' && cell.unknown) return [...all.map((one) => one.name.replace(/_/g, ' ')), T.match.legend.unknown].join(', ');
  if (all.length > 0)
    return all.map((one) => one.name.replace(/_/g, ' ') + (one.probability === 1 ? '' : ` ${percent(one.probability, one.exact)}`)).join(', ');
  return cell.unknown ? T.match.legend.unknown : T.match.empty;
}

function Open({ cell, symbols, letter }: { cell: Cell; symbols?: Record<string, string>; letter: number }) {
  const shown = cell.open.slice(0, 4);
  const one = (piece: OnSquare, transform: string) => (
    <g transform={transform} key={piece.fluent}>
      <g opacity={Math.max(0.12, piece.probability ?? 0.35)}><Piece name={piece.name} symbols={symbols} faded /></g>
      {letter > 0 && <text x="50" y="97" font-size={letter} class="chance">{percent(piece.probability, piece.exact)}</text>}
    </g>
  );
  // Something sure stands there already: what may be, too, is small beside it.
  if (cell.sure.some((piece) => piece.name !== 'covered')) return <>{shown.slice(0, 1).map((piece) => one(piece, 'translate(52 2) scale(.45)'))}</>;
  if (shown.length === 1) return <g transform="translate(6 -2) scale(.88)">{one(shown[0]!, '')}</g>;
  return <>{shown.map((piece, i) => one(piece, `translate(${(i % 2) * 50 + 2} ${Math.floor(i / 2) * 49 + 1}) scale(.46)`))}</>;
}

interface Choice { label: string; moves: Targeted[]; chosen: boolean }

interface GridProps {
  board: Board; index: number; lens: Lens; look?: Look; moves: Targeted[]; source: string | null; label: string;
  onPick: (key: string, moves: Targeted[]) => void; changed: Set<string>; marks?: Map<string, string>;
}

const keyOf = (board: number, row: number, column: number) => `${board}/${row}/${column}`;

function Grid({ board, index, lens, look, moves, source, label, onPick, changed, marks }: GridProps) {
  const [hover, setHover] = useState<{ cell: Cell; x: number; y: number } | null>(null);
  const svg = useRef<SVGSVGElement>(null);
  const hex = board.shape === 'hex';
  const columns = board.columns.length, rows = board.rows.length;
  // Hexagons stand in rows, each half a cell further to the right.
  const shift = hex ? size * 0.5 : 0, height = hex ? size * 0.866 : size;
  const x = (r: number, c: number) => c * size + (hex ? (board.upward ? rows - 1 - r : r) * shift : 0);
  const y = (r: number) => r * height;
  const width = columns * size + (hex ? (rows - 1) * shift : 0);
  const total = (rows - 1) * height + size;
  // Letters stay readable on large boards and modest on small ones: those of the axes have one size on the screen.
  const letter = Math.max(12, Math.min(20, 8 + Math.max(columns, rows) * 1.6));
  // Where squares are too small for numbers, pointing at one shows them.
  const numbers = Math.max(columns, rows) <= 14;
  const axis = Math.max(9, Math.min(40, width * 0.034));
  const margin = Math.max(34, 14 + axis * 1.4, 12 + axis * 0.62 * Math.max(...board.rows.map((text) => text.length))), above = hex ? 12 : 4;

  const choices = new Map<string, Choice>();
  const add = (row: number, column: number, move: Targeted, chosen: boolean) => {
    const key = keyOf(index, row, column);
    const choice = choices.get(key) ?? { label: '', moves: [], chosen: false };
    choice.moves.push(move);
    choice.chosen ||= chosen;
    choices.set(key, choice);
  };
  for (const move of moves) {
    const first = move.places[0]!;
    if (first.board !== index) continue;
    if (first.row < 0) for (let r = 0; r < rows; r++) add(r, first.column!, move, false);
    else if (move.places.length === 1) add(first.row, first.column!, move, false);
    else {
      const from = keyOf(index, first.row, first.column!);
      add(first.row, first.column!, move, from === source);
      if (from === source) {
        const last = move.places[move.places.length - 1]!;
        add(last.row, last.column!, move, false);
      }
    }
  }
  const pick = (key: string) => {
    const choice = choices.get(key);
    if (!choice) return;
    // A click on a target is about the moves from the chosen square alone.
    const own = source !== null && key !== source ? choice.moves.filter((move) => move.places.length === 1 || fromOf(move) === source) : choice.moves;
    onPick(key, own.length > 0 ? own : choice.moves);
  };
  const fromOf = (move: Targeted) => keyOf(move.places[0]!.board, move.places[0]!.row, move.places[0]!.column ?? 0);
  const moveFocus = (event: KeyboardEvent, r: number, c: number) => {
    const step: Record<string, [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const by = step[event.key];
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      event.stopPropagation();
      pick(keyOf(index, r, c));
    }
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    for (let i = 1; i < 30; i++) {
      const next = svg.current?.querySelector<SVGGElement>(`[data-at="${r + by[0] * i}/${c + by[1] * i}"][tabindex]`);
      if (next) {
        next.focus();
        return;
      }
    }
  };

  return (
    <figure class="board" data-board={board.title}>
      {board.title && <figcaption>{board.title}</figcaption>}
      <div class="board-frame">
        <svg ref={svg} class={choices.size > 40 ? 'many' : undefined} viewBox={`${-margin} ${-above} ${width + margin + 6} ${total + margin + above}`} role="group" aria-label={label} onMouseLeave={() => setHover(null)}>
          {board.cells.map((line, r) =>
            line.map((cell, c) => {
              const key = keyOf(index, r, c);
              const choice = choices.get(key);
              const groups = board.columnGroup || board.rowGroup;
              const dark = groups ? (Math.floor(c / (board.columnGroup || columns)) + Math.floor(r / (board.rowGroup || rows))) % 2 : (r + c) % 2;
              const mark = marks?.get(`${cell.column},${cell.row}`);
              const words = inWords(cell, lens) + (mark === undefined ? '' : `, ${mark}`);
              const name = `${cell.column},${cell.row}: ${words}`;
              // Whatever listens to it is a stop of the keyboard in Chromium, so only what can be chosen does.
              const focused = { onFocus: () => setHover({ cell, x: x(r, c), y: y(r) }), onBlur: () => setHover(null) };
              return (
                <g
                  key={key}
                  transform={`translate(${x(r, c)} ${y(r)})`}
                  class={`square shade${hex ? 0 : dark}${choice ? ' can' : ''}${source === key ? ' source' : ''}`}
                  data-at={`${r}/${c}`}
                  data-square={`${cell.column},${cell.row}`}
                  {...(choice ? { role: 'button', tabindex: 0, 'aria-label': name + (choice.moves.length === 1 ? `. ${moveWords(choice.moves[0]!.move, look)}` : ''), 'aria-pressed': source === key, ...focused } : {})}
                  onClick={() => pick(key)}
                  onKeyDown={(event) => choice && moveFocus(event, r, c)}
                  onMouseEnter={() => setHover({ cell, x: x(r, c), y: y(r) })}
                >
                  {hex ? <path d="M50 0L100 28.900V86.600L50 115.500L0 86.600V28.900Z" transform="translate(0 -8)" class={`hex-cell dark${(r + c * 2) % 3}`} /> : <rect width={size} height={size} class={`cell dark${dark}`} />}
                  {changed.has(`${cell.column},${cell.row}`) && !hex && <rect x="1.500" y="1.500" width="97" height="97" class="changed" />}
                  {cell.sure.map((piece, i) => (
                    <g key={piece.fluent} transform={piecePlace(i, cell.sure)}><Piece name={piece.name} symbols={look?.symbols} /></g>
                  ))}
                  {lens !== 'truth' && cell.unknown && cell.sure.every((piece) => piece.name === 'covered') && (lens === 'sight' || cell.open.length === 0) && (
                    <text x="50" y="66" class="unknown">?</text>
                  )}
                  {mark !== undefined && <Piece name={mark} symbols={look?.symbols} />}
                  {lens === 'belief' && cell.open.length > 0 && <Open cell={cell} symbols={look?.symbols} letter={numbers ? letter : 0} />}
                  {choice && !hex && <rect x="5" y="5" width="90" height="90" rx="9" class="outline" />}
                  {choice && hex && <circle cx="50" cy="50" r="40" class="outline" />}
                </g>
              );
            }),
          )}
          {board.columns.map((text, c) => (
            <text key={`c${text}`} x={x(rows - 1, c) + 50} y={total + 10 + axis} font-size={axis} class="axis" aria-hidden="true">{text}</text>
          ))}
          {board.rows.map((text, r) => (
            <text key={`r${text}`} x={(hex ? x(r, 0) : 0) - margin / 2} y={y(r) + 50 + axis * 0.35} font-size={axis} class="axis" aria-hidden="true">{text}</text>
          ))}
        </svg>
        {hover && distribution(hover.cell, lens).length > 0 && (
          <div
            class="distribution"
            role="status"
            style={{ left: `${((hover.x + margin + 50) / (width + margin + 6)) * 100}%`, top: `${((hover.y + above) / (total + margin + above)) * 100}%` }}
          >
            <b>{hover.cell.column},{hover.cell.row}</b>
            {distribution(hover.cell, lens).map((one) => (
              <div key={one.name}>
                <span>{one.name.replace(/_/g, ' ')}</span>
                <i><u style={{ width: `${(one.probability ?? 0) * 100}%` }} /></i>
                <span>{one.probability === 1 ? T.match.sure : percent(one.probability, one.exact)}</span>
              </div>
            ))}
          </div>
        )}
      </div>
      <div class="unseen"><table>
        <caption>{label}{board.title && `: ${board.title}`}</caption>
        <thead><tr><td />{board.columns.map((text) => <th scope="col" key={text}>{text}</th>)}</tr></thead>
        <tbody>
          {board.cells.map((line, r) => (
            <tr key={board.rows[r]}><th scope="row">{board.rows[r]}</th>{line.map((cell) => <td key={cell.column}>{inWords(cell, lens)}</td>)}</tr>
          ))}
        </tbody>
      </table></div>
    </figure>
  );
}

// Several sure things share a square: a cover fills it, others stand beside each other.
function piecePlace(i: number, pieces: OnSquare[]): string {
  const free = pieces.filter((piece) => piece.name !== 'covered');
  const at = free.indexOf(pieces[i]!);
  if (at < 0 || free.length === 1) return '';
  return `translate(${(at % 2) * 48 + 3} ${Math.floor(at / 2) * 48 + 3}) scale(.47)`;
}

function Chip({ thing, list, look, lens, cards }: { thing: Thing; list: string; look?: Look; lens: Lens; cards: boolean }) {
  const terms = list === 'true' ? [thing.text] : argumentsOf(parse(thing.fluent)).map(plain);
  const open = thing.probability !== undefined;
  if (open && lens === 'sight') return null;
  const last = terms[terms.length - 1] ?? '';
  return (
    <span class={`chip${open ? ' open' : ''}`} title={thing.fluent}>
      {open && <i class="fill" style={{ width: `${(thing.probability ?? 0) * 100}%` }} />}
      <span>{(cards ? terms.slice(0, -1) : terms).join(' ').replace(/_/g, ' ')}</span>
      {cards && <svg viewBox="18 8 64 84" class={`mini${open ? ' faded' : ''}`} aria-label={last} role="img"><Piece name={last} symbols={look?.symbols} faded={open} /></svg>}
      {open && <small>{percent(thing.probability ?? null, thing.exact)}</small>}
    </span>
  );
}

export function Facts({ picture, look, lens }: { picture: Picture; look?: Look; lens: Lens }) {
  const facts = factsOf(picture, look).filter((row) => row.known.length > 0 || lens === 'belief');
  if (facts.length === 0) return null;
  return (
    <table class="facts">
      <caption class="unseen">{T.match.facts}</caption>
      <thead class="unseen"><tr><th scope="col">{T.match.fact}</th><th scope="col">{T.match.values}</th></tr></thead>
      <tbody>
        {facts.map((row) => {
          const cards = look?.cards?.includes(row.name) ?? false;
          return (
            <tr key={row.name}>
              <th scope="row">{row.name === 'true' ? '' : row.name.replace(/_/g, ' ')}</th>
              <td>
                {row.known.map((thing) => <Chip key={thing.fluent} thing={thing} list={row.name} look={look} lens={lens} cards={cards} />)}
                {row.open.slice(0, 24).map((thing) => <Chip key={thing.fluent} thing={thing} list={row.name} look={look} lens={lens} cards={cards} />)}
                {lens === 'belief' && row.open.length > 24 && <span class="dim">+{row.open.length - 24}</span>}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

export interface PositionProps {
  picture: Picture; before?: Picture | null; look?: Look; lens: Lens; label: string; moves?: { move: string; sure: boolean }[]; onMove?: (move: string) => void; marks?: Map<string, string>;
}

// What changed since the round before is marked, so that one sees what just happened.
function changedSquares(board: Board, before: Board | undefined): Set<string> {
  const out = new Set<string>();
  if (!before || before.cells.length !== board.cells.length) return out;
  board.cells.forEach((line, r) => line.forEach((cell, c) => {
    const old = before.cells[r]?.[c];
    if (old && old.sure.map((piece) => piece.name).join() !== cell.sure.map((piece) => piece.name).join()) out.add(`${cell.column},${cell.row}`);
  }));
  return out.size > board.cells.length * board.cells[0]!.length / 2 ? new Set() : out;
}

export function Position({ picture, before, look, lens, label, moves = [], onMove, marks }: PositionProps) {
  const [source, setSource] = useState<string | null>(null);
  const [several, setSeveral] = useState<Targeted[]>([]);
  useEffect(() => {
    setSource(null);
    setSeveral([]);
  }, [picture]);
  const boards = boardsOf(picture, look);
  if (boards.length === 1 && !look?.boards?.[0]?.title) boards[0]!.title = '';
  const old = before ? boardsOf(before, look) : [];
  const targeted = moves.map((move) => ({ ...move, places: placesOf(move.move, boards) })).filter((move) => move.places.length > 0);
  const pick = (key: string, found: Targeted[]) => {
    setSeveral([]);
    if (key === source) return setSource(null);
    const here = found.filter((move) => move.places.length === 1 || source !== null);
    if (here.length === 0) return setSource(key);
    if (source !== null && found.every((move) => move.places.length > 1 && `${move.places[0]!.board}/${move.places[0]!.row}/${move.places[0]!.column}` !== source)) return setSource(key);
    setSource(null);
    if (here.length === 1) onMove?.(here[0]!.move);
    else setSeveral(here);
  };
  const main = Math.max(...boards.map((board) => board.columns.length * board.rows.length), 0);
  return (
    <div class={`position${boards.length > 1 ? ' several' : ''}`}>
      <div class="boards">
        {boards.map((board, i) => (
          <div key={board.title + i} class={boards.length > 1 && i > 0 && board.columns.length * board.rows.length <= main ? 'second' : 'main'}>
            <Grid board={board} index={i} lens={lens} look={look} moves={targeted} source={source} label={label} onPick={pick} changed={changedSquares(board, old[i])} marks={i === 0 ? marks : undefined} />
          </div>
        ))}
      </div>
      {several.length > 0 && (
        <div class="several-moves" role="group" aria-label={T.match.choose}>
          <b>{T.match.choose}</b>
          {several.map((move) => <button key={move.move} class="move" onClick={() => onMove?.(move.move)}>{moveWords(move.move, look)}</button>)}
          <button class="quiet" onClick={() => setSeveral([])}>{T.match.cancel}</button>
        </div>
      )}
      <Facts picture={picture} look={look} lens={lens} />
    </div>
  );
}
