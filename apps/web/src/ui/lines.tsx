import { max, min, nice, ticks } from 'd3-array';
import { useRef } from 'react';
import { useJoint } from './pointed.tsx';
import { useWidth } from './useWidth.ts';

export interface Line {
  readonly id: string;
  readonly name: string;
  /** A value for each name of the axis; null where there is none, and the line is broken. */
  readonly values: readonly (number | null)[];
}

interface LinesProps {
  /** Names the picture for screen readers; the figures themselves stand in a table beside it. */
  readonly label: string;
  /** Names along the axis, ids of the joint rows too. */
  readonly names: readonly string[];
  /** The first is drawn strong; the others are told apart by their dashes. */
  readonly lines: readonly Line[];
  readonly format: (value: number) => string;
}

const HEIGHT = 220;
const [TOP, RIGHT, BOTTOM, LEFT] = [12, 32, 28, 60];
const TICKS = 4;
const NAME_PIXELS = 72;
const LETTER_PIXELS = 7.5;

/** Lines along time. */
export function Lines({ label, names, lines, format }: LinesProps) {
  const place = useRef<HTMLDivElement>(null);
  const joint = useJoint();
  const width = useWidth(place);
  const values = lines.flatMap((line) => line.values.filter((value) => value !== null));
  const [low, high] = nice(min(values) ?? 0, max(values) ?? 1, TICKS);
  const step = Math.max(width - LEFT - RIGHT, 0) / Math.max(names.length - 1, 1);
  const x = (index: number) => LEFT + index * step;
  const y = (value: number) => TOP + (1 - (value - low) / Math.max(high - low, 1e-9)) * (HEIGHT - TOP - BOTTOM);
  const nameWidth = Math.max(...names.map((name) => name.length), 0) * LETTER_PIXELS;
  const every = Math.max(1, Math.ceil(Math.max(NAME_PIXELS, nameWidth + 12) / Math.max(step, 1)));
  return (
    <figure className="stack-tight">
      <div ref={place} className="chart">
        <svg width={width} height={HEIGHT} role="img" aria-label={label}>
          {ticks(low, high, TICKS).map((tick) => (
            <g key={tick}>
              <line x1={LEFT} x2={width - RIGHT} y1={y(tick)} y2={y(tick)} className="chart-line" />
              <text x={LEFT - 10} y={y(tick)} dy="0.32em" textAnchor="end">
                {format(tick)}
              </text>
            </g>
          ))}
          {lines
            .map((line, order) => (
              <path
                key={line.id}
                className="line"
                data-order={order}
                d={pathOf(line.values.map((value, i) => (value === null ? null : [x(i), y(value)])))}
              />
            ))
            .toReversed()}
          {names.map((name, i) => (
            <g key={name} className="line-mark" {...joint(name)}>
              <rect x={x(i) - step / 2} y={TOP} width={step} height={HEIGHT - TOP - BOTTOM} />
              {lines.map(({ id, name: line, values: of }, order) =>
                of[i] == null ? null : (
                  <circle key={id} cx={x(i)} cy={y(of[i])} r={order === 0 ? 3.5 : 2.5}>
                    <title>{`${line}, ${name}: ${format(of[i])}`}</title>
                  </circle>
                ),
              )}
              {(names.length - 1 - i) % every === 0 && (
                <text x={Math.min(x(i), width - nameWidth / 2)} y={HEIGHT - 8} textAnchor="middle">
                  {name}
                </text>
              )}
            </g>
          ))}
        </svg>
      </div>
      <figcaption>
        <ul className="keys">
          {lines.map(({ id, name }, order) => (
            <li key={id}>
              <svg width={24} height={8} aria-hidden="true">
                <path className="line" data-order={order} d="M0 4H24" />
              </svg>
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}

/** Returns the path of a line that is broken where a point is missing. */
function pathOf(points: readonly (readonly [number, number] | null)[]): string {
  return points
    .map((point, i) => {
      if (point === null) return '';
      const [before = null, after = null] = [points[i - 1], points[i + 1]];
      // A point between two gaps is a dot: a line without length, with round ends.
      const dot = before === null && after === null ? 'h0' : '';
      return `${before === null ? 'M' : 'L'}${point[0].toFixed(1)} ${point[1].toFixed(1)}${dot}`;
    })
    .join('');
}
