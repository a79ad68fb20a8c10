import { useState } from 'react';
import { Link } from 'wouter';
import { request } from '../../api/request.ts';
import { useText } from '../../text/index.ts';
import { NewPasswordField } from '../../ui/accountFields.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Entry } from './entry.tsx';
import { isVoidLink, useTokenOfLink } from './link.ts';

export default function ResetPage() {
  const { say } = useText();
  const token = useTokenOfLink();
  const [newPassword, setNewPassword] = useState('');
  const [state, setState] = useState<'open' | 'done' | 'void'>(token === null ? 'void' : 'open');
  return (
    <Entry title={say('reset.title')}>
      {state === 'open' && (
        <Form
          submit={say('reset.submit')}
          onSubmit={async () => {
            try {
              await request('/password/reset', { method: 'POST', body: { token: token ?? '', newPassword } });
              setState('done');
            } catch (error) {
              if (!isVoidLink(error)) throw error;
              setState('void');
            }
          }}
        >
          {(errorOf) => (
            <NewPasswordField autoFocus value={newPassword} onChange={setNewPassword} error={errorOf('newPassword')} />
          )}
        </Form>
      )}
      {state === 'done' && (
        <div className="stack" role="status">
          <Notice kind="good">{say('reset.done')}</Notice>
          <ButtonLink href="/sign-in" kind="primary">
            {say('signIn.title')}
          </ButtonLink>
        </div>
      )}
      {state === 'void' && (
        <div role="status">
          <Notice kind="warning">
            {say(token === null ? 'link.incomplete' : 'reset.void')}{' '}
            <Link href="/forgot-password">{say('reset.again')}</Link>
          </Notice>
        </div>
      )}
    </Entry>
  );
}
