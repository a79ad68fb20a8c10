import { useState } from 'react';
import { useLocation } from 'wouter';
import { queryClient, sessionQuery, useSession } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { useText } from '../../text/index.ts';
import { OwnEmailField, PasswordField } from '../../ui/accountFields.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Entry } from './entry.tsx';
import { isVoidLink, useTokenOfLink } from './link.ts';
import { MailSent, SignUpForm } from './signUpPage.tsx';

/** Accepts an invitation; leads those without a session to sign in or up with the invited address first. */
export default function InvitationPage() {
  const { say } = useText();
  const { data: session } = useSession();
  const token = useTokenOfLink();
  const [isVoid, setVoid] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const content = () => {
    if (token === null) return <Notice kind="warning">{say('link.incomplete')}</Notice>;
    if (isVoid) return <Notice kind="warning">{say('invitation.void')}</Notice>;
    if (session) return <Accept token={token} email={session.user.email} onVoid={() => setVoid(true)} />;
    if (sentTo !== null) return <MailSent email={sentTo} />;
    return (
      <>
        <p>{say('invitation.signIn')}</p>
        <SignInHere />
        <h2>{say('invitation.signUp')}</h2>
        <SignUpForm onSent={setSentTo} />
      </>
    );
  };
  return <Entry title={say('invitation.title')}>{content()}</Entry>;
}

function Accept({ token, email, onVoid }: { token: string; email: string; onVoid: () => void }) {
  const { say } = useText();
  const [, go] = useLocation();
  return (
    <Form
      submit={say('invitation.accept')}
      onSubmit={async () => {
        try {
          const { organizationId } = await request('/invitations/accept', {
            method: 'POST',
            body: { token },
          });
          await request('/session/organization', { method: 'PUT', body: { organizationId } });
          await queryClient.invalidateQueries();
          go('/');
        } catch (error) {
          if (!isVoidLink(error)) throw error;
          onVoid();
        }
      }}
    >
      {() => <p>{say('invitation.as', { email })}</p>}
    </Form>
  );
}

function SignInHere() {
  const { say } = useText();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  return (
    <Form
      submit={say('signIn.title')}
      onSubmit={async () => {
        await request('/sign-in', { method: 'POST', body: { email, password } });
        await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
      }}
    >
      {(errorOf) => (
        <>
          <OwnEmailField value={email} onChange={setEmail} error={errorOf('email')} />
          <PasswordField value={password} onChange={setPassword} error={errorOf('password')} />
        </>
      )}
    </Form>
  );
}
