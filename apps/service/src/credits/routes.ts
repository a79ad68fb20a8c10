import type { Clock, Db } from '../db/database.ts';
import { type Route, route } from '../http/route.ts';
import { ProblemError } from '../problem.ts';
import type { Place } from '../who.ts';
import { creditSummary } from './summary.ts';

/** Credits of an organization, for its members. */
export const creditRoutes = (db: Db, clock: Clock): readonly Route[] => [
  route({
    method: 'GET',
    path: '/web/v1/organizations/:organizationId/credits',
    access: 'member',
    handle: async ({ caller }) => {
      requireViewOfCredits(caller);
      const { organization, user, team } = caller;
      const spender = { organizationId: organization.id, userId: user.id, teamId: team?.id ?? null, apiKeyId: null };
      return (await creditSummary(db, clock, spender)).credits;
    },
  }),
];

/** Throws insufficient_role. */
export function requireViewOfCredits({ role, billing }: Place): void {
  if (role !== 'member' || billing) return;
  throw new ProblemError(
    'insufficient_role',
    'Only owners, admins and members with billing rights may see the credits of the organization.',
  );
}
