import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { queryClient, sessionQuery } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { useText } from '../../text/index.ts';
import { OwnEmailField, PasswordField } from '../../ui/accountFields.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { Entry } from './entry.tsx';
import { isOfService, leadingOn, useNextPage } from './link.ts';
import { ProviderButton } from './providerButton.tsx';

/** Address and password; then a code where a second factor is on. */
export default function SignInPage() {
  const { say } = useText();
  const [, go] = useLocation();
  const next = useNextPage();
  const [needsCode, setNeedsCode] = useState(false);
  const enter = async () => {
    await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
    if (isOfService(next)) window.location.assign(next);
    else go(next);
  };
  if (needsCode)
    return (
      <Entry title={say('factor.enterTitle')} lead={say('factor.enterLead')}>
        <CodeForm onDone={enter} />
      </Entry>
    );
  return (
    <Entry
      title={say('signIn.title')}
      foot={
        <>
          {say('signIn.noAccount')} <Link href={leadingOn('/sign-up', next)}>{say('signUp.title')}</Link>
        </>
      }
    >
      <ProviderButton next={next} />
      <PasswordForm onDone={(status) => (status === 'second_factor' ? setNeedsCode(true) : enter())} />
    </Entry>
  );
}

function PasswordForm({ onDone }: { onDone: (status: 'signed_in' | 'second_factor') => void | Promise<void> }) {
  const { say } = useText();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  return (
    <Form
      submit={say('signIn.title')}
      onSubmit={async () => {
        const { status } = await request('/sign-in', {
          method: 'POST',
          body: { email, password },
        });
        await onDone(status);
      }}
    >
      {(errorOf) => (
        <>
          <OwnEmailField autoFocus value={email} onChange={setEmail} error={errorOf('email')} />
          <PasswordField
            value={password}
            onChange={setPassword}
            error={errorOf('password')}
            help={<Link href="/forgot-password">{say('signIn.forgot')}</Link>}
          />
        </>
      )}
    </Form>
  );
}

function CodeForm({ onDone }: { onDone: () => Promise<void> }) {
  const { say } = useText();
  const [code, setCode] = useState('');
  return (
    <Form
      submit={say('signIn.title')}
      onSubmit={async () => {
        await request('/sign-in/second-factor', { method: 'POST', body: { code } });
        await onDone();
      }}
    >
      {(errorOf) => (
        <TextField
          label={say('factor.code')}
          help={say('factor.codeHelp')}
          autoComplete="one-time-code"
          autoFocus
          value={code}
          onChange={setCode}
          error={errorOf('code')}
        />
      )}
    </Form>
  );
}
