import { MailPlus } from 'lucide-react';
import type { OrganizationPath } from '../../api/address.ts';
import { useChange, useResource } from '../../api/queries.ts';
import type { Invitation } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { type Column, NOTHING, Table } from '../../ui/table.tsx';

/** Invitations that wait to be accepted, those that have expired among them. */
export function InvitationList({ path }: { path: `${OrganizationPath}/invitations` }) {
  const { say } = useText();
  const { day } = useFormat();
  const invitations = useResource(path);
  const resend = useChange({
    method: 'POST',
    path: (id: number) => `${path}/${id}/resend`,
    changes: [path],
  });
  const takeBack = useChange({
    method: 'DELETE',
    path: (id: number) => `${path}/${id}`,
    changes: [path],
  });
  const columns: Column<Invitation>[] = [
    { id: 'email', title: say('field.email'), cell: ({ email }) => email },
    { id: 'role', title: say('members.role'), cell: ({ role }) => say(`role.${role}`) },
    { id: 'team', title: say('members.team'), cell: ({ team }) => (team === null ? NOTHING : <bdi>{team.name}</bdi>) },
    {
      id: 'expires',
      title: say('invitations.expires'),
      nowrap: true,
      cell: ({ expired, expiresAt }) =>
        expired ? (
          <span className="badge" data-kind="warning">
            {say('invitations.expired')}
          </span>
        ) : (
          day(expiresAt)
        ),
    },
    {
      id: 'actions',
      title: say('table.actions'),
      cell: ({ id, email }) => (
        <span className="row">
          <Button kind="quiet" onPress={() => resend.mutate(id)} aria-label={say('invitations.resendTo', { email })}>
            {say('invitations.resend')}
          </Button>
          <Button kind="quiet" onPress={() => takeBack.mutate(id)} aria-label={say('invitations.revokeOf', { email })}>
            {say('invitations.revoke')}
          </Button>
        </span>
      ),
    },
  ];
  return (
    <Card title={say('invitations.title')}>
      <ErrorNotice error={resend.error ?? takeBack.error} />
      <span className="visually-hidden" role="status">
        {resend.isSuccess ? say('invitations.resent') : ''}
      </span>
      <Loaded query={invitations} lines={2}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon={<MailPlus size={28} aria-hidden />} title={say('invitations.none')}>
              {say('invitations.noneText')}
            </Empty>
          ) : (
            <Table caption={say('invitations.title')} columns={columns} rows={data} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
    </Card>
  );
}
