import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import type { OrganizationPath } from '../../api/address.ts';
import { useResource } from '../../api/queries.ts';
import type { Session } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { useOpening } from '../../ui/useOpening.ts';
import { KeyTable } from './keyTable.tsx';
import { NewKeyDialog } from './newKeyDialog.tsx';
import { ToolServer } from './toolServer.tsx';

/** Keys in the organization that the session works in: the member's own, for owners and admins also everybody's. */
export default function ApiPage({ session }: { session: Session }) {
  const { say } = useText();
  const { isOpen, open, close } = useOpening('key');
  const organization = session.activeOrganization?.organization;
  if (organization === undefined) return null;
  const path = `/organizations/${organization.id}/keys` as const;
  const make = (
    <Button kind="primary" icon={<Plus size={16} aria-hidden />} onPress={open}>
      {say('keys.new')}
    </Button>
  );
  return (
    <Page title={say('api.title')} lead={say('api.lead', { organization: organization.name })} action={make}>
      <Keys path={path} make={make} session={session} />
      <ToolServer />
      <NewKeyDialog path={path} isOpen={isOpen} onClose={close} />
    </Page>
  );
}

const WHOSE = { me: 'keys.mine', all: 'keys.everybodys' } as const;

function Keys({ path, make, session }: { path: `${OrganizationPath}/keys`; make: React.ReactNode; session: Session }) {
  const { say } = useText();
  const [of, setOf] = useState<keyof typeof WHOSE>('me');
  const keys = useResource(of === 'me' ? path : `${path}?of=all`);
  const seesAll = session.activeOrganization?.role !== 'member';
  return (
    <Card
      title={say('keys.title')}
      action={
        seesAll && (
          <Segments
            label={say('keys.whose')}
            choices={(['me', 'all'] as const).map((id) => ({ id, name: say(WHOSE[id]) }))}
            value={of}
            onChange={setOf}
          />
        )
      }
    >
      <Loaded query={keys}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon={<KeyRound size={28} aria-hidden />} title={say('keys.none')} action={make}>
              {say('keys.noneText')}
            </Empty>
          ) : (
            <KeyTable path={path} keys={data} userId={session.user.id} ofAll={of === 'all'} />
          )
        }
      </Loaded>
    </Card>
  );
}
