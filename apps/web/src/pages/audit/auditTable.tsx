import type { OrganizationPath } from '../../api/address.ts';
import type { AuditEntry } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';
import { type Column, NOTHING, Table } from '../../ui/table.tsx';
import { useDetails } from './details.ts';

/** Deeds, newest first. `path` is that of the organization. */
export function AuditTable({ path, entries }: { path: OrganizationPath; entries: readonly AuditEntry[] }) {
  const { say } = useText();
  const { moment } = useFormat();
  const wordsOf = useDetails(path);
  const columns: Column<AuditEntry>[] = [
    { id: 'time', title: say('ledger.time'), nowrap: true, cell: ({ time }) => moment(time) },
    {
      id: 'what',
      title: say('ledger.what'),
      cell: ({ deed, details }) => (
        <>
          <span>{say(`deed.${deed}`)}</span>
          {details !== null && <span className="soft small block">{wordsOf(details)}</span>}
        </>
      ),
    },
    {
      id: 'subject',
      title: say('audit.subject'),
      cell: ({ subject: { id, name } }) =>
        name === null && id === null ? NOTHING : <bdi className="break">{name ?? id}</bdi>,
    },
    {
      id: 'member',
      title: say('ledger.member'),
      nowrap: true,
      cell: ({ member, key }) =>
        member === null ? (
          say('audit.operator')
        ) : (
          <>
            <bdi>{member.name}</bdi>
            <span className="soft small block">
              {key === null ? say('ledger.web') : <bdi>{say('audit.withKey', { name: key.name })}</bdi>}
            </span>
          </>
        ),
    },
    { id: 'address', title: say('sessions.address'), cell: ({ address }) => address ?? NOTHING },
  ];
  return <Table caption={say('audit.title')} columns={columns} rows={entries} keyOf={({ no }) => no} onPhone="lines" />;
}
