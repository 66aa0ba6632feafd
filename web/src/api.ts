// Asking the service. A seat's token goes with what is asked from that seat and with nothing else; the service's own
// token, where it wants one, with the rest.
import { signal } from './signal';
import { T } from './texts';

export class Refused extends Error {
  constructor(readonly status: number, message: string, readonly hint: string, readonly body: Record<string, unknown> = {}) {
    super(message);
  }
}

const serviceToken = 'percept-token';
export const wantsToken = signal(false);
export const connected = signal(true);

export function useToken(token: string) {
  sessionStorage.setItem(serviceToken, token.trim());
  wantsToken.set(false);
}

const seatKey = (id: string) => `percept-seat-${id}`;
export const seatOf = (id: string): string | null => localStorage.getItem(seatKey(id));
export const keepSeat = (id: string, token: string) => localStorage.setItem(seatKey(id), token);
// Who sat here, which is known when the seat is gone, too.
export const keepRole = (id: string, role: string) => localStorage.setItem(`percept-role-${id}`, role);
export const roleOf = (id: string): string | null => localStorage.getItem(`percept-role-${id}`);
export const leaveSeat = (id: string) => localStorage.removeItem(seatKey(id));

export async function ask<Answer>(path: string, options: { body?: unknown; method?: string; seat?: string | null; signal?: AbortSignal } = {}): Promise<Answer> {
  const headers: Record<string, string> = {};
  const token = sessionStorage.getItem(serviceToken);
  if (options.seat) headers['Percept-Seat'] = options.seat;
  else if (token) headers['Authorization'] = `Bearer ${token}`;
  if (options.body !== undefined) headers['Content-Type'] = 'application/json';
  let reply: Response;
  try {
    reply = await fetch(path, {
      method: options.method ?? (options.body === undefined ? 'GET' : 'POST'),
      headers,
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
      signal: options.signal,
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    connected.set(false);
    throw new Refused(0, T.failed(String((error as Error).message)), '');
  }
  connected.set(true);
  const text = await reply.text();
  let json: Record<string, unknown> = {};
  try {
    json = text ? JSON.parse(text) : {};
  } catch {
    json = { error: text };
  }
  if (reply.status === 401) {
    sessionStorage.removeItem(serviceToken);
    wantsToken.set(true);
  }
  if (!reply.ok) throw new Refused(reply.status, String(json.error ?? reply.statusText), String(json.hint ?? ''), json);
  return json as Answer;
}

// Server-sent events until closed; comes back by itself, also after the service was started again.
export function listen(path: string, heard: (name: string, data: unknown) => void): () => void {
  let source: EventSource | null = null;
  let timer = 0;
  let closed = false;
  let failures = 0;
  const open = () => {
    source = new EventSource(path);
    source.onopen = () => {
      connected.set(true);
      if (failures > 0) heard('open', null);
      failures = 0;
    };
    for (const name of ['start', 'fault', 'round', 'end'])
      source.addEventListener(name, (event) => heard(name, JSON.parse((event as MessageEvent).data)));
    source.onerror = () => {
      source?.close();
      if (closed) return;
      failures++;
      timer = window.setTimeout(() => {
        // A stream that ended with its match says so with 204; whoever listens decides whether to go on.
        heard('again', null);
        if (!closed) open();
      }, Math.min(1000 * failures, 5000));
    };
  };
  open();
  return () => {
    closed = true;
    clearTimeout(timer);
    source?.close();
  };
}
