interface ShareBarProps {
  /** Percent in the area asked about; null where it is not published. */
  readonly here: number | null;
  /** Percent in the widest area, as a mark on the bar. */
  readonly around: number | null;
}

/** A share as a bar, with a mark where the widest area has its own. The figures stand in the cells beside it. */
export function ShareBar({ here, around }: ShareBarProps) {
  if (here === null) return null;
  return (
    <span className="share-bar" aria-hidden="true">
      <span style={{ inlineSize: `${Math.min(here, 100)}%` }} />
      {around !== null && <i style={{ insetInlineStart: `${Math.min(around, 100)}%` }} />}
    </span>
  );
}
