// Moves and percepts in words, by a few patterns that hold for most games, and by a game's own words (its look).
import { argumentsOf, fit, nameOf, parse, plain, type Term } from './term';
import type { Look, StrategyOption } from './types';

const readable = (text: string) => text.replace(/_/g, ' ');
const isCoordinate = (term: Term) => typeof term === 'string' && /^(\d+|[a-z])$/.test(term);

// "1 2 1 3" is 1,2 → 1,3; other arguments stand one after the other.
function inWords(terms: Term[]): string {
  const out: string[] = [];
  for (let i = 0; i < terms.length; i++) {
    if (isCoordinate(terms[i]!) && i + 1 < terms.length && isCoordinate(terms[i + 1]!)) {
      const pair = `${terms[i]},${terms[i + 1]}`;
      const previous = out[out.length - 1];
      if (previous && /^\S+,\S+$/.test(previous)) out[out.length - 1] = `${previous} → ${pair}`;
      else out.push(pair);
      i++;
    } else out.push(typeof terms[i] === 'string' ? readable(terms[i] as string) : termWords(terms[i]!));
  }
  return out.join(' ');
}

export function termWords(term: Term): string {
  if (typeof term === 'string') return readable(term);
  return [readable(nameOf(term)), inWords(argumentsOf(term))].filter(Boolean).join(' ');
}

function own(text: string, look: Look | undefined): string | null {
  const term = parse(text);
  for (const [pattern, words] of Object.entries(look?.words ?? {})) {
    const found = fit(parse(pattern), term);
    if (found) return words.replace(/\{(\w+)\}/g, (_, name) => readable(found[name] ?? ''));
  }
  return null;
}

export const moveWords = (text: string, look?: Look): string => own(text, look) ?? termWords(parse(text));

// What a role noted on the board: of the rounds so far, what a percept said about the square of the move before it.
export function marksOf(rounds: { move: string | null; percepts: string[] | null }[], look?: Look): Map<string, string> {
  const out = new Map<string, string>();
  for (const mark of look?.marks ?? [])
    for (const round of rounds) {
      const found = round.move === null ? null : fit(parse(mark.move), parse(round.move));
      if (!found) continue;
      for (const percept of round.percepts ?? []) {
        const all = fit(parse(mark.percept), parse(percept), { ...found });
        if (all) out.set(`${all[mark.column]},${all[mark.row]}`, mark.text.replace(/\{(\w+)\}/g, (_, name) => all[name] ?? ''));
      }
    }
  return out;
}

const waits = /^(noop|wait|pass|nil|none)$/;
export const isWaiting = (move: string | null | undefined) => !!move && waits.test(move);

// A percept that names a role and its move says who did what; nothing where that is what one did oneself, or waiting.
function moveOfRole(text: string, roles: string[], role: string | null): string | null {
  const [who, what, ...more] = argumentsOf(parse(text));
  if (typeof who !== 'string' || !roles.includes(who) || what === undefined || more.length > 0) return null;
  return who === role || isWaiting(plain(what)) ? '' : `${readable(who)}: ${termWords(what)}`;
}

export interface Sentence {
  did: string;
  noticed: { words: string; term: string }[];
}
export function sentence(move: string | null, percepts: string[] | null, roles: string[], role: string | null, look?: Look): Sentence {
  const noticed = (percepts ?? []).map((text) => ({ words: own(text, look) ?? moveOfRole(text, roles, role) ?? termWords(parse(text)), term: text })).filter((one) => one.words !== '');
  return { did: move === null ? '' : isWaiting(move) ? '' : moveWords(move, look), noticed };
}
// What an option may be; the largest number there is is no limit.
export const valuesOf = (option: StrategyOption): string => option.values;
