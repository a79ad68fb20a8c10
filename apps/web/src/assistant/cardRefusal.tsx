import { useSession } from '../api/queries.ts';
import { Problem } from '../api/request.ts';
import { Buyers } from '../pages/credits/buyers.tsx';
import { type TextKey, useText } from '../text/index.ts';
import { ButtonLink } from '../ui/button.tsx';
import { useFormat } from '../ui/format.ts';
import { ErrorNotice, Notice } from '../ui/notice.tsx';
import type { Card } from './types.ts';

interface CardRefusalProps {
  readonly error: unknown;
  /** Credits of the card that was clicked. */
  readonly before: number;
  /** Of the organization. */
  readonly path: string;
}

/** Why a click ran nothing, that nothing was charged, and the next step. */
export function CardRefusal({ error, before, path }: CardRefusalProps) {
  const { say } = useText();
  const { number } = useFormat();
  const { data: session } = useSession();
  if (!(error instanceof Problem)) return <ErrorNotice error={error} />;
  const { code, body, message } = error;
  const card = body.card as Card | undefined;
  if (code === 'quote_changed' && card !== undefined)
    return (
      <div role="alert" data-error={code}>
        <Notice kind="warning">
          {say('assistant.card.changed', { before: number(before), after: number(card.quote.credits) })}
        </Notice>
      </div>
    );
  if (code !== 'insufficient_credits') return <ErrorNotice error={error} />;
  const {
    blockedBy = 'organization_balance',
    requiredCredits = 0,
    availableCredits = 0,
  } = body as {
    readonly blockedBy?: string;
    readonly requiredCredits?: number;
    readonly availableCredits?: number;
  };
  const isBalance = blockedBy === 'organization_balance';
  const missing = Math.ceil(requiredCredits - availableCredits);
  return (
    <div role="alert" data-error={code}>
      <Notice kind="error">
        <div className="stack-tight">
          {isBalance ? (
            <p>
              {say('studio.run.blocked.organization_balance', {
                required: number(requiredCredits),
                available: number(availableCredits),
              })}
            </p>
          ) : (
            <p lang="en">{message}</p>
          )}
          <p>{say('studio.run.notCharged')}</p>
          {!isBalance && <p>{say(`studio.run.raise.${blockedBy}` as TextKey, { defaultValue: '' })}</p>}
          {isBalance && session?.activeOrganization?.billing === true && (
            <p>
              <ButtonLink kind="primary" href={`/account/credits?buy=${missing}`}>
                {say('buying.buy')}
              </ButtonLink>
            </p>
          )}
          {isBalance && session?.activeOrganization?.billing !== true && <Buyers path={path} />}
        </div>
      </Notice>
    </div>
  );
}
