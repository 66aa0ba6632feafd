// Lines over the rounds, with the round that is shown marked on them; a click goes to a round.
import { T } from './texts';

// Where nothing is known the pen is lifted.
function pathOf(values: (number | null)[], x: (i: number) => number, y: (value: number) => number): string {
  let line = '', pen = 'M';
  values.forEach((value, i) => {
    if (value === null) pen = 'M';
    else {
      line += `${pen}${x(i).toFixed(1)} ${y(value).toFixed(1)}`;
      pen = 'L';
    }
  });
  return line;
}

const roundAt = (event: MouseEvent, last: number, left = 0, width = 1) => {
  const box = (event.currentTarget as SVGSVGElement).getBoundingClientRect();
  return Math.round(Math.min(1, Math.max(0, ((event.clientX - box.left) / box.width - left) / width)) * last);
};

// What players expected of their goals, from 0 to 100, a line a role.
export function Expectations({ lines, last, now, onRound }: { lines: { name: string; values: (number | null)[] }[]; last: number; now: number; onRound: (round: number) => void }) {
  const width = 400, height = 130, left = 26, right = 6, top = 8, bottom = 112;
  const x = (i: number) => left + (i / Math.max(last, 1)) * (width - left - right), y = (value: number) => bottom - value * (bottom - top);
  return (
    <>
      <svg class="curve" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${T.match.expected}. ${lines.map((line) => `${line.name}: ${line.values.map((value, i) => (value === null ? '' : `${i}: ${Math.round(value * 100)}`)).filter(Boolean).join(', ')}`).join('. ')}`}
        onClick={(event) => onRound(roundAt(event, last, left / width, (width - left - right) / width))}>
        {[0, 0.5, 1].map((value) => <g key={value}><line x1={left} x2={width - right} y1={y(value)} y2={y(value)} class="ground" /><text x={left - 5} y={y(value) + 4} text-anchor="end">{value * 100}</text></g>)}
        <line x1={x(now)} x2={x(now)} y1={top} y2={bottom} class="now" />
        {lines.map((line, i) => {
          const here = line.values[now];
          // A choice between others' turns stands alone: lines go on to the next.
          const known = line.values.map((value, at) => [at, value] as const).filter((one): one is readonly [number, number] => one[1] !== null);
          return (
            <g key={line.name} class={`role${i % 4}`}>
              <path d={pathOf(known.map(([, value]) => value), (at) => x(known[at]![0]), y)} class="line" />
              {known.map(([at, value]) => <circle key={at} cx={x(at)} cy={y(value)} r="2.500" class="dot" />)}
              {here !== null && here !== undefined && <circle cx={x(now)} cy={y(here)} r="5" class="dot" />}
            </g>
          );
        })}
        <text x={left} y={height - 3}>{T.match.roundAxis(0)}</text>
        <text x={width - right} y={height - 3} text-anchor="end">{last}</text>
      </svg>
      {lines.length > 1 && <p class="legend">{lines.map((line, i) => <span key={line.name}><svg class="curve swatch" viewBox="0 0 26 8" aria-hidden="true"><g class={`role${i % 4}`}><path d="M0 4H26" class="line" /></g></svg> {line.name}</span>)}</p>}
    </>
  );
}

export function Curve({ values, now, onRound }: { values: (number | null)[]; now: number; onRound: (round: number) => void }) {
  const width = 400, height = 84, known = values.filter((value): value is number => value !== null);
  if (known.length < 2 || Math.max(...known) <= 0) return null;
  const most = Math.max(...known), last = Math.max(values.length - 1, 1);
  const x = (i: number) => 7 + (i / last) * (width - 14), y = (value: number) => height - 6 - (value / most) * (height - 26);
  const line = pathOf(values, x, y);
  const here = values[now];
  return (
    <svg class="curve" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${T.match.curve}: ${values.map((value, i) => `${i}: ${value === null ? '?' : value.toFixed(1)}`).join(', ')}`}
      onClick={(event) => onRound(roundAt(event, last))}>
      {known.length === values.length && <path d={`${line}L${x(last)} ${height - 4}L${x(0)} ${height - 4}Z`} class="area" />}
      <path d={line} class="line" />
      {here !== null && here !== undefined && <circle cx={x(now)} cy={y(here)} r="5" class="dot" />}
      <text x="0" y="12">{T.match.curve}</text>
      <text x={width} y="12" text-anchor="end">{most.toFixed(1)}</text>
    </svg>
  );
}
