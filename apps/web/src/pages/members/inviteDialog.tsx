import { useState } from 'react';
import type { OrganizationPath } from '../../api/address.ts';
import { queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import type { Role, Team } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select, TextField } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { roleChoices, teamChoices } from './choices.ts';

interface InviteDialogProps {
  readonly path: `${OrganizationPath}/invitations`;
  readonly role: Role;
  readonly teams: readonly Team[];
  readonly onClose: () => void;
}

export function InviteDialog({ path, role: own, teams, onClose }: InviteDialogProps) {
  const { say } = useText();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const [team, setTeam] = useState('');
  return (
    <Dialog title={say('members.inviteTitle')} isOpen onClose={onClose}>
      <Form
        submit={say('members.inviteSend')}
        actions={<Button onPress={onClose}>{say('action.cancel')}</Button>}
        onSubmit={async () => {
          await request(path, { method: 'POST', body: { email, role, teamId: team === '' ? null : Number(team) } });
          await queryClient.invalidateQueries({ queryKey: path.split('/').filter(Boolean) });
          onClose();
        }}
      >
        {(errorOf) => (
          <>
            <TextField
              label={say('field.email')}
              type="email"
              autoFocus
              value={email}
              onChange={setEmail}
              error={errorOf('email')}
              help={say('members.inviteHelp')}
            />
            <Select
              label={say('members.role')}
              help={say(`role.${role}Help`)}
              choices={roleChoices(say, own === 'owner')}
              value={role}
              onChange={setRole}
            />
            <Select label={say('members.team')} choices={teamChoices(say, teams)} value={team} onChange={setTeam} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
