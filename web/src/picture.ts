// From the service's picture to boards as they are drawn: layers laid over each other, axes as the look wants them, names
// for what stands there, and which squares a move is about.
import { argumentsOf, nameOf, parse, plain } from './term';
import type { Look, Panel, Picture, Thing } from './types';

export interface Piece { name: string; fluent: string; probability: number | null; exact: boolean; sure: boolean; layer: string }
export interface Cell { column: string; row: string; sure: Piece[]; open: Piece[]; empty: boolean; emptyProbability: number | null; unknown: boolean }
export interface Board {
  title: string; shape: 'square' | 'hex' | 'plain'; columns: string[]; rows: string[]; columnGroup: number; rowGroup: number;
  upward: boolean; columnFirst: boolean; named: boolean; cells: Cell[][];
}

const empties = /^(blank|empty)$/;

function orderOf(panels: Panel[]): boolean {
  for (const panel of panels)
    for (let r = 0; r < panel.rows.labels.length; r++)
      for (let c = 0; c < panel.columns.labels.length; c++) {
        const column = panel.columns.labels[c]!, row = panel.rows.labels[r]!;
        if (column === row) continue;
        const square = panel.squares[r]![c]!;
        for (const thing of [...(square.known ?? []), ...(square.open ?? [])]) {
          const terms = argumentsOf(parse(thing.fluent)).map(plain);
          const at = terms.indexOf(column), other = terms.indexOf(row);
          if (at >= 0 && other >= 0) return at < other;
        }
      }
  return true;
}

// A board that the rules speak of by the names of its squares (a1, b3): what the arguments of a fact name stands on all of
// them. Of facts that may be, those about one square are taken to exclude each other.
function boardOfFacts(picture: Picture, facts: string[], columns: string[], rows: string[], title: string): Board {
  const cells = rows.map((row) => columns.map((column): Cell => ({ column, row, sure: [], open: [], empty: false, emptyProbability: null, unknown: false })));
  const at = new Map(cells.flat().map((cell) => [cell.column + cell.row, cell]));
  for (const kind of ['known', 'open'] as const)
    for (const list of picture[kind].filter((one) => facts.includes(one.name)))
      for (const thing of list.things) {
        const terms = argumentsOf(parse(thing.fluent)).map(plain);
        const name = terms.find((term) => !at.has(term)) ?? list.name;
        for (const cell of terms.flatMap((term) => at.get(term) ?? [])) {
          const known = cell[kind === 'known' ? 'sure' : 'open'], same = known.find((piece) => piece.name === name);
          if (!same) known.push({ name, fluent: thing.fluent, probability: kind === 'known' ? 1 : thing.probability ?? null, exact: thing.exact ?? true, sure: kind === 'known', layer: list.name });
          else if (kind === 'open' && same.probability !== null) same.probability = Math.min(1, same.probability + (thing.probability ?? 0));
          if (kind === 'open') cell.unknown = true;
        }
      }
  return { title, shape: 'square', columns, rows, columnGroup: 0, rowGroup: 0, upward: false, columnFirst: true, named: true, cells };
}

