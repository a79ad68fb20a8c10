import { useState } from 'react';
import { queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import type { Session } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { Card, Page } from '../../ui/page.tsx';

/** The first page: makes an organization where the user has none, else leads on. */
export default function StartPage({ session }: { session: Session }) {
  const { say } = useText();
  return (
    <Page title={say('start.welcome', { name: session.user.name })} lead={say('start.lead')}>
      {session.activeOrganization === null ? (
        <NewOrganization />
      ) : (
        <Card title={say('start.api')}>
          <div className="card-body stack">
            <p>{say('start.apiText')}</p>
            <div>
              <ButtonLink href="/account/api" kind="primary">
                {say('api.title')}
              </ButtonLink>
            </div>
          </div>
        </Card>
      )}
    </Page>
  );
}

function NewOrganization() {
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
