import { useState } from 'react';
import { AnswerSays } from '../../answer/answer.tsx';
import type { OrganizationPath } from '../../api/address.ts';
import { VersionExports } from '../../exports/versionExports.tsx';
import { useOptions } from '../../fields/options.ts';
import { useText, useWords } from '../../text/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/page.tsx';
import { useJoint } from '../../ui/pointed.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { CHANGES } from './asked.ts';
import { type Change, type Found, jointOf, KINDS, LOOK, type Shown } from './change.ts';

/** Rows that are drawn at first: a sheet of a thousand is slow to scroll, and the sector narrows it down. */
const ROWS_MAX = 100;

interface FoundProps {
  readonly path: OrganizationPath;
  /** The analysis that keeps it; null where none does. */
  readonly code: string | null;
  readonly versionNo: number | null;
  readonly found: Found;
  readonly shown: Shown;
  readonly onShow: (shown: Shown) => void;
  readonly onPick: (change: Change) => void;
}

/** What changed: its sentence, each store with its confidence, files of it, or that nothing did. */
export default function FoundChanges({ path, code, versionNo, found, shown, onShow, onPick }: FoundProps) {
  const { say } = useText();
  const words = useWords();
  const joint = useJoint();
  const sectors = useOptions('markets.sectors', '').options;
  const [isWhole, setWhole] = useState(false);
  const { since, until, changes, changesLeftOut } = found;
  const counted = KINDS.map((kind) => ({ kind, count: changes.filter((one) => one.kind === kind).length }));
  const rows = changes.filter(({ kind }) => shown === 'all' || kind === shown);
  const columns: Column<Change>[] = [
    {
      id: 'store',
      title: say('changed.store'),
      cell: (change) => (
        <span {...joint(jointOf(change))}>
          <button type="button" className="link strong" onClick={() => onPick(change)}>
            <bdi>{change.name || change.address || say('stores.unnamed')}</bdi>
          </button>
          <span className="soft small block">
            {[
              sectors?.find(({ id }) => id === change.sectorCode)?.name ?? change.sectorCode,
              ...(change.name === '' || change.address === '' ? [] : [change.address]),
              ...(change.kind === 'renamed' && change.before !== null
                ? [say('changes.before', { name: change.before.name || say('stores.unnamed') })]
                : []),
              ...(change.kind === 'moved' && change.meters !== null
                ? [say('changed.moved', { distance: words.tell({ figure: change.meters, unit: 'meters' }) })]
                : []),
            ].join(' · ')}
          </span>
        </span>
      ),
    },
    {
      id: 'kind',
      title: say('changed.what'),
      nowrap: true,
      cell: ({ kind, certainty }) => (
        <>
          <span className="changed-kind">
            <span className="swatch" data-part={LOOK[kind]} aria-hidden />
            {say(`changes.${kind}`)}
          </span>
          <span className="soft small block">
            {say('changed.certainty')} {words.tell({ figure: certainty, unit: 'share' })}
          </span>
        </>
      ),
    },
  ];
  return (
    <Card
      title={say('changed.found')}
      action={
        code === null || versionNo === null ? undefined : (
          <VersionExports path={path} code={code} versionNo={versionNo} />
        )
      }
    >
      <div className="card-body stack" data-changes={changes.length} data-since={since} data-until={until}>
        {changes.length === 0 ? (
          <Empty title={say('changed.none', { since })}>{say('changed.noneText', { since, until })}</Empty>
        ) : (
          <>
            <AnswerSays actionId={CHANGES} result={found} show="sentence" />
            <Segments
              label={say('changed.what')}
              value={shown}
              choices={[
                { id: 'all' as Shown, name: `${say('changed.all')} ${changes.length}` },
                ...counted
                  .filter(({ count }) => count > 0)
                  .map(({ kind, count }) => ({ id: kind as Shown, name: `${say(`changes.${kind}`)} ${count}` })),
              ]}
              onChange={onShow}
            />
            <Table
              caption={say('changed.found')}
              columns={columns}
              rows={isWhole ? rows : rows.slice(0, ROWS_MAX)}
              keyOf={jointOf}
            />
            {!isWhole && rows.length > ROWS_MAX && (
              <button type="button" className="link" onClick={() => setWhole(true)}>
                {say('changed.all')} {rows.length}
              </button>
            )}
            {changesLeftOut > 0 && (
              <p className="soft small">
                {say('changes.more', { count: words.tell({ figure: changesLeftOut, unit: 'stores' }) })}
              </p>
            )}
            <p className="soft small">{say('changes.lists')}</p>
            {code !== null && (
              <p>
                <ButtonLink href={`/a/${code}`}>{say('changed.studio')}</ButtonLink>
              </p>
            )}
          </>
        )}
      </div>
    </Card>
  );
}
