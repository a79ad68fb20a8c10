import { useState } from 'react';
import type { OrganizationPath } from '../../api/address.ts';
import { queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import type { Member, Role, Team } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox, Select } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { roleChoices, teamChoices } from './choices.ts';

interface ChangeMemberDialogProps {
  readonly path: OrganizationPath;
  readonly member: Member;
  /** Owners alone make owners and give billing rights. */
  readonly isOwner: boolean;
  readonly teams: readonly Team[];
  readonly onClose: () => void;
}

export function ChangeMemberDialog({ path, member, isOwner, teams, onClose }: ChangeMemberDialogProps) {
  const { say } = useText();
  const [role, setRole] = useState<Role>(member.role);
  const [billing, setBilling] = useState(member.billing);
  const [team, setTeam] = useState(String(member.team?.id ?? ''));
  return (
    <Dialog title={say('members.changeTitle', { name: member.user.name })} isOpen onClose={onClose}>
      <Form
        submit={say('action.save')}
        actions={<Button onPress={onClose}>{say('action.cancel')}</Button>}
        onSubmit={async () => {
          const changed = {
            ...(role === member.role ? {} : { role }),
            ...(billing === member.billing ? {} : { billing }),
            teamId: team === '' ? null : Number(team),
          };
          await request(`${path}/members/${member.user.id}`, { method: 'PUT', body: changed });
          await Promise.all([
            queryClient.invalidateQueries({ queryKey: `${path}/members`.split('/').filter(Boolean) }),
            queryClient.invalidateQueries({ queryKey: ['session'] }),
          ]);
          onClose();
        }}
      >
        {() => (
          <>
            <Select
              label={say('members.role')}
              help={say(`role.${role}Help`)}
              choices={roleChoices(say, isOwner)}
              value={role}
              onChange={setRole}
            />
            <Select label={say('members.team')} choices={teamChoices(say, teams)} value={team} onChange={setTeam} />
            {isOwner && (
              <Checkbox isSelected={billing} onChange={setBilling} help={say('members.billingHelp')}>
                {say('members.billing')}
              </Checkbox>
            )}
          </>
        )}
      </Form>
    </Dialog>
  );
}
