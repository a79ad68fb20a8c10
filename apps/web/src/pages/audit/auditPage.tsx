import type { OrganizationPath } from '../../api/address.ts';
import { useResource } from '../../api/queries.ts';
import type { Session } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { LogPage } from '../log/logPage.tsx';
import { AuditTable } from './auditTable.tsx';
import { DEEDS } from './deeds.ts';

/** Who did what in the organization. */
export default function AuditPage({ session }: { session: Session }) {
  const organization = session.activeOrganization?.organization;
  return organization === undefined ? null : <Audit path={`/organizations/${organization.id}`} />;
}

function Audit({ path }: { path: OrganizationPath }) {
  const { say } = useText();
  const members = useResource(`${path}/members`);
  const people = (members.data?.data ?? []).map(({ user }) => ({ id: String(user.id), name: user.name }));
  return (
    <LogPage
      title={say('audit.title')}
      lead={say('audit.lead')}
      path={`${path}/audit`}
      conditions={[
        {
          name: 'member',
          label: say('ledger.member'),
          choices: [...people, { id: 'operator', name: say('audit.operator') }],
        },
        {
          name: 'deed',
          label: say('ledger.what'),
          choices: DEEDS.map((deed) => ({ id: deed, name: say(`deed.${deed}`) })),
        },
      ]}
    >
      {(entries) => <AuditTable path={path} entries={entries} />}
    </LogPage>
  );
}
