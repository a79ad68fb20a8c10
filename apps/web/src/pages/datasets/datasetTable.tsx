import { useState } from 'react';
import { Link } from 'wouter';
import type { OrganizationPath } from '../../api/address.ts';
import type { Dataset, Storage } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';
import { NameField } from '../../ui/nameField.tsx';
import { RowMenu } from '../../ui/rowMenu.tsx';
import { type Column, NOTHING, Table } from '../../ui/table.tsx';
import { download } from './download.ts';

interface DatasetTableProps {
  /** Path of the list. */
  readonly path: `${OrganizationPath}/datasets`;
  readonly datasets: readonly Dataset[];
  /** Absent until it is known: the cost of each. */
  readonly storage: Storage | undefined;
  readonly mayChange: (dataset: Dataset) => boolean;
  readonly onRename: (id: string, name: string) => Promise<unknown>;
  readonly onDelete: (dataset: Dataset) => void;
}

/** Datasets, newest first; those that the member may change are renamed in place and deleted. */
export function DatasetTable({ path, datasets, storage, mayChange, onRename, onDelete }: DatasetTableProps) {
  const { say } = useText();
  const { number, megabytes, ago } = useFormat();
  const [renamed, setRenamed] = useState<string | null>(null);
  const creditsOf = (id: string) => storage?.parts.find((part) => part.id === id)?.credits ?? 0;
  const menuOf = (dataset: Dataset) => {
    const { id, status } = dataset;
    const save = { id: 'download', name: say('datasets.download'), perform: () => download(`${path}/${id}/csv`) };
    return [
      ...(status === 'ready' ? [save] : []),
      ...(mayChange(dataset)
        ? [
            { id: 'rename', name: say('action.rename'), perform: () => setRenamed(id) },
            { id: 'delete', name: say('analyses.delete'), perform: () => onDelete(dataset) },
          ]
        : []),
    ];
  };
  const columns: Column<Dataset>[] = [
    {
      id: 'name',
      title: say('datasets.name'),
      cell: ({ id, name }) =>
        renamed === id ? (
          <NameField
            label={say('datasets.name')}
            name={name}
            onEnd={async (next) => {
              if (next !== null && next !== name) await onRename(id, next);
              setRenamed(null);
            }}
          />
        ) : (
          <Link href={`/datasets/${id}`} className="strong">
            <bdi>{name}</bdi>
          </Link>
        ),
    },
    { id: 'state', title: say('table.state'), cell: (dataset) => <State dataset={dataset} /> },
    { id: 'rows', title: say('datasets.rows'), number: true, cell: ({ rows }) => number(rows) },
    { id: 'bytes', title: say('datasets.size'), number: true, nowrap: true, cell: ({ bytes }) => megabytes(bytes) },
    {
      id: 'credits',
      title: say('datasets.credits'),
      number: true,
      cell: ({ id }) => (storage === undefined ? NOTHING : number(creditsOf(id))),
    },
    {
      id: 'used',
      title: say('datasets.used'),
      nowrap: true,
      // Uses are kept to the hour: none was before the file was there.
      cell: ({ usedAt, createdAt }) =>
        usedAt === null ? NOTHING : ago(usedAt < createdAt ? createdAt : usedAt, Date.now()),
    },
    {
      id: 'actions',
      title: say('table.actions'),
      cell: (dataset) => <RowMenu label={say('table.actionsOf', { name: dataset.name })} actions={menuOf(dataset)} />,
    },
  ];
  return <Table caption={say('datasets.title')} columns={columns} rows={datasets} keyOf={({ id }) => id} />;
}

/** Whether it can be used, and how many of its rows have no place. */
function State({ dataset: { status, states, leavesOutUnplaced } }: { dataset: Dataset }) {
  const { say } = useText();
  const { number } = useFormat();
  if (status !== 'ready')
    return (
      <span className="badge" data-kind={status === 'failed' ? 'error' : 'info'}>
        {say(`datasets.status.${status}`)}
      </span>
    );
  const { unplaced, outside } = states;
  const useless = unplaced + outside;
  if (useless === 0)
    return (
      <span className="badge" data-kind="good">
        {say('datasets.status.ready')}
      </span>
    );
  const key = unplaced === 0 ? 'datasets.status.outside' : 'datasets.status.unplaced';
  return (
    <span className="badge" data-kind={leavesOutUnplaced ? 'good' : 'warning'}>
      {say(leavesOutUnplaced ? 'datasets.status.leftOut' : key, { count: useless, rows: number(useless) })}
    </span>
  );
}
