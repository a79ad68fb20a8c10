import { Offline, Problem } from '../../api/queries.ts';
import { type TextKey, useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import type { Wanted } from './useRun.ts';

/** A price that cannot be said, with the fault of each field; the fields show theirs, too. */
export function Refusal({ error }: { error: unknown }) {
  if (!(error instanceof Problem) || error.fields.length < 2) return <ErrorNotice error={error} />;
  return (
    <div role="alert" data-error={error.code}>
      <Notice kind="error">
        <ul lang="en">
          {error.fields.map(({ pointer, detail }) => (
            <li key={pointer}>{detail}</li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

/** Why a run ended without an answer, that nothing was charged, and what to do. */
export function RunRefusal({ error, wanted }: { error: unknown; wanted: Wanted }) {
  const { say } = useText();
  const { number } = useFormat();
  if (error instanceof Offline)
    return (
      <div role="alert" data-error="offline">
        <Notice kind="error">{say('studio.run.offline')}</Notice>
      </div>
    );
  if (!(error instanceof Problem)) return <ErrorNotice error={error} />;
  const { code, body, message } = error;
  return (
    <div role="alert" data-error={code}>
      <Notice kind={code === 'quote_changed' ? 'warning' : 'error'}>
        <div className="stack-tight">
          {code === 'quote_changed' ? (
            <p>
              {say('studio.run.priceChanged', {
                before: number(wanted.quotedCredits),
                after: number(Number(body.quotedCredits)),
              })}
            </p>
          ) : code === 'insufficient_credits' ? (
            <Insufficient body={body} />
          ) : (
            <p lang="en">{message}</p>
          )}
          <p>{say('studio.run.notCharged')}</p>
        </div>
      </Notice>
    </div>
  );
}

/** The limit that a run would exceed, and who can raise it. */
function Insufficient({ body }: { body: Problem['body'] }) {
  const { say } = useText();
  const { number, day } = useFormat();
  const { blockedBy, requiredCredits, availableCredits, limit, used, resetsAt } = body as {
    readonly blockedBy?: string;
    readonly requiredCredits?: number;
    readonly availableCredits?: number;
    readonly limit?: number;
    readonly used?: number;
    readonly resetsAt?: string;
  };
  const cause = blockedBy ?? 'organization_balance';
  return (
    <>
      <p>
        {say(`studio.run.blocked.${cause}` as TextKey, {
          required: number(requiredCredits ?? 0),
          available: number(availableCredits ?? 0),
          limit: number(limit ?? 0),
          used: number(used ?? 0),
          day: resetsAt === undefined ? '' : day(resetsAt),
        })}
      </p>
      <p>{say(`studio.run.raise.${cause}` as TextKey)}</p>
    </>
  );
}
