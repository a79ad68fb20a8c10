import { useState } from 'react';
import type { OrganizationPath } from '../../api/address.ts';
import { queryClient, useChange } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import type { Team } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';

interface TeamDialogProps {
  readonly path: `${OrganizationPath}/teams`;
  readonly onClose: () => void;
}

/** Makes a team, or gives one another name. */
export function NameTeamDialog({ path, team, onClose }: TeamDialogProps & { readonly team: Team | null }) {
  const { say } = useText();
  const [name, setName] = useState(team?.name ?? '');
  return (
    <Dialog
      title={team === null ? say('teams.new') : say('teams.renameTitle', { name: team.name })}
      isOpen
      onClose={onClose}
    >
      <Form
        submit={say(team === null ? 'teams.make' : 'action.save')}
        actions={<Button onPress={onClose}>{say('action.cancel')}</Button>}
        onSubmit={async () => {
          if (team === null) await request(path, { method: 'POST', body: { name } });
          else await request(`${path}/${team.id}`, { method: 'PUT', body: { name } });
          await queryClient.invalidateQueries({ queryKey: path.split('/').filter(Boolean) });
          onClose();
        }}
      >
        {(errorOf) => (
          <TextField label={say('teams.name')} autoFocus value={name} onChange={setName} error={errorOf('name')} />
        )}
      </Form>
    </Dialog>
  );
}

export function DeleteTeamDialog({ path, team, onClose }: TeamDialogProps & { readonly team: Team }) {
  const { say } = useText();
  const remove = useChange({ method: 'DELETE', path: `${path}/${team.id}`, changes: [path] });
  return (
    <Confirm
      title={say('teams.deleteTitle', { name: team.name })}
      deed={say('teams.delete')}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{say('teams.deleteText')}</p>
    </Confirm>
  );
}
