import type { Schemas } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { type Column, NOTHING, Table } from '../../ui/table.tsx';
import { useAmounts } from './useAmounts.ts';

type File = Schemas['PlacePlan']['files'][number];

/** The files that a place needs: for what, whose, how large, under which license. */
export function PlanFiles({ files }: { files: readonly File[] }) {
  const { say } = useText();
  const { size } = useAmounts();
  const columns: Column<File>[] = [
    {
      id: 'file',
      title: say('places.file'),
      cell: ({ name, host }) => (
        <>
          <bdi className="strong">{name}</bdi>
          <bdi className="soft block">{host}</bdi>
        </>
      ),
    },
    { id: 'use', title: say('places.use'), cell: ({ use }) => say(`places.use.${use}`) },
    { id: 'source', title: say('data.source'), cell: ({ source }) => <bdi>{source}</bdi> },
    { id: 'licence', title: say('data.licence'), cell: ({ licence }) => licence },
    { id: 'vintage', title: say('data.vintage'), nowrap: true, cell: ({ vintage }) => vintage ?? say('places.newest') },
    {
      id: 'size',
      title: say('places.size'),
      number: true,
      nowrap: true,
      cell: (file) => (file.megabytes === null ? NOTHING : size(file.megabytes)),
    },
  ];
  return (
    <Table caption={say('places.files')} columns={columns} rows={files} keyOf={({ host, name }) => `${host}/${name}`} />
  );
}
