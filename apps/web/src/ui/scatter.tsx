import { max, nice, ticks } from 'd3-array';
import { useRef } from 'react';
import { useJoint } from './pointed.tsx';
import { useWidth } from './useWidth.ts';

interface DotMark {
  readonly id: string;
  readonly name: string;
  readonly across: number;
  readonly up: number;
  readonly isMarked?: boolean;
}

interface ScatterProps {
  /** Names the picture for screen readers; the figures themselves stand in a table beside it. */
  readonly label: string;
  readonly across: string;
  readonly up: string;
  readonly dots: readonly DotMark[];
  readonly format: (value: number) => string;
}

const HEIGHT = 280;
const [TOP, RIGHT, BOTTOM, LEFT] = [24, 28, 44, 56];
const TICKS = 4;

/** Dots along two axes of the same measure; on the line both figures are the same. */
export function Scatter({ label, across, up, dots, format }: ScatterProps) {
  const place = useRef<HTMLDivElement>(null);
  const joint = useJoint();
  const width = useWidth(place);
  const [, top] = nice(0, max(dots.flatMap((dot) => [dot.across, dot.up])) ?? 1, TICKS);
  const x = (value: number) => LEFT + (value / top) * Math.max(width - LEFT - RIGHT, 0);
  const y = (value: number) => TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM);
  const marks = ticks(0, top, TICKS);
  return (
    <div ref={place} className="chart scatter" data-dots={dots.length}>
      <svg width={width} height={HEIGHT} role="img" aria-label={label}>
        {marks.map((tick) => (
          <g key={tick}>
            <line x1={LEFT} x2={width - RIGHT} y1={y(tick)} y2={y(tick)} className="chart-line" />
            <text x={LEFT - 8} y={y(tick)} dy="0.32em" textAnchor="end">
              {format(tick)}
            </text>
            <text x={x(tick)} y={HEIGHT - BOTTOM + 16} textAnchor="middle">
              {format(tick)}
            </text>
          </g>
        ))}
        <line x1={x(0)} y1={y(0)} x2={x(top)} y2={y(top)} className="scatter-same" />
        <text x={LEFT - 48} y={12}>
          {up}
        </text>
        <text x={width - RIGHT} y={HEIGHT - 6} textAnchor="end">
          {across}
        </text>
        {dots.map(({ id, name, across: a, up: b, isMarked = false }) => (
          <g key={id} {...joint(id)} className="scatter-dot" data-marked={isMarked}>
            <circle cx={x(a)} cy={y(b)} r={10} className="scatter-reach" />
            <circle cx={x(a)} cy={y(b)} r={4.5}>
              <title>{`${name}: ${across} ${format(a)}, ${up} ${format(b)}`}</title>
            </circle>
          </g>
        ))}
      </svg>
    </div>
  );
}
