// A line over the rounds, with the round that is shown marked on it; a click goes to a round.
import { T } from './texts';

export function Curve({ values, now, onRound }: { values: (number | null)[]; now: number; onRound: (round: number) => void }) {
  const width = 400, height = 84, known = values.filter((value): value is number => value !== null);
  if (known.length < 2 || Math.max(...known) <= 0) return null;
  const most = Math.max(...known), last = Math.max(values.length - 1, 1);
  const x = (i: number) => 4 + (i / last) * (width - 8), y = (value: number) => height - 6 - (value / most) * (height - 26);
  let line = '', pen = 'M';
  values.forEach((value, i) => {
    if (value === null) pen = 'M';
    else {
      line += `${pen}${x(i).toFixed(1)} ${y(value).toFixed(1)}`;
      pen = 'L';
    }
  });
  const here = values[now];
  return (
    <svg class="curve" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${T.match.curve}: ${values.map((value, i) => `${i}: ${value === null ? '?' : value.toFixed(1)}`).join(', ')}`}
      onClick={(event) => {
        const box = (event.currentTarget as SVGSVGElement).getBoundingClientRect();
        onRound(Math.round(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * last));
      }}>
      {known.length === values.length && <path d={`${line}L${x(last)} ${height - 4}L${x(0)} ${height - 4}Z`} class="area" />}
      <path d={line} class="line" />
      {here !== null && here !== undefined && <circle cx={x(now)} cy={y(here)} r="5" class="dot" />}
      <text x="0" y="12">{T.match.curve}</text>
      <text x={width} y="12" text-anchor="end">{most.toFixed(1)}</text>
    </svg>
  );
}
