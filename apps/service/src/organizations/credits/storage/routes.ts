import type { Clock, Db } from '../../../kit/db/database.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { storage, storageSummary } from './summary.ts';

/** The storage of an organization and its price, for its members. */
export const storageRoutes = (db: Db, clock: Clock): readonly Route[] => [
  route({
    method: 'GET',
    path: '/web/v1/organizations/:organizationId/storage',
    access: 'member',
    returns: storage,
    handle: ({ caller }) => storageSummary(db, clock, caller.organization.id),
  }),
];
