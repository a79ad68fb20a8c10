import { useJoint } from './pointed.tsx';

export interface Difference {
  readonly id: string;
  readonly name: string;
  /** From -1, the bar to the left in full, to 1. */
  readonly size: number;
  /** The figure in words. */
  readonly shown: string;
}

/** Bars to both sides of a middle line: less in orange to the left, more in blue to the right. */
export function Differences({ label, rows }: { label: string; rows: readonly Difference[] }) {
  const joint = useJoint();
  return (
    <ol className="bars" aria-label={label}>
      {rows.map(({ id, name, size, shown }) => {
        const part = Math.min(Math.abs(size), 1) * 50;
        return (
          <li key={id} {...joint(id)}>
            <bdi className="break">{name}</bdi>
            <span className="bar-figure">{shown}</span>
            <span className="difference" data-sign={size < 0 ? 'less' : 'more'}>
              <span style={{ inlineSize: `${part}%`, insetInlineStart: `${size < 0 ? 50 - part : 50}%` }} />
            </span>
          </li>
        );
      })}
    </ol>
  );
}
