import { useState } from 'react';
import { Link } from 'wouter';
import { useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';
import { useJoint } from '../../ui/pointed.tsx';
import { type Area, dashboardOf } from './useAreas.ts';

const SHOWN_MAX = 12;

/** The child areas of an area as bars by residents, largest first; each links to its dashboard. */
export function ChildAreas({ areas, territory }: { areas: readonly Area[]; territory: string }) {
  const { say } = useText();
  const { people } = useFormat();
  const joint = useJoint();
  const [isWhole, setWhole] = useState(false);
  if (areas.length === 0) return <p className="soft">{say('dashboard.smallest')}</p>;
  const ordered = areas.toSorted((a, b) => (b.residents ?? -1) - (a.residents ?? -1));
  const largest = Math.max(1, ordered[0]?.residents ?? 1);
  return (
    <>
      <ol className="bars" aria-label={say('dashboard.within')}>
        {(isWhole ? ordered : ordered.slice(0, SHOWN_MAX)).map(({ code, name, residents }) => (
          <li key={code} {...joint(code)}>
            <Link href={dashboardOf(code, territory)} className="break">
              <bdi>{name}</bdi>
            </Link>
            <span className="bar-figure">{residents === null ? say('figure.notPublished') : people(residents)}</span>
            <span className="bar" style={{ inlineSize: `${((residents ?? 0) / largest) * 100}%` }} />
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
