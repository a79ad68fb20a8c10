import { useState } from 'react';
import { Link } from 'wouter';
import type { AreasCompared } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { useJoint } from '../../ui/pointed.tsx';
import { type Coloring, useFigureWords } from './compared.ts';
import { dashboardOf } from './useAreas.ts';

const SHOWN_MAX = 12;

interface ChildAreasProps {
  readonly compared: AreasCompared;
  readonly coloring: Coloring | null;
}

/** The areas within an area as bars by the figure of the map, largest first; each links to its dashboard. */
export function ChildAreas({ compared, coloring }: ChildAreasProps) {
  const { areas, territory } = compared;
  const { say } = useText();
  const names = useFigureWords(compared);
  const joint = useJoint();
  const [isWhole, setWhole] = useState(false);
  if (areas.length === 0) return <p className="soft">{say('dashboard.smallest')}</p>;
  const ordered = areas
    .map((area, i) => ({ ...area, value: coloring?.figure.values[i] ?? null }))
    .toSorted((a, b) => (b.value ?? -Infinity) - (a.value ?? -Infinity) || 0);
  const largest = Math.max(...ordered.map(({ value }) => Math.abs(value ?? 0))) || 1;
  return (
    <>
      <ol className="bars" aria-label={say('dashboard.within')}>
        {(isWhole ? ordered : ordered.slice(0, SHOWN_MAX)).map(({ code, name, value }) => (
          <li key={code} {...joint(code)}>
            <Link href={dashboardOf(code, territory.id)} className="break">
              <bdi>{name}</bdi>
            </Link>
            {coloring !== null && (
              <>
                <span className="bar-figure">{names.value(value, coloring.figure.unit)}</span>
                <span
                  className="bar"
                  style={{ inlineSize: `${(Math.max(0, value ?? 0) / largest) * 100}%` }}
                  data-zero={(value ?? 0) <= 0}
                />
              </>
            )}
          </li>
        ))}
      </ol>
      {ordered.length > SHOWN_MAX && (
        <button type="button" className="link" onClick={() => setWhole(!isWhole)}>
          {isWhole ? say('studio.places.fewer') : say('studio.rows.all', { count: ordered.length })}
        </button>
      )}
    </>
  );
}
