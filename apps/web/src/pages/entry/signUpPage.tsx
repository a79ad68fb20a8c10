import { useState } from 'react';
import { Link } from 'wouter';
import { request } from '../../api/request.ts';
import { useText } from '../../text/index.ts';
import { NewPasswordField, OwnEmailField } from '../../ui/accountFields.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Entry } from './entry.tsx';
import { isOfService, leadingOn, nextOfMail, useNextPage } from './link.ts';

export default function SignUpPage() {
  const { say } = useText();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const next = useNextPage();
  return (
    <Entry
      title={say('signUp.title')}
      lead={say(isOfService(next) ? 'signUp.leadShared' : 'signUp.lead')}
      foot={
        <>
          {say('signUp.haveAccount')} <Link href={leadingOn('/sign-in', next)}>{say('signIn.title')}</Link>
        </>
      }
    >
      {sentTo === null ? <SignUpForm onSent={setSentTo} next={nextOfMail(next)} /> : <MailSent email={sentTo} />}
    </Entry>
  );
}

interface SignUpFormProps {
  readonly onSent: (email: string) => void;
  /** Path of the page that the link of the mail leads on to. */
  readonly next?: string | undefined;
}

/** The form by itself; the page of an invitation uses it, too. An address that a mail has put behind # is filled in. */
export function SignUpForm({ onSent, next }: SignUpFormProps) {
  const { say } = useText();
  const [name, setName] = useState('');
  const [email, setEmail] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('email') ?? '');
  const [password, setPassword] = useState('');
  return (
    <Form
      submit={say('signUp.title')}
      onSubmit={async () => {
        await request('/sign-up', { method: 'POST', body: { name, email, password, next, remember: true } });
        onSent(email);
      }}
    >
      {(errorOf) => (
        <>
          <TextField
            label={say('signUp.name')}
            autoComplete="name"
            value={name}
            onChange={setName}
            error={errorOf('name')}
          />
          <OwnEmailField value={email} onChange={setEmail} error={errorOf('email')} />
          <NewPasswordField
            label={say('field.password')}
            value={password}
            onChange={setPassword}
            error={errorOf('password')}
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
