import { KeyRound, Plus } from 'lucide-react';
import { useResource } from '../../api/queries.ts';
import type { ApiKey, List, Session } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { useOpening } from '../../ui/useOpening.ts';
import { KeyTable } from './keyTable.tsx';
import { NewKeyDialog } from './newKeyDialog.tsx';
import { ToolServer } from './toolServer.tsx';

/** Keys of the member in the organization that the session works in. */
export default function ApiPage({ session }: { session: Session }) {
  const { say } = useText();
  const { isOpen, open, close } = useOpening('key');
  const organization = session.activeOrganization?.organization;
  if (organization === undefined) return null;
  const path = `/organizations/${organization.id}/keys`;
  const make = (
    <Button kind="primary" icon={<Plus size={16} aria-hidden />} onPress={open}>
      {say('keys.new')}
    </Button>
  );
  return (
    <Page title={say('api.title')} lead={say('api.lead', { organization: organization.name })} action={make}>
      <Keys path={path} make={make} />
      <ToolServer />
      <NewKeyDialog path={path} isOpen={isOpen} onClose={close} />
    </Page>
  );
}

function Keys({ path, make }: { path: string; make: React.ReactNode }) {
  const { say } = useText();
  const keys = useResource<List<ApiKey>>(path);
  return (
    <Card title={say('keys.title')}>
      <Loaded query={keys}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon={<KeyRound size={28} aria-hidden />} title={say('keys.none')} action={make}>
              {say('keys.noneText')}
            </Empty>
          ) : (
            <KeyTable path={path} keys={data} />
          )
        }
      </Loaded>
    </Card>
  );
}
