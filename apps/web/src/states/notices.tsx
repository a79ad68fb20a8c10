import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { Offline, Problem } from '../api/request.ts';
import { Boundary } from '../ui/boundary.tsx';
import { Button } from '../ui/button.tsx';
import { Deleted } from '../ui/deleted.tsx';
import { ErrorNotice, Notice } from '../ui/notice.tsx';
import { Card } from '../ui/page.tsx';
import { SignInAgain } from '../ui/signInAgain.tsx';
import { Empty, Loaded, Loading } from '../ui/states.tsx';
import { State, States } from './state.tsx';

const KINDS = ['info', 'good', 'warning', 'error'] as const;
const REFUSED = new Problem(402, {
  error: 'insufficient_credits',
  detail: 'The run costs 40 credits; 12 are left. Buy credits, or ask an owner to raise the limit.',
});
const ENDED = new Problem(401, {
  error: 'not_signed_in',
  detail: 'Sign in first. The session is missing, has ended or was revoked.',
});
const FORBIDDEN = new Problem(403, {
  error: 'insufficient_role',
  detail: 'Only owners see invoices. Ask one of them.',
});

const query = (given: { readonly data?: string; readonly error?: Error }) =>
  ({ data: undefined, error: null, refetch: async () => {}, ...given }) as unknown as UseQueryResult<string>;
const shown = (data: string) => <p className="card-body">{data}</p>;

export const Notices = () => (
  <States title="Notices and states of content">
    {KINDS.map((kind) => (
      <State key={kind} name={`Notice, ${kind}`}>
        <Notice kind={kind}>Residents are those of a model: nobody has counted them here.</Notice>
      </State>
    ))}
    <State name="ErrorNotice: refused, offline, unexpected">
      <ErrorNotice error={REFUSED} />
      <ErrorNotice error={new Offline('No connection')} />
      <ErrorNotice error={new Error('Cannot read a member of nothing')} />
    </State>
    <State name="ErrorNotice of an ended session, and its way back">
      <ErrorNotice error={ENDED} />
      <SignInAgain />
    </State>
    <State name="Deleted, which can be undone">
      <Deleted pending={{ name: 'Bakeries near Port Halcyon' }} onUndo={() => {}} />
    </State>
    <State name="Empty, with the next step">
      <Empty title="No analyses yet" action={<Button kind="primary">Ask the first question</Button>}>
        What you ask and save is listed here.
      </Empty>
    </State>
    <State name="Loading">
      <Loading lines={6} />
    </State>
    <State name="Loaded: data, loading">
      <Card title="With data">
        <Loaded query={query({ data: 'Three datasets' })}>{shown}</Loaded>
      </Card>
      <Card title="Loading">
        <Loaded query={query({})} lines={2}>
          {shown}
        </Loaded>
      </Card>
    </State>
    <State name="Loaded: refused, not allowed">
      <Card title="Refused">
        <Loaded query={query({ error: REFUSED })}>{shown}</Loaded>
      </Card>
      <Card title="Not allowed">
        <Loaded query={query({ error: FORBIDDEN })}>{shown}</Loaded>
      </Card>
    </State>
    {(['part', 'map', 'answer'] as const).map((what) => (
      <State key={what} name={`Boundary, around what fails: ${what}`}>
        <Boundary what={what}>
          <Failing />
        </Boundary>
      </State>
    ))}
  </States>
);

function Failing() {
  const [hasFailed, fail] = useState(false);
  if (hasFailed) throw new Error('A component that throws while it is drawn.');
  return <Button onPress={() => fail(true)}>Throw</Button>;
}
