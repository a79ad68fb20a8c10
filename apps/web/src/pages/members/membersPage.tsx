import { UserPlus } from 'lucide-react';
import { useResource } from '../../api/queries.ts';
import type { Session } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useOpening } from '../../ui/useOpening.ts';
import { InvitationList } from './invitationList.tsx';
import { InviteDialog } from './inviteDialog.tsx';
import { MemberTable } from './memberTable.tsx';

/** Members of the organization, and invitations. */
export default function MembersPage({ session }: { session: Session }) {
  const { say } = useText();
  const { isOpen, open, close } = useOpening('invitation');
  const place = session.activeOrganization;
  const path = `/organizations/${place?.organization.id ?? 0}` as const;
  const members = useResource(`${path}/members`);
  const teams = useResource(`${path}/teams`);
  if (place === null) return null;
  const mayInvite = place.role !== 'member';
  return (
    <Page
      title={say('members.title')}
      lead={say('members.lead', { organization: place.organization.name })}
      action={
        mayInvite && (
          <Button kind="primary" icon={<UserPlus size={16} aria-hidden />} onPress={open}>
            {say('members.invite')}
          </Button>
        )
      }
    >
      <Card title={say('members.title')}>
        <Loaded query={members}>
          {({ data }) => <MemberTable session={session} path={path} members={data} teams={teams.data?.data ?? []} />}
        </Loaded>
      </Card>
      {mayInvite && <InvitationList path={`${path}/invitations`} />}
      {isOpen && mayInvite && (
        <InviteDialog path={`${path}/invitations`} role={place.role} teams={teams.data?.data ?? []} onClose={close} />
      )}
    </Page>
  );
}
