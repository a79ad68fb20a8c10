import { Link } from 'wouter';
import type { OrganizationPath } from '../../api/address.ts';
import type { VersionItem } from '../../api/types.ts';
import { VersionExports } from '../../exports/versionExports.tsx';
import { useActionTitle } from '../../text/actionTitle.ts';
import { useText } from '../../text/index.ts';
import { Checkbox } from '../../ui/fields.tsx';
import { useFormat } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/table.tsx';

interface VersionTableProps {
  /** Path of the organization. */
  readonly path: OrganizationPath;
  readonly code: string;
  readonly versions: readonly VersionItem[];
  /** Numbers of the versions to compare. */
  readonly chosen: readonly number[];
  readonly onChoose: (chosen: number[]) => void;
}

/** Versions, newest first; two can be chosen, a third takes the place of the first chosen. */
export function VersionTable({ path, code, versions, chosen, onChoose }: VersionTableProps) {
  const { say } = useText();
  const { number, moment } = useFormat();
  const titleOf = useActionTitle();
  const columns: Column<VersionItem>[] = [
    {
      id: 'what',
      title: say('history.version'),
      cell: ({ versionNo, actionId }) => (
        <>
          <Link href={`/a/${code}?version=${versionNo}`} className="strong">
            {say('history.number', { no: versionNo })}
          </Link>
          <span className="soft small block">{titleOf(actionId)}</span>
        </>
      ),
    },
    { id: 'time', title: say('ledger.time'), nowrap: true, cell: ({ createdAt }) => moment(createdAt) },
    { id: 'author', title: say('recent.owner'), cell: ({ author }) => <bdi>{author.name}</bdi> },
    {
      id: 'data',
      title: say('history.data'),
      cell: ({ dataVersion }) => <span className="small">{Object.values(dataVersion).join(' · ')}</span>,
    },
    {
      id: 'credits',
      title: say('ledger.credits'),
      number: true,
      cell: ({ creditsCharged }) => number(creditsCharged),
    },
    {
      id: 'export',
      title: say('export.title'),
      cell: ({ versionNo }) => <VersionExports path={path} code={code} versionNo={versionNo} />,
    },
    {
      id: 'compare',
      title: say('history.compare'),
      cell: ({ versionNo }) => (
        <Checkbox
          isSelected={chosen.includes(versionNo)}
          onChange={(isSelected) => {
            const others = chosen.filter((no) => no !== versionNo);
            onChoose(isSelected ? [...others.slice(-1), versionNo] : others);
          }}
        >
          <span className="visually-hidden">{say('history.compareNumber', { no: versionNo })}</span>
        </Checkbox>
      ),
    },
  ];
  return (
    <Table caption={say('history.title')} columns={columns} rows={versions} keyOf={({ versionNo }) => versionNo} />
  );
}
