import type { Family, Source } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Card } from '../../ui/page.tsx';
import { type Column, NOTHING, Table } from '../../ui/table.tsx';
import { WhatChanged } from './whatChanged.tsx';

/** A data family in force: its version, its sources, and what changed. */
export function FamilyInForce({
  family: { family, version, currency, sources, isModelled, counts, changes },
}: {
  family: Family;
}) {
  const { say } = useText();
  const columns: Column<Source>[] = [
    {
      id: 'name',
      title: say('data.source'),
      cell: ({ name, url, attribution }) => (
        <>
          {url === null ? (
            <strong>
              <bdi>{name}</bdi>
            </strong>
          ) : (
            <a href={url} className="strong" rel="noreferrer">
              <bdi>{name}</bdi>
            </a>
          )}
          {attribution !== name && <bdi className="soft block">{attribution}</bdi>}
        </>
      ),
    },
    {
      id: 'licence',
      title: say('data.licence'),
      cell: ({ licence, mayShare }) => (
        <>
          {licence}
          {!mayShare && <span className="soft block">{say('data.closed')}</span>}
        </>
      ),
    },
    { id: 'vintage', title: say('data.vintage'), nowrap: true, cell: ({ vintage }) => vintage ?? NOTHING },
  ];
  const title = say(`family.${family}`);
  return (
    <Card
      title={title}
      action={
        <span className="row">
          {isModelled && <span className="badge">{say('data.modelled')}</span>}
          {currency !== null && <span className="badge">{currency}</span>}
          <span className="badge" data-kind="good" data-version={version}>
            {version}
          </span>
        </span>
      }
    >
      <p className="card-lead soft">{say(`family.${family}Help`)}</p>
      {isModelled && <p className="card-lead soft">{say('data.modelledHelp')}</p>}
      <Table
        caption={say('data.sourcesOf', { family: title })}
        columns={columns}
        rows={sources}
        keyOf={({ name }) => name}
      />
      <WhatChanged counts={counts} changes={changes} />
    </Card>
  );
}
