import { credits } from '@hinterland/contract';
import type { Clock, Db } from '../../kit/db/database.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { ProblemError } from '../../kit/problem.ts';
import type { Place } from '../../kit/who.ts';
import { spenderOf } from './spender.ts';
import { creditSummary } from './summary.ts';

/** Credits of an organization, for its members. */
export const creditRoutes = (db: Db, clock: Clock): readonly Route[] => [
  route({
    method: 'GET',
    path: '/web/v1/organizations/:organizationId/credits',
    access: 'member',
    returns: credits,
    problems: ['insufficient_role'],
    handle: async ({ caller }) => {
      requireViewOfCredits(caller);
      return (await creditSummary(db, clock, spenderOf({ ...caller, key: null }))).credits;
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
