import { useState } from 'react';
import type { JobResults } from '../api/types.ts';
import { useNames } from '../fields/title.ts';
import { type TextKey, useText } from '../text/index.ts';
import { FigureTable } from './results/figureTable.tsx';
import { Value } from './results/value.tsx';

const SHOWN_MAX = 25;

/** The points of a batch in the order of the input: people within reach, state and charge of each. */
export function BatchTable({ rows }: { rows: JobResults['data'] }) {
  const { say } = useText();
  const names = useNames();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, SHOWN_MAX);
  const residents = say('studio.batch.residents');
  return (
    <>
      <FigureTable
        caption={say('studio.batch.points')}
        head={say('studio.batch.points')}
        columns={[residents, say('studio.batch.state'), say('studio.batch.credits')]}
        rows={shown.map(({ index, id, status, reason, creditsCharged, summary }) => ({
          id: String(id),
          title: <bdi>{id}</bdi>,
          cells: [
            <Value
              key="residents"
              pointer={`/data/${index}/summary/residents`}
              value={typeof summary?.residents === 'number' ? summary.residents : null}
              title={residents}
              unit="persons"
            />,
            <span key="state" title={reason ?? undefined}>
              {say(`studio.batch.${status}` as TextKey)}
              {reason !== null && <span className="soft block">{names.value(reason)}</span>}
            </span>,
            <span key="credits">{creditsCharged}</span>,
          ],
        }))}
      />
      {rows.length > SHOWN_MAX && (
        <button type="button" className="link" onClick={() => setWhole(!isWhole)}>
          {isWhole ? say('studio.places.fewer') : say('studio.rows.all', { count: rows.length })}
        </button>
      )}
    </>
  );
}
