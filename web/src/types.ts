// What the service sends; docs/service.md and /openapi.json say what it means.
export interface Thing { text: string; fluent: string; probability?: number | null; exact?: boolean }
export interface Square { known?: Thing[]; open?: Thing[] }
export interface Side { labels: string[]; group: number }
export interface Panel {
  name: string; sheet: string | null; columns: Side; rows: Side; upward: boolean; blanks: boolean; letters: boolean;
  squares: Square[][];
}
export interface Meaning { panel: string; text: string; meaning: string }
export interface List { name: string; things: Thing[] }
export interface Picture { panels: Panel[]; legend: Meaning[]; known: List[]; open: List[] }

export interface Look {
  title?: string;
  boards?: { layers?: string[]; facts?: string[]; columns?: string[]; rows?: string[]; title?: string; shape?: 'square' | 'hex' | 'plain'; up?: boolean; swap?: boolean }[];
  symbols?: Record<string, string>;
  cards?: string[];
  hide?: string[];
  words?: Record<string, string>;
  marks?: { move: string; percept: string; column: string; row: string; text: string }[];
}
export interface Game {
  name: string; file: string; title: string; about: string; roles: string[]; gdlVersion: number; playable: boolean; hash: string;
  nature?: string; problem?: string; look?: Look; rules?: string;
}
export interface Seat { role: string; name: string; spec?: string }
export interface Fault { role: string; kind: string; answer?: string; detail?: string }
export interface Round {
  round: number; time: string; faults: Fault[]; moves?: Record<string, string>; percepts?: Record<string, string[]>;
  seconds?: Record<string, number>;
}
export interface Match {
  id: string; game: string; hash?: string; gdlVersion?: number; status: string; view?: string; roles?: string[]; players: Seat[];
  roundsPlayed: number; rounds?: Round[]; startFaults?: Fault[]; playClock?: number; startClock?: number; scrambled?: boolean;
  goals?: Record<string, number | null>; started: string; ended?: string; tournament?: string; note?: string; faults?: number;
}
export interface Course { positions: number | null; bits: number | null; learnt: number | null }
export interface View {
  round: number; role?: string; other?: string; histories?: number; told?: { move: string | null; percepts: string[] | null } | null; positions?: number | null; exact?: boolean;
  bits?: number | null; learnt?: number | null; late?: boolean; legal?: { known: string[]; open: string[] }; over?: string;
  goals?: { known: number[]; open: number[] }; picture: Picture; worlds?: { weight: number; picture: Picture }[]; course?: Course[];
}
export interface Thought { move: string; value: number; lowest: number; highest: number; visits: number; chance: number }
export interface Reasons { rounds: { round: number; roles: Record<string, { positions: number; moves: Thought[] }> }[] }
export interface SeatState { version: number; role: string; round: number; ready: boolean; asked: boolean; secondsLeft: number | null; over: boolean; stage: string }
export interface StrategyOption { name: string; values: string; default: string; help: string }
export interface Strategy { name: string; help: string; options: StrategyOption[] }
export interface Registered { name: string; status: string; url?: string; says?: string; species?: string; lastSeen?: string; problem?: string; dialect?: string }
export interface Finding { code: string; severity: 'error' | 'warning'; line: number; column: number; message: string; hint: string }
export interface Checked { errors: number; warnings: number; findings: Finding[]; title: string; language: string; notation: string; roles: string[] }
export interface Standing {
  name: string; spec?: string; matches: number; mean: number | null; mean_reach_95: number | null; wins: number; draws: number;
  losses: number; faults: number; elo?: number | null; elo_reach_95?: number | null;
}
export interface Cup {
  name: string; running: boolean; problem: string;
  table: { tournament: string; type: string; matches: number; completed: number; failed: number; players: Standing[]; games: { name: string; players: Standing[] }[] };
}
