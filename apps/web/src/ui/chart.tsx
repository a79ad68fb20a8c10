import { nice, ticks } from 'd3-array';
import { useRef } from 'react';
import { useJoint } from './pointed.tsx';
import { useWidth } from './useWidth.ts';

/** Something counted, with its name as readers see it. */
export interface Bar {
  readonly id: string;
  readonly name: string;
  readonly value: number;
  /** Drawn pale, beside those that are asked about. */
  readonly isQuiet?: boolean;
}

interface ChartProps {
  /** Names the picture for screen readers; the figures themselves stand in a table beside it. */
  readonly label: string;
  readonly bars: readonly Bar[];
  readonly format: (value: number) => string;
}

const HEIGHT = 220;
const [TOP, RIGHT, BOTTOM, LEFT] = [12, 8, 28, 60];
const TICKS = 4;
const MOST_COLUMN_PIXELS = 56;
/** Room that the name of a column needs; where there is less, every second name or fewer are shown. */
const NAME_PIXELS = 56;

/** Columns along time. */
export function Columns({ label, bars, format }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const joint = useJoint();
  const width = useWidth(place);
  const largest = Math.max(...bars.map(({ value }) => value), 0);
  const [, top] = nice(0, largest > 0 ? largest : 1, TICKS);
  const y = (value: number) => TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM);
  const step = Math.max(width - LEFT - RIGHT, 0) / Math.max(bars.length, 1);
  const column = Math.min(step * 0.6, MOST_COLUMN_PIXELS);
  const every = Math.max(1, Math.ceil(NAME_PIXELS / Math.max(step, 1)));
  return (
    <div ref={place} className="chart">
      <svg width={width} height={HEIGHT} role="img" aria-label={label}>
        {ticks(0, top, TICKS).map((tick) => (
          <g key={tick}>
            <line x1={LEFT} x2={width - RIGHT} y1={y(tick)} y2={y(tick)} className="chart-line" />
            <text x={LEFT - 10} y={y(tick)} dy="0.32em" textAnchor="end">
              {format(tick)}
            </text>
          </g>
        ))}
        {bars.map(({ id, name, value }, index) => {
          const middle = LEFT + (index + 0.5) * step;
          return (
            <g key={id} {...joint(id)}>
              <rect x={middle - column / 2} y={y(value)} width={column} height={y(0) - y(value)} rx={2}>
                <title>{`${name}: ${format(value)}`}</title>
              </rect>
              {(bars.length - 1 - index) % every === 0 && (
                <text x={Math.min(middle, width - NAME_PIXELS / 2)} y={HEIGHT - 8} textAnchor="middle">
                  {name}
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </div>
  );
}

/** Bars below their names, the figure at the end of each. */
export function Bars({ label, bars, format }: ChartProps) {
  const joint = useJoint();
  const largest = Math.max(...bars.map(({ value }) => value), 0);
  return (
    <ol className="bars" aria-label={label}>
      {bars.map(({ id, name, value, isQuiet = false }) => (
        <li key={id} data-quiet={isQuiet} {...joint(id)}>
          <bdi className="break">{name}</bdi>
          <span className="bar-figure">{format(value)}</span>
          <span
            className="bar"
            data-zero={value === 0}
            style={{ inlineSize: `${largest > 0 ? (value / largest) * 100 : 0}%` }}
          />
        </li>
      ))}
    </ol>
  );
}
