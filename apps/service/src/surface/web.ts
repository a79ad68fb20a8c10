import type { Action } from '@hinterland/actions';
import { analysisRoutes } from '../analyses/routes.ts';
import type { Analyses } from '../analyses/service.ts';
import { analysisWebRoutes } from '../analyses/webRoutes.ts';
import { areaRoutes } from '../areas/routes.ts';
import { assistantRoutes } from '../assistant/routes.ts';
import type { Assistant } from '../assistant/service.ts';
import { auditRoutes } from '../audit/routes.ts';
import type { Nudge } from '../background/loop.ts';
import { creditRoutes } from '../credits/routes.ts';
import { storageRoutes } from '../credits/storage/routes.ts';
import { dataRoutes } from '../data/routes.ts';
import { datasetRoutes } from '../datasets/routes.ts';
import type { Datasets } from '../datasets/service.ts';
import type { Clock, Db } from '../db/database.ts';
import type { Engine } from '../engine/engine.ts';
import type { Territories } from '../engine/territoriesInForce.ts';
import type { Route } from '../http/route.ts';
import { byMember } from '../http/sharedRoute.ts';
import { invitationRoutes } from '../identity/invitationRoutes.ts';
import type { Invitations } from '../identity/invitations.ts';
import { memberRoutes } from '../identity/memberRoutes.ts';
import type { Members } from '../identity/members.ts';
import { organizationRoutes } from '../identity/organizationRoutes.ts';
import type { Organizations } from '../identity/organizations.ts';
import { teamRoutes } from '../identity/teamRoutes.ts';
import type { Teams } from '../identity/teams.ts';
import { jobRoutes } from '../jobs/routes.ts';
import type { Jobs } from '../jobs/service.ts';
import { keyRoutes } from '../keys/routes.ts';
import type { Keys } from '../keys/service.ts';
import type { Offload } from '../offload/offload.ts';
import { orderRoutes } from '../orders/routes.ts';
import type { Orders } from '../orders/service.ts';
import type { Attempts } from '../rates/attempts.ts';
import type { Runs } from '../runs/service.ts';
import { webActionRoutes } from '../runs/webRoutes.ts';
import { showcaseRoutes } from '../showcase/routes.ts';
import type { Showcases } from '../showcase/service.ts';
import { accountRoutes } from '../signIn/accountRoutes.ts';
import type { Guesses } from '../signIn/guesses.ts';
import { byNetwork } from '../signIn/passwordTurns.ts';
import { signInRoutes } from '../signIn/routes.ts';
import type { SecondFactors } from '../signIn/secondFactor.ts';
import { secondFactorRoutes } from '../signIn/secondFactorRoutes.ts';
import { sessionRoutes } from '../signIn/sessionRoutes.ts';
import type { Sessions } from '../signIn/sessions.ts';
import type { SignIn } from '../signIn/signIn.ts';
import { statementRoutes } from '../statement/routes.ts';
import { webhookAccessRoutes } from '../webhooks/accessRoutes.ts';
import { webhookRoutes } from '../webhooks/routes.ts';
import type { Webhooks } from '../webhooks/service.ts';
import type { Printer } from './pages/report/pdf.ts';
import { reportRoutes } from './pages/report/routes.ts';
import type { Reports } from './pages/report/service.ts';

/** Services behind the routes of the web app. */
export interface WebServices {
  readonly db: Db;
  readonly clock: Clock;
  readonly attempts: Attempts;
  readonly signIn: SignIn;
  readonly mailSender: Nudge;
  readonly guesses: Guesses;
  readonly secondFactors: SecondFactors;
  readonly sessions: Sessions;
  readonly organizations: Organizations;
  readonly members: Members;
  readonly invitations: Invitations;
  readonly teams: Teams;
  readonly keys: Keys;
  readonly orders: Orders;
  readonly datasets: Datasets;
  readonly assistant: Assistant;
  readonly actions: readonly Action[];
  readonly engine: Pick<Engine, 'lease' | 'run'>;
  readonly runs: Runs;
  readonly jobs: Jobs;
  readonly analyses: Analyses;
  readonly reports: Reports;
  readonly printer: Printer;
  readonly webhooks: Webhooks;
  readonly offload: Pick<Offload, 'perform'>;
  readonly territories: Pick<Territories, 'current' | 'readBefore'>;
  readonly showcases: Showcases;
}

/** Routes of the service's own pages, by the session in a cookie. They may change with the pages. */
export const web = (services: WebServices): readonly Route[] => [
  ...signInRoutes(services).map(byNetwork),
  ...accountRoutes(services).map(byNetwork),
  ...secondFactorRoutes(services.secondFactors, services.guesses, services.attempts).map(byNetwork),
  ...sessionRoutes(services.sessions),
  ...organizationRoutes(services.organizations),
  ...memberRoutes(services.members),
  ...invitationRoutes(services.invitations),
  ...teamRoutes(services.teams),
  ...keyRoutes(services.keys),
  ...auditRoutes(services.db),
  ...creditRoutes(services.db, services.clock),
  ...storageRoutes(services.db, services.clock),
  ...orderRoutes(services.orders),
  ...statementRoutes(services.db, services.clock),
  ...datasetRoutes(services.datasets, services.attempts),
  ...dataRoutes(services.territories),
  ...showcaseRoutes(services.showcases),
  ...assistantRoutes(services.assistant),
  ...webActionRoutes(services),
  ...areaRoutes(services),
  ...byMember(analysisRoutes(services.analyses)),
  ...byMember(reportRoutes(services)),
  ...analysisWebRoutes(services.analyses),
  ...byMember(jobRoutes(services)),
  ...byMember(webhookRoutes(services.webhooks)),
  ...webhookAccessRoutes(services),
];