export function boardsOf(picture: Picture, look?: Look): Board[] {
  const meaning = new Map(picture.legend.map((one) => [`${one.panel} ${one.text}`, one.meaning]));
  // A mark is called what its fluent is.
  const named = (panel: Panel, thing: Thing) =>
    thing.text === '*' ? nameOf(parse(thing.fluent)) : meaning.get(`${panel.name} ${thing.text}`) ?? thing.text;
  const wanted: { panels: Panel[]; title: string; shape: Board['shape']; up?: boolean; swap?: boolean }[] = [];
  const used = new Set<Panel>();
  for (const board of look?.boards ?? []) {
    const panels = (board.layers ?? []).flatMap((name) => picture.panels.filter((panel) => panel.name === name && !used.has(panel)));
    if (panels.length === 0) continue;
    const alike = panels.filter((panel) => panel.squares.length === panels[0]!.squares.length && panel.columns.labels.length === panels[0]!.columns.labels.length);
    for (const panel of alike) used.add(panel);
    wanted.push({ panels: alike, title: board.title ?? '', shape: board.shape ?? 'square', up: board.up, swap: board.swap });
  }
  for (const panel of picture.panels) {
    if (used.has(panel) || look?.hide?.includes(panel.name)) continue;
    wanted.push({ panels: [panel], title: panel.name.replace(/_/g, ' ') + (panel.sheet === null ? '' : ` ${panel.sheet}`), shape: 'square' });
  }
  const ofFacts = (look?.boards ?? []).flatMap(({ facts, columns, rows, title }) => (facts && columns && rows ? [boardOfFacts(picture, facts, columns, rows, title ?? '')] : []));
  return [...ofFacts, ...wanted.map(({ panels, title, shape, up, swap }) => {
    const main = panels[0]!;
    let cells = main.rows.labels.map((row, r) =>
      main.columns.labels.map((column, c): Cell => {
        const cell: Cell = { column, row, sure: [], open: [], empty: false, emptyProbability: null, unknown: false };
        for (const panel of panels) {
          const square = panel.squares[r]?.[c] ?? {};
          const piece = (thing: Thing, sure: boolean): Piece => ({
            name: named(panel, thing), fluent: thing.fluent, probability: sure ? 1 : thing.probability ?? null, exact: thing.exact ?? true, sure, layer: panel.name,
          });
          for (const thing of square.known ?? []) if (thing.text === '.' || empties.test(named(panel, thing))) cell.empty = true;
          else cell.sure.push(piece(thing, true));
          for (const thing of square.open ?? []) if (thing.text === '.' || empties.test(named(panel, thing))) cell.emptyProbability = thing.probability ?? null;
          else cell.open.push(piece(thing, false));
          if (panel.blanks && !square.known && !square.open) cell.unknown = true;
        }
        cell.open.sort((a, b) => (b.probability ?? 0) - (a.probability ?? 0));
        if (cell.open.length > 0) cell.unknown = true;
        return cell;
      }),
    );
    let columns = main.columns, rows = main.rows, columnFirst = orderOf(panels);
    let upward = main.upward;
    if (swap) {
      cells = columns.labels.map((_, c) => rows.labels.map((__, r) => cells[r]![c]!));
      for (const line of cells) for (const cell of line) [cell.column, cell.row] = [cell.row, cell.column];
      [columns, rows] = [rows, columns];
      columnFirst = !columnFirst;
    }
    let rowLabels = rows.labels;
    if (up !== undefined && up !== upward) {
      cells = [...cells].reverse();
      rowLabels = [...rowLabels].reverse();
      upward = up;
    }
    return { title, shape, columns: columns.labels, rows: rowLabels, columnGroup: columns.group, rowGroup: rows.group, upward, columnFirst, named: false, cells };
  })];
}

export interface Place { board: number; row: number; column: number | null }
export interface Targeted { move: string; sure: boolean; places: Place[] }

// The squares a move is about: pairs of arguments that name one, or one that names a column.
export function placesOf(move: string, boards: Board[]): Place[] {
  const terms = argumentsOf(parse(move)).flatMap((term) => (typeof term === 'string' ? [term] : argumentsOf(term))).map(plain);
  for (let b = 0; b < boards.length; b++) {
    const board = boards[b]!;
    const places: Place[] = [];
    if (board.named) for (const term of terms) board.rows.forEach((row, r) => board.columns.forEach((column, c) => { if (term === column + row) places.push({ board: b, row: r, column: c }); }));
    for (let i = board.named ? terms.length : 0; i + 1 < terms.length; ) {
      const [column, row] = board.columnFirst ? [terms[i]!, terms[i + 1]!] : [terms[i + 1]!, terms[i]!];
      const c = board.columns.indexOf(column), r = board.rows.indexOf(row);
      if (c >= 0 && r >= 0) {
        places.push({ board: b, row: r, column: c });
        i += 2;
      } else i++;
    }
    if (places.length > 0) return places;
    if (terms.length === 1 && board.columns.includes(terms[0]!) && board.rows.length > 1)
      return [{ board: b, row: -1, column: board.columns.indexOf(terms[0]!) }];
  }
  return [];
}

export function factsOf(picture: Picture, look?: Look): { name: string; known: Thing[]; open: Thing[] }[] {
  const out = new Map<string, { name: string; known: Thing[]; open: Thing[] }>();
  const drawn = (look?.boards ?? []).flatMap((board) => board.facts ?? []);
  for (const kind of ['known', 'open'] as const)
    for (const list of picture[kind]) {
      if (look?.hide?.includes(list.name) || drawn.includes(list.name)) continue;
      const row = out.get(list.name) ?? { name: list.name, known: [], open: [] };
      row[kind].push(...list.things);
      out.set(list.name, row);
    }
  for (const row of out.values()) row.open.sort((a, b) => (b.probability ?? 0) - (a.probability ?? 0));
  return [...out.values()];
}

export const percent = (p: number | null, exact = true): string =>
  p === null ? '?' : `${exact ? '' : '~'}${p > 0 && p < 0.005 ? '<1' : p < 1 && p > 0.995 ? '>99' : Math.round(p * 100)}%`;
