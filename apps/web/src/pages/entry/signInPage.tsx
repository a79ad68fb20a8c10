import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { queryClient, sessionQuery } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { useText } from '../../text/index.ts';
import { TextField } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { Entry } from './entry.tsx';
import { useNextPage } from './link.ts';

export function SignInPage() {
  const { say } = useText();
  const [, go] = useLocation();
  const next = useNextPage();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  return (
    <Entry
      title={say('signIn.title')}
      foot={
        <>
          {say('signIn.noAccount')} <Link href="/sign-up">{say('signUp.title')}</Link>
        </>
      }
    >
      <Form
        submit={say('signIn.title')}
        onSubmit={async () => {
          await request('/sign-in', { method: 'POST', body: { email, password } });
          await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
          go(next);
        }}
      >
        {(errorOf) => (
          <>
            <TextField
              label={say('field.email')}
              type="email"
              autoComplete="username"
              autoFocus
              value={email}
              onChange={setEmail}
              error={errorOf('email')}
            />
            <TextField
              label={say('field.password')}
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
              error={errorOf('password')}
              help={<Link href="/forgot-password">{say('signIn.forgot')}</Link>}
            />
          </>
        )}
      </Form>
    </Entry>
  );
}
