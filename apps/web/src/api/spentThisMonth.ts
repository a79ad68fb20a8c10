import { useQuery } from '@tanstack/react-query';
import type { OrganizationPath } from './address.ts';
import { resource } from './queries.ts';
import type { Session } from './types.ts';

/**
 * Returns what each member or team spent this month, in credits, by its number; undefined for those who may not see the
 * credits. `path` is that of the organization.
 */
export function useSpentThisMonth(
  session: Session,
  path: OrganizationPath,
  by: 'member' | 'team',
): ((id: number) => number) | undefined {
  const place = session.activeOrganization;
  const seesCredits = place !== null && (place.role !== 'member' || place.billing);
  const credits = useQuery({ ...resource(`${path}/credits`), enabled: seesCredits });
  const month = credits.data?.month;
  const usage = useQuery({
    ...resource(`${path}/usage?by=${by}&from=${month ?? ''}&to=${month ?? ''}`),
    enabled: month !== undefined,
  });
  if (usage.data === undefined) return undefined;
  const spent = new Map(usage.data.data.map(({ id, credits }) => [Number(id), credits]));
  return (id) => spent.get(id) ?? 0;
}
