import { useState } from 'react';
import { Link } from 'wouter';
import { request } from '../../api/request.ts';
import { useText } from '../../text/index.ts';
import { TextField } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Entry } from './entry.tsx';

export function SignUpPage() {
  const { say } = useText();
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <Entry
      title={say('signUp.title')}
      lead={say('signUp.lead')}
      foot={
        <>
          {say('signUp.haveAccount')} <Link href="/sign-in">{say('signIn.title')}</Link>
        </>
      }
    >
      {sentTo === null ? <SignUpForm onSent={setSentTo} /> : <MailSent email={sentTo} />}
    </Entry>
  );
}

/** The form by itself; the page of an invitation uses it, too. */
export function SignUpForm({ onSent }: { onSent: (email: string) => void }) {
  const { say } = useText();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  return (
    <Form
      submit={say('signUp.title')}
      onSubmit={async () => {
        await request('/sign-up', { method: 'POST', body: { name, email, password } });
        onSent(email);
      }}
    >
      {(errorOf) => (
        <>
          <TextField
            label={say('field.name')}
            autoComplete="name"
            value={name}
            onChange={setName}
            error={errorOf('name')}
          />
          <TextField
            label={say('field.email')}
            type="email"
            autoComplete="username"
            value={email}
            onChange={setEmail}
            error={errorOf('email')}
          />
          <TextField
            label={say('field.password')}
            type="password"
            autoComplete="new-password"
            value={password}
            onChange={setPassword}
            error={errorOf('password')}
            help={say('field.newPasswordHelp')}
          />
        </>
      )}
    </Form>
  );
}

export function MailSent({ email }: { email: string }) {
  const { say } = useText();
  return (
    <div role="status">
      <Notice kind="good">{say('signUp.sent', { email })}</Notice>
    </div>
  );
}
