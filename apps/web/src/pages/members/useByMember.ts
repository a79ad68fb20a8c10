import { useQuery } from '@tanstack/react-query';
import { resource } from '../../api/queries.ts';
import type { Credits, Session, Usage } from '../../api/types.ts';

/** Returns what a member spent this month, in credits; undefined for those who may not see the credits. */
export function useUseByMember(session: Session, path: string): ((userId: number) => number) | undefined {
  const place = session.activeOrganization;
  const seesCredits = place !== null && (place.role !== 'member' || place.billing);
  const credits = useQuery({ ...resource<Credits>(`${path}/credits`), enabled: seesCredits });
  const month = credits.data?.month;
  const usage = useQuery({
    ...resource<Usage>(`${path}/usage?by=member&from=${month}&to=${month}`),
    enabled: month !== undefined,
  });
  if (usage.data === undefined) return undefined;
  const spent = new Map(usage.data.data.map(({ id, credits }) => [Number(id), credits]));
  return (userId) => spent.get(userId) ?? 0;
}
