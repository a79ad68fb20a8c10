import { creditRoutes } from '../credits/routes.ts';
import { storageRoutes } from '../credits/storage/routes.ts';
import { datasetRoutes } from '../datasets/routes.ts';
import type { Datasets } from '../datasets/service.ts';
import type { Clock, Db } from '../db/database.ts';
import type { Route } from '../http/route.ts';
import { invitationRoutes } from '../identity/invitationRoutes.ts';
import type { Invitations } from '../identity/invitations.ts';
import { memberRoutes } from '../identity/memberRoutes.ts';
import type { Members } from '../identity/members.ts';
import { organizationRoutes } from '../identity/organizationRoutes.ts';
import type { Organizations } from '../identity/organizations.ts';
import { teamRoutes } from '../identity/teamRoutes.ts';
import type { Teams } from '../identity/teams.ts';
import { keyRoutes } from '../keys/routes.ts';
import type { Keys } from '../keys/service.ts';
import { orderRoutes } from '../orders/routes.ts';
import type { Orders } from '../orders/service.ts';
import type { Attempts } from '../rates/attempts.ts';
import { signInRoutes } from '../signIn/routes.ts';
import { sessionRoutes } from '../signIn/sessionRoutes.ts';
import type { Sessions } from '../signIn/sessions.ts';
import type { SignIn } from '../signIn/signIn.ts';

/** Services behind the routes of the web app. */
export interface WebServices {
  readonly db: Db;
  readonly clock: Clock;
  readonly attempts: Attempts;
  readonly signIn: SignIn;
  readonly sessions: Sessions;
  readonly organizations: Organizations;
  readonly members: Members;
  readonly invitations: Invitations;
  readonly teams: Teams;
  readonly keys: Keys;
  readonly orders: Orders;
  readonly datasets: Datasets;
}

/** Routes of the service's own pages, by the session in a cookie. They may change with the pages. */
export const web = (services: WebServices): readonly Route[] => [
  ...signInRoutes(services.signIn, services.attempts),
  ...sessionRoutes(services.sessions),
  ...organizationRoutes(services.organizations),
  ...memberRoutes(services.members),
  ...invitationRoutes(services.invitations),
  ...teamRoutes(services.teams),
  ...keyRoutes(services.keys),
  ...creditRoutes(services.db, services.clock),
  ...storageRoutes(services.db, services.clock),
  ...orderRoutes(services.orders),
  ...datasetRoutes(services.datasets, services.attempts),
];
