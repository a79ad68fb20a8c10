import { useState } from 'react';
import { useLocation } from 'wouter';
import type { OrganizationPath } from '../../api/address.ts';
import { queryClient, useResource } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select, TextField } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';

const NEW = '';

/** Puts an answer into a project, or into a new one. */
export default function AddDialog({
  path,
  code,
  onClose,
}: {
  path: OrganizationPath;
  code: string;
  onClose: () => void;
}) {
  const { say } = useText();
  const [, go] = useLocation();
  const projects = useResource(`${path}/projects`);
  const [chosen, choose] = useState<string | null>(null);
  const [name, setName] = useState('');
  const listed = projects.data?.data ?? [];
  const id = chosen ?? listed[0]?.id ?? NEW;
  return (
    <Dialog title={say('projects.add')} isOpen onClose={onClose}>
      <Form
        submit={say('projects.add')}
        actions={<Button onPress={onClose}>{say('action.cancel')}</Button>}
        onSubmit={async () => {
          const project =
            id === NEW
              ? await request(`${path}/projects`, { method: 'POST', body: { name, answers: [code] } })
              : await request(`${path}/projects/${id}/answers`, { method: 'POST', body: { code } });
          await queryClient.invalidateQueries({ queryKey: [...path.split('/').filter(Boolean), 'projects'] });
          onClose();
          go(`/projects/${project.id}`);
        }}
      >
        {(errorOf) => (
          <>
            {listed.length > 0 && (
              <Select
                label={say('projects.title')}
                choices={[...listed, { id: NEW, name: say('projects.new') }].map((one) => ({
                  id: one.id,
                  name: one.name,
                }))}
                value={id}
                onChange={choose}
              />
            )}
            {id === NEW && (
              <TextField
                label={say('projects.name')}
                help={say('projects.nameHelp')}
                autoFocus
                maxLength={200}
                value={name}
                onChange={setName}
                error={errorOf('name')}
              />
            )}
          </>
        )}
      </Form>
    </Dialog>
  );
}
