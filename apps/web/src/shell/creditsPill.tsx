import { Coins } from 'lucide-react';
import { Link } from 'wouter';
import { useResource } from '../api/queries.ts';
import type { Session } from '../api/types.ts';
import { Priced } from '../credits/priced.tsx';
import { useText } from '../text/index.ts';
import { useFormat } from '../ui/format.ts';

/** Available credits, always visible to those who may see them. */
export function CreditsPill({ session }: { session: Session }) {
  const place = session.activeOrganization;
  if (place === null || (place.role === 'member' && !place.billing)) return null;
  return (
    <Priced>
      <Pill organizationId={place.organization.id} />
    </Priced>
  );
}

function Pill({ organizationId }: { organizationId: number }) {
  const { say } = useText();
  const { number, balance } = useFormat();
  const { data } = useResource(`/organizations/${organizationId}/credits`);
  if (data === undefined) return null;
  const text = (credits: string) => say('credits.available', { count: data.available, credits });
  return (
    <Link
      href="/account/credits"
      className="button"
      data-kind="quiet"
      data-tour="credits"
      data-balance={data.available}
      title={text(number(data.available))}
    >
      <Coins size={16} aria-hidden />
      <span className="only-wide">{text(number(data.available))}</span>
      <span className="only-narrow">{text(balance(data.available))}</span>
    </Link>
  );
}
