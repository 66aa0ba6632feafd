// A value that pages share and redraw for.
import { useEffect, useState } from 'preact/hooks';

export interface Signal<Value> { get(): Value; set(value: Value): void; listen(heard: () => void): () => void }

export function signal<Value>(first: Value): Signal<Value> {
  let now = first;
  const listeners = new Set<() => void>();
  return {
    get: () => now,
    set(value) {
      if (value === now) return;
      now = value;
      for (const heard of [...listeners]) heard();
    },
    listen(heard) {
      listeners.add(heard);
      return () => listeners.delete(heard);
    },
  };
}

export function useSignal<Value>(of: Signal<Value>): Value {
  const [value, set] = useState(of.get());
  useEffect(() => {
    set(of.get());
    return of.listen(() => set(of.get()));
  }, [of]);
  return value;
}
