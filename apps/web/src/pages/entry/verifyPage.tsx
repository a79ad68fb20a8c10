import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { queryClient, sessionQuery } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { useText } from '../../text/index.ts';
import { PasswordField } from '../../ui/accountFields.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Loading } from '../../ui/states.tsx';
import { Entry } from './entry.tsx';
import { isOfService, isVoidLink, leadingOn, useNextPage, useTokenOfLink } from './link.ts';

type State = 'trying' | 'open' | 'done' | 'void';

/** Verifies the address and signs in: by the link alone in the browser that signed up, with the password elsewhere. */
export default function VerifyPage() {
  const { say } = useText();
  const token = useTokenOfLink();
  const next = useNextPage();
  const [, go] = useLocation();
  const [password, setPassword] = useState('');
  const [state, setState] = useState<State>('trying');

  async function verify(given: { readonly password?: string }): Promise<void> {
    try {
      const { status } = await request('/verify-email', {
        method: 'POST',
        body: { token: token ?? '', signIn: true, ...given },
      });
      if (status === 'verified') return setState('done');
      await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
      if (isOfService(next)) window.location.assign(next);
      else go(next);
    } catch (error) {
      if (!isVoidLink(error)) throw error;
      setState('void');
    }
  }
  const isTried = useRef(false);
  useEffect(() => {
    if (token === null || isTried.current) return;
    isTried.current = true;
    // Elsewhere than where one signed up, the password decides.
    verify({}).catch(() => setState('open'));
  });

  return (
    <Entry title={say('verify.title')} lead={token !== null && state === 'open' ? say('verify.lead') : undefined}>
      {token === null ? (
        <Notice kind="warning">{say('link.incomplete')}</Notice>
      ) : state === 'trying' ? (
        <Loading />
      ) : state === 'open' ? (
        <Form submit={say('verify.submit')} onSubmit={() => verify({ password })}>
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
