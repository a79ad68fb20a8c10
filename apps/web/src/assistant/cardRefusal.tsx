import type { OrganizationPath } from '../api/address.ts';
import { useSession } from '../api/queries.ts';
import { Problem } from '../api/request.ts';
import { Insufficient } from '../credits/insufficient.tsx';
import { useText } from '../text/index.ts';
import { ButtonLink } from '../ui/button.tsx';
import { useFormat } from '../ui/format.ts';
import { ErrorNotice, Notice } from '../ui/notice.tsx';
import type { Card } from './types.ts';

interface CardRefusalProps {
  readonly error: unknown;
  /** Credits of the card that was clicked. */
  readonly before: number;
  /** Of the organization. */
  readonly path: OrganizationPath;
}

/** Why a click ran nothing, that nothing was charged, and the next step. */
export function CardRefusal({ error, before, path }: CardRefusalProps) {
  const { say } = useText();
  const { number } = useFormat();
  const { data: session } = useSession();
  if (!(error instanceof Problem)) return <ErrorNotice error={error} />;
  const { code, body } = error;
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
  return (
    <div role="alert" data-error={code}>
      <Notice kind="error">
        <div className="stack-tight">
          <Insufficient
            body={body}
            path={path}
            billing={session?.activeOrganization?.billing === true}
            buy={(missing) => (
              <ButtonLink kind="primary" href={`/account/credits?buy=${missing}`}>
                {say('buying.buy')}
              </ButtonLink>
            )}
          />
          <p>{say('studio.run.notCharged')}</p>
        </div>
      </Notice>
    </div>
  );
}
