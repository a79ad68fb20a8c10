import { useSearchParams } from 'wouter';
import { useResource } from '../../api/queries.ts';
import type { Credits, Limit, Session } from '../../api/types.ts';
import { Buyers } from '../../credits/buyers.tsx';
import { useText } from '../../text/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { Meter } from '../../ui/meter.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { LowCredits } from './lowCredits.tsx';
import { Orders } from './orders.tsx';
import { Returned } from './returned.tsx';
import { UseCard } from './useCard.tsx';

/** Credits that the organization can spend, and the limits of this month. */
export default function CreditsPage({ session }: { session: Session }) {
  const { say } = useText();
  const place = session.activeOrganization;
  const path = `/organizations/${place?.organization.id ?? 0}` as const;
  const credits = useResource(`${path}/credits`);
  const [search] = useSearchParams();
  // The payment of an order leads back here.
  const order = Number(search.get('order') ?? 0);
  if (place === null) return null;
  return (
    <Page
      title={say('credits.title')}
      lead={say('credits.lead')}
      action={credits.isError ? undefined : <ButtonLink href="/account/ledger">{say('ledger.title')}</ButtonLink>}
    >
      {order > 0 && <Returned path={path} orderId={order} />}
      {credits.isError && <Buyers path={path} />}
      <Loaded query={credits}>
        {(data) => (
          <>
            <Figures credits={data} />
            <Limits credits={data} team={place.team?.name ?? null} />
            <UseCard path={path} month={data.month} />
            <Orders path={path} mayOrder={place.billing} />
            <LowCredits path={path} maySet={place.billing} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Figures({ credits: { balance, reserved, available } }: { credits: Credits }) {
  const { say } = useText();
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
