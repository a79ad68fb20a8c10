import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { AnswerSays } from '../../answer/answer.tsx';
import { RoughReasons } from '../../answer/roughReasons.tsx';
import { useChange, useResource } from '../../api/queries.ts';
import type { Schemas } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Sentence } from '../../text/sentences.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Phases } from './phases.tsx';

type Job = Schemas['PlaceJob'];

/** The place that is added, or was last: how far it is, a way to stop it, and how it ended with the next step. */
export function JobCard({ job }: { job: Job }) {
  const { say } = useText();
  const { id, state, plan, isInForce, isStopping, mayStop } = job;
  const stop = useChange({ method: 'POST', path: `/places/${id}/stop`, changes: ['/places'] });
  useNewData(state === 'done' && isInForce);
  const isOpen = state === 'running' || (state === 'done' && !isInForce);
  return (
    <Card
      title={plan.name}
      action={
        state === 'running' &&
        mayStop && (
          <Button isPending={stop.isPending || isStopping} onPress={() => stop.mutate()}>
            {say('places.stop')}
          </Button>
        )
      }
    >
      <div className="card-body stack" data-place-job={isOpen && state === 'done' ? 'loading' : state}>
        {isOpen ? (
          <>
            <Phases job={job} />
            <p className="soft small">{say('places.leave')}</p>
          </>
        ) : state === 'done' ? (
          <Done job={job} />
        ) : (
          <GoOn job={job} />
        )}
        <ErrorNotice error={stop.error} />
      </div>
    </Card>
  );
}

/** Copies of what the service had in force before are asked for again. */
function useNewData(isThere: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (isThere) void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'places' });
  }, [isThere, client]);
}

function Done({ job: { plan, result } }: { job: Job }) {
  const { say } = useText();
  if (result === null) return null;
  const { verdict, center } = result;
  const question = new URLSearchParams({
    at: `${center.lat},${center.lng}`,
    place: plan.name,
    territory: plan.territory,
  });
  const room = new URLSearchParams([...question, ['ask', ROOM.actionId], ['sectors', 'food.bakery']]);
  const isRough = verdict.verdict === 'rough';
  return (
    <>
      <Notice kind={isRough ? 'warning' : 'good'}>
        {say(isRough ? 'places.rough' : 'places.good', { name: plan.name })}
        {verdict.reasons.length > 0 && (
          <RoughReasons rough={verdict.reasons} reasons={verdict.roughReasons} className="list" />
        )}
      </Notice>
      <FirstAnswer territory={plan.territory} />
      <details>
        <summary>{say('places.figures')}</summary>
        <dl className="facts" lang="en">
          {verdict.facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      <div className="row">
        <ButtonLink href={`/studio?${room}`} kind="primary">
          {say('places.room', { name: plan.name })}
        </ButtonLink>
        <ButtonLink href={`/studio?${question}`}>{say('places.ask', { name: plan.name })}</ButtonLink>
        <ButtonLink href="/account/data">{say('places.sources')}</ButtonLink>
      </div>
    </>
  );
}

const ROOM = { id: 'bakeries', actionId: 'analysis.markets_sector' } as const;

/** The first answer about the place: whether there is room for a bakery, in its currency, and how sure that is. Nothing where it has no answer. */
function FirstAnswer({ territory }: { territory: string }) {
  const { say } = useText();
  const worked = useResource(`/examples/${ROOM.id}?territory=${encodeURIComponent(territory)}`);
  if (worked.isError) return null;
  return (
    <section className="stack-tight" data-first-answer={territory} data-action={ROOM.actionId}>
      <h3>{say('example.bakeries')}</h3>
      <Loaded query={worked}>
        {({ result }) => <AnswerSays actionId={ROOM.actionId} result={result} show="brief" />}
      </Loaded>
    </section>
  );
}

/** A place that did not come to its end. Started again, it goes on with what it has. */
function GoOn({ job: { state, fault, place, radiusKm } }: { job: Job }) {
  const { say } = useText();
  const again = useChange({
    method: 'POST',
    path: '/places',
    changes: ['/places'],
    body: () => ({ place, radiusKm }),
  });
  return (
    <>
      {state === 'failed' ? (
        <Notice kind="error">
          {say('places.failed')}
          {fault !== null && (
            <p>
              <Sentence>{fault}</Sentence>
            </p>
          )}
        </Notice>
      ) : (
        <Notice>{say(state === 'stopped' ? 'places.stopped' : 'places.interrupted')}</Notice>
      )}
      <ErrorNotice error={again.error} />
      <div className="row">
        <Button isPending={again.isPending} onPress={() => again.mutate()}>
          {say('places.again')}
        </Button>
        <span className="soft small">{say('places.againHelp')}</span>
      </div>
    </>
  );
}
