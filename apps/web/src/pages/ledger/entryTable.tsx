import type { Entry } from '../../api/types.ts';
import { useActionTitle } from '../../text/actionTitle.ts';
import { isHouse } from '../../text/house.ts';
import { useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';
import { type Column, NOTHING, Table } from '../../ui/table.tsx';

/** What moves a balance that nobody pays into on an organization's own server. */
const OF_MONEY = ['purchase', 'grant', 'refund'];

/** Entries with the balance after each, newest first; on an organization's own server the uses alone. */
export function EntryTable({ entries }: { entries: readonly Entry[] }) {
  const { say } = useText();
  const { number, signed, moment } = useFormat();
  const titleOf = useActionTitle();
  const columns: Column<Entry>[] = [
    { id: 'time', title: say('ledger.time'), nowrap: true, cell: ({ time }) => moment(time) },
    {
      id: 'what',
      title: say('ledger.what'),
      cell: ({ kind, action }) => (kind === 'charge' ? titleOf(action) : say(`entry.${kind}`)),
    },
    {
      id: 'member',
      title: say('ledger.member'),
      cell: ({ member }) => (member === null ? NOTHING : <bdi>{member.name}</bdi>),
    },
    {
      id: 'key',
      title: say('ledger.key'),
      cell: ({ key }) => (key === null || key.id === null ? NOTHING : <bdi>{key.name}</bdi>),
    },
    {
      id: 'channel',
      title: say('ledger.channel'),
      cell: ({ channel }) =>
        channel === null ? NOTHING : channel === 'web' ? say('ledger.web') : say(`ledger.channel.${channel}`),
    },
    {
      id: 'analysis',
      title: say('ledger.analysis'),
      cell: ({ analysis }) => (analysis === null ? NOTHING : <bdi title={analysis.code}>{analysis.name}</bdi>),
    },
    {
      id: 'credits',
      title: say('ledger.credits'),
      number: true,
      nowrap: true,
      cell: ({ credits }) => (isHouse ? number(-credits) : signed(credits)),
    },
    {
      id: 'balance',
      title: say('ledger.balance'),
      number: true,
      nowrap: true,
      cell: ({ balanceAfter }) => number(balanceAfter),
    },
  ];
  return (
    <Table
      caption={say('ledger.title')}
      columns={isHouse ? columns.slice(0, -1) : columns}
      rows={isHouse ? entries.filter(({ kind }) => !OF_MONEY.includes(kind)) : entries}
      keyOf={({ no }) => no}
      onPhone="lines"
    />
  );
}
