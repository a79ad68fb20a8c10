import { lazy, Suspense } from 'react';
import { useSearchParams } from 'wouter';
import { pendingRun } from '../../api/pendingRun.ts';
import { useResource } from '../../api/queries.ts';
import type { Credits, Limit, Session } from '../../api/types.ts';
import { Buyers } from '../../credits/buyers.tsx';
import { Priced } from '../../credits/priced.tsx';
import { isHouse } from '../../text/house.ts';
import { useText, withTexts } from '../../text/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { Meter } from '../../ui/meter.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { LowCredits } from './lowCredits.tsx';
import { OrderState } from './orderState.tsx';
import { Orders } from './orders.tsx';
import { UseCard } from './useCard.tsx';

/** Few come here for the credits of a run. */
const GoOn = lazy(() => withTexts(import('./goOn.tsx'), 'studio'));

/** Credits that the organization can spend, and the limits of this month. */
export default function CreditsPage({ session }: { session: Session }) {
  const { say } = useText();
  const place = session.activeOrganization;
  const path = `/organizations/${place?.organization.id ?? 0}` as const;
  const credits = useResource(`${path}/credits`);
  const [search, setSearch] = useSearchParams();
  // The payment of an order leads back here.
  const order = Number(search.get('order') ?? 0);
  if (place === null) return null;
  const waiting = pendingRun(path);
  return (
    <Page
      title={say('credits.title')}
      lead={say('credits.lead')}
      action={
        credits.isError ? undefined : (
          <span className="row">
            {place.billing && !isHouse && (
              <Button kind="primary" onPress={() => setSearch((before) => buying(before))}>
                {say('buying.buy')}
              </Button>
            )}
            <ButtonLink href="/account/ledger">{say('ledger.title')}</ButtonLink>
          </span>
        )
      }
    >
      <Priced>
        <OrderState path={path} orderId={order > 0 ? order : null} />
      </Priced>
      {credits.data !== undefined && waiting !== null && (
        <Suspense fallback={null}>
          <GoOn run={waiting} available={credits.data.available} billing={place.billing} />
        </Suspense>
      )}
      {credits.isError && !isHouse && <Buyers path={path} />}
      <Loaded query={credits}>
        {(data) => (
          <>
            <Priced>
              <Figures credits={data} />
            </Priced>
            <Limits credits={data} team={place.team?.name ?? null} />
            <UseCard path={path} month={data.month} />
            <Priced>
              <Orders path={path} mayOrder={place.billing} />
              <LowCredits path={path} maySet={place.billing} />
            </Priced>
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** The address that opens the dialog of an order. */
function buying(before: URLSearchParams): URLSearchParams {
  const search = new URLSearchParams(before);
  search.set('buy', '0');
  return search;
}

/** The question that a balance is told by: people know what one costs. */
const TOLD_BY = 'analysis.markets_sector';

function Figures({ credits: { balance, reserved, available } }: { credits: Credits }) {
  const { say } = useText();
  const actions = useResource('/actions');
  const each = actions.data?.data.find(({ id }) => id === TOLD_BY)?.pricing?.credits ?? null;
  const answers = each === null || each === 0 ? 0 : Math.floor(available / each);
  const { number } = useFormat();
  const figures = [
    [say('credits.availableNow'), available],
    [say('credits.balance'), balance],
    [say('credits.reserved'), reserved],
  ] as const;
  return (
    <dl className="figures">
      {figures.map(([name, value]) => (
        <div key={name} className="figure">
          <dt>{name}</dt>
          <dd>{number(value)}</dd>
          {name === say('credits.availableNow') && answers > 0 && (
            <dd className="soft small" data-more={answers}>
              {say('buying.more', { count: answers, answers: number(answers) })}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function Limits({ credits, team }: { credits: Credits; team: string | null }) {
  const { say } = useText();
  const { day } = useFormat();
  return (
    <Card title={say('credits.limits')}>
      <div className="card-body stack">
        <LimitLine name={say('credits.yours')} limit={credits.user} />
        {credits.team !== null && <LimitLine name={say('credits.team', { team: team ?? '' })} limit={credits.team} />}
        <p className="soft small">{say('credits.resets', { day: day(credits.resetsAt) })}</p>
      </div>
    </Card>
  );
}

function LimitLine({ name, limit: { limit, used, reserved } }: { name: string; limit: Limit }) {
  const { say } = useText();
  const { number } = useFormat();
  const spent = number(used + reserved);
  if (limit === null)
    return (
      <div className="row-between">
        <span>{name}</span>
        <span className="soft small">{say('credits.spentNoLimit', { spent })}</span>
      </div>
    );
  return (
    <Meter
      label={name}
      value={used + reserved}
      max={limit}
      text={say('keys.useOf', { used: spent, cap: number(limit) })}
    />
  );
}
