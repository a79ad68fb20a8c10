import { useState } from 'react';
import { Link } from 'wouter';
import { request } from '../../api/request.ts';
import { useText } from '../../text/index.ts';
import { OwnEmailField } from '../../ui/accountFields.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Entry } from './entry.tsx';

export default function ForgotPage() {
  const { say } = useText();
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState(false);
  return (
    <Entry
      title={say('forgot.title')}
      lead={say('forgot.lead')}
      foot={<Link href="/sign-in">{say('signIn.title')}</Link>}
    >
      {sent ? (
        <div role="status">
          <Notice kind="good">{say('forgot.sent', { email })}</Notice>
        </div>
      ) : (
        <Form
          submit={say('forgot.submit')}
          onSubmit={async () => {
            await request('/password/forgot', { method: 'POST', body: { email } });
            setSent(true);
          }}
        >
          {(errorOf) => <OwnEmailField autoFocus value={email} onChange={setEmail} error={errorOf('email')} />}
        </Form>
      )}
    </Entry>
  );
}
