import type { OrganizationPath } from '../../api/address.ts';
import { useResource } from '../../api/queries.ts';
import type { Session, UsageBy } from '../../api/types.ts';
import { useActionTitle } from '../../text/actionTitle.ts';
import { isHouse } from '../../text/house.ts';
import { useText } from '../../text/index.ts';
import type { Choice } from '../../ui/fields.tsx';
import { Empty } from '../../ui/states.tsx';
import { LogPage } from '../log/logPage.tsx';
import { EntryTable } from './entryTable.tsx';

const KINDS = isHouse
  ? (['charge', 'storage', 'adjustment'] as const)
  : (['charge', 'purchase', 'grant', 'storage', 'adjustment', 'refund'] as const);

/** Every movement of the organization's balance. */
export default function LedgerPage({ session }: { session: Session }) {
  const organization = session.activeOrganization?.organization;
  return organization === undefined ? null : <Ledger path={`/organizations/${organization.id}`} />;
}

function Ledger({ path }: { path: OrganizationPath }) {
  const { say } = useText();
  const members = useSpenders(path, 'member');
  const keys = useSpenders(path, 'key', say('ledger.web'));
  const titleOf = useActionTitle();
  const actions = useSpenders(path, 'action').map(({ id }) => ({ id, name: titleOf(id) }));
  return (
    <LogPage
      title={say('ledger.title')}
      lead={say('ledger.lead')}
      path={`${path}/ledger`}
      conditions={[
        {
          name: 'kind',
          label: say('ledger.kind'),
          choices: KINDS.map((kind) => ({ id: kind, name: say(`entry.${kind}`) })),
        },
        { name: 'member', label: say('ledger.member'), choices: members },
        { name: 'key', label: say('ledger.key'), choices: keys },
        { name: 'action', label: say('ledger.action'), choices: actions },
      ]}
      further={['analysis']}
      empty={<Empty title={say('ledger.none')}>{say('ledger.noneText')}</Empty>}
    >
      {(entries) => <EntryTable entries={entries} />}
    </LogPage>
  );
}

/** Members, keys or actions that spent something at any time, by name. */
function useSpenders(path: OrganizationPath, by: UsageBy, web = ''): Choice<string>[] {
  const usage = useResource(`${path}/usage?by=${by}`);
  const names = new Map<string, string>();
  for (const { id, name } of usage.data?.data ?? []) if (id !== null) names.set(id, id === 'web' ? web : (name ?? id));
  return Array.from(names, ([id, name]) => ({ id, name })).toSorted((a, b) => a.name.localeCompare(b.name));
}
