import { useState } from 'react';
import { queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { useText } from '../../text/index.ts';
import { TextField } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { Card } from '../../ui/page.tsx';

/** Asks for the name of an organization, and makes it: the user's first, or another. */
export default function NewOrganization({ isFirst }: { isFirst: boolean }) {
  const { say } = useText();
  const [name, setName] = useState('');
  return (
    <Card title={say(isFirst ? 'organization.new' : 'organization.another')}>
      <div className="card-body">
        <Form
          submit={say('organization.make')}
          onSubmit={async () => {
            await request('/organizations', { method: 'POST', body: { name } });
            setName('');
            await queryClient.invalidateQueries();
          }}
        >
          {(errorOf) => (
            <TextField
              label={say(isFirst ? 'organization.name' : 'organization.newName')}
              help={say('organization.nameHelp')}
              autoComplete="organization"
              value={name}
              onChange={setName}
              error={errorOf('name')}
            />
          )}
        </Form>
      </div>
    </Card>
  );
}
