import { useState } from 'react';
import { queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { useText } from '../../text/index.ts';
import { TextField } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { Card } from '../../ui/page.tsx';

/** Asks users without an organization for the name of theirs. */
export default function NewOrganization() {
  const { say } = useText();
  const [name, setName] = useState('');
  return (
    <Card title={say('organization.new')}>
      <div className="card-body">
        <Form
          submit={say('organization.make')}
          onSubmit={async () => {
            await request('/organizations', { method: 'POST', body: { name } });
            await queryClient.invalidateQueries();
          }}
        >
          {(errorOf) => (
            <TextField
              label={say('organization.name')}
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
