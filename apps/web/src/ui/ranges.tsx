import type { ReactNode } from 'react';
import { useJoint } from './pointed.tsx';

interface Ends {
  readonly low: number;
  readonly high: number;
}

export interface RangeRow {
  readonly id: string;
  readonly name: string;
  readonly value: number;
  /** Holds eight of ten, and 19 of 20; null where too little is known. */
  readonly eight: Ends | null;
  readonly nineteen: Ends | null;
  /** Drawn hatched: the ranges hold less surely. */
  readonly isBeyond?: boolean;
  /** The figure that came afterwards. */
  readonly came?: number | null;
  /** Stands below the bar. */
  readonly note?: ReactNode;
}

interface RangesProps {
  readonly label: string;
  readonly ranges: readonly RangeRow[];
  readonly format: (value: number) => string;
  /** What the two widths mean. */
  readonly keys: { readonly eight: string; readonly nineteen: string; readonly came?: string };
  /** A figure with the ends of its range in words. */
  readonly figure: (value: string, low: string, high: string) => string;
}

/** Figures as marks on bars that are as wide as their ranges: the thick one holds eight of ten, the thin one 19 of 20. A dot is what came. */
export function Ranges({ label, ranges, format, keys, figure }: RangesProps) {
  const joint = useJoint();
  const most = Math.max(
    ...ranges.flatMap(({ value, eight, nineteen, came }) => [value, eight?.high ?? 0, nineteen?.high ?? 0, came ?? 0]),
  );
  const at = (value: number) => `${most > 0 ? (Math.max(value, 0) / most) * 100 : 0}%`;
  const between = ({ low, high }: Ends) => ({
    insetInlineStart: at(low),
    inlineSize: `${most > 0 ? ((high - Math.max(low, 0)) / most) * 100 : 0}%`,
  });
  const hasWide = ranges.some(({ nineteen }) => nineteen !== null);
  return (
    <figure className="stack-tight">
      <ol className="bars ranges" aria-label={label}>
        {ranges.map(({ id, name, value, eight, nineteen, isBeyond = false, came = null, note }) => (
          <li key={id} data-beyond={isBeyond} {...joint(id)}>
            <bdi className="break">{name}</bdi>
            <span className="bar-figure">
              {eight === null ? format(value) : figure(format(value), format(eight.low), format(eight.high))}
            </span>
            <span className="range" data-range={value}>
              {nineteen !== null && <span className="range-thin" style={between(nineteen)} />}
              {eight !== null && <span className="range-thick" style={between(eight)} />}
              <span className="range-mark" style={{ insetInlineStart: at(value) }} />
              {came !== null && <span className="range-came" style={{ insetInlineStart: at(came) }} />}
            </span>
            {note !== undefined && <span className="range-note small">{note}</span>}
          </li>
        ))}
      </ol>
      <figcaption>
        <ul className="keys">
          {ranges.some(({ eight }) => eight !== null) && (
            <li>
              <span className="range-key range-thick" aria-hidden />
              {keys.eight}
            </li>
          )}
          {hasWide && (
            <li>
              <span className="range-key range-thin" aria-hidden />
              {keys.nineteen}
            </li>
          )}
          {keys.came !== undefined && (
            <li>
              <span className="range-key-came" aria-hidden />
              {keys.came}
            </li>
          )}
        </ul>
      </figcaption>
    </figure>
  );
}
