import { type ReactNode, useState } from 'react';
import { useMatch } from '../../ui/useMatch.ts';

/** Where the legend folds into its title. */
const PHONE = '(max-width: 820px)';

interface LegendListProps {
  /** What is drawn, where there are several legends. */
  readonly name?: string | undefined;
  readonly head: string;
  /** Whether the head stands on wide screens, too. */
  readonly isHeaded?: boolean;
  readonly isStale?: boolean;
  /** Entries, each an item of the list. */
  readonly children: ReactNode;
}

/** The frame of a legend; on a phone it folds. */
export function LegendList({ name, head, isHeaded = true, isStale = false, children }: LegendListProps) {
  const isPhone = useMatch(PHONE);
  const [isOpen, open] = useState(false);
  const isFolded = isPhone && !isOpen;
  return (
    <ul className="legend" data-stale={isStale} data-folded={isFolded}>
      {name !== undefined && <li className="legend-name">{name}</li>}
      {isPhone ? (
        <li className="legend-title">
          <button type="button" className="legend-fold" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
            {head}
          </button>
        </li>
      ) : (
        isHeaded && <li className="legend-title">{head}</li>
      )}
      {children}
    </ul>
  );
}
