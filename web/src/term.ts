// Terms in KIF, as the rules write them, and patterns with ?variables.
export type Term = string | Term[];

export function parse(text: string): Term {
  const tokens = text.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const read = (): Term => {
    const token = tokens[at++];
    if (token !== '(') return token ?? '';
    const out: Term[] = [];
    while (at < tokens.length && tokens[at] !== ')') out.push(read());
    at++;
    return out;
  };
  return read();
}

export const nameOf = (term: Term): string => (typeof term === 'string' ? term : nameOf(term[0] ?? ''));
export const argumentsOf = (term: Term): Term[] => (typeof term === 'string' ? [] : term.slice(1));
export const plain = (term: Term): string => (typeof term === 'string' ? term : `(${term.map(plain).join(' ')})`);

// What the variables of the pattern stand for in the term; null when it does not fit.
export function fit(pattern: Term, term: Term, found: Record<string, string> = {}): Record<string, string> | null {
  if (typeof pattern === 'string') {
    if (pattern.startsWith('?')) {
      const name = pattern.slice(1);
      if (name in found && found[name] !== plain(term)) return null;
      found[name] = plain(term);
      return found;
    }
    return pattern === term ? found : null;
  }
  if (typeof term === 'string' || term.length !== pattern.length) return null;
  for (let i = 0; i < pattern.length; i++) if (!fit(pattern[i]!, term[i]!, found)) return null;
  return found;
}
