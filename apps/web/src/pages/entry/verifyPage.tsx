import { useState } from 'react';
import { Link } from 'wouter';
import { request } from '../../api/request.ts';
import { useText } from '../../text/index.ts';
import { PasswordField } from '../../ui/accountFields.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Entry } from './entry.tsx';
import { isVoidLink, leadingOn, useNextPage, useTokenOfLink } from './link.ts';

export default function VerifyPage() {
  const { say } = useText();
  const token = useTokenOfLink();
  const next = useNextPage();
  const [password, setPassword] = useState('');
  const [state, setState] = useState<'open' | 'done' | 'void'>('open');
  return (
    <Entry title={say('verify.title')} lead={token !== null && state === 'open' ? say('verify.lead') : undefined}>
      {token === null ? (
        <Notice kind="warning">{say('link.incomplete')}</Notice>
      ) : state === 'open' ? (
        <Form
          submit={say('verify.submit')}
          onSubmit={async () => {
            try {
              await request('/verify-email', { method: 'POST', body: { token, password } });
              setState('done');
            } catch (error) {
              if (!isVoidLink(error)) throw error;
              setState('void');
            }
          }}
        >
          {(errorOf) => (
            <PasswordField
              autoFocus
              value={password}
              onChange={setPassword}
              error={errorOf('password')}
              help={<Link href="/forgot-password">{say('verify.forgot')}</Link>}
            />
          )}
        </Form>
      ) : (
        <div className="stack" role="status">
          <Notice kind={state === 'done' ? 'good' : 'warning'}>
            {say(state === 'done' ? 'verify.done' : 'verify.void')}
          </Notice>
          <ButtonLink href={leadingOn('/sign-in', next)} kind="primary">
            {say('signIn.title')}
          </ButtonLink>
        </div>
      )}
    </Entry>
  );
}
