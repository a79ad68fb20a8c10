import type { Action } from '@hinterland/actions';
import type { Engine } from '../engine/engine.ts';
import type { Territories } from '../engine/territoriesInForce.ts';
import { auditRoutes } from '../kit/audit/routes.ts';
import type { Nudge } from '../kit/background/loop.ts';
import type { Clock, Db } from '../kit/db/database.ts';
import type { Route } from '../kit/http/route.ts';
import { byMember } from '../kit/http/sharedRoute.ts';
import type { Offload } from '../kit/offload/offload.ts';
import type { Attempts } from '../kit/rates/attempts.ts';
import { creditRoutes } from '../organizations/credits/routes.ts';
import { storageRoutes } from '../organizations/credits/storage/routes.ts';
import { invitationRoutes } from '../organizations/identity/invitationRoutes.ts';
import type { Invitations } from '../organizations/identity/invitations.ts';
import { memberRoutes } from '../organizations/identity/memberRoutes.ts';
import type { Members } from '../organizations/identity/members.ts';
import { organizationRoutes } from '../organizations/identity/organizationRoutes.ts';
import type { Organizations } from '../organizations/identity/organizations.ts';
import { teamRoutes } from '../organizations/identity/teamRoutes.ts';
import type { Teams } from '../organizations/identity/teams.ts';
import { keyRoutes } from '../organizations/keys/routes.ts';
import type { Keys } from '../organizations/keys/service.ts';
import { orderRoutes } from '../organizations/orders/routes.ts';
import type { Orders } from '../organizations/orders/service.ts';
import { accountRoutes } from '../organizations/signIn/accountRoutes.ts';
import type { Guesses } from '../organizations/signIn/guesses.ts';
import { byNetwork } from '../organizations/signIn/passwordTurns.ts';
import { providerRoutes } from '../organizations/signIn/provider/routes.ts';
import type { ProviderSignIn } from '../organizations/signIn/provider/service.ts';
import { signInRoutes } from '../organizations/signIn/routes.ts';
import type { SecondFactors } from '../organizations/signIn/secondFactor.ts';
import { secondFactorRoutes } from '../organizations/signIn/secondFactorRoutes.ts';
import { sessionRoutes } from '../organizations/signIn/sessionRoutes.ts';
import type { Sessions } from '../organizations/signIn/sessions.ts';
import type { SignIn } from '../organizations/signIn/signIn.ts';
import type { SignUpProofs } from '../organizations/signIn/signUpProofs.ts';
import { webhookAccessRoutes } from '../webhooks/accessRoutes.ts';
import { webhookRoutes } from '../webhooks/routes.ts';
import type { Webhooks } from '../webhooks/service.ts';
import { analysisRoutes } from '../work/analyses/routes.ts';
import type { Analyses } from '../work/analyses/service.ts';
import { analysisWebRoutes } from '../work/analyses/webRoutes.ts';
import { jobFileRoutes } from '../work/bulk/routes.ts';
import type { JobFiles } from '../work/bulk/service.ts';
import { correctionRoutes } from '../work/corrections/routes.ts';
import type { CorrectionService } from '../work/corrections/service.ts';
import { datasetRoutes } from '../work/datasets/routes.ts';
import type { Datasets } from '../work/datasets/service.ts';
import { jobRoutes } from '../work/jobs/routes.ts';
import type { Jobs } from '../work/jobs/service.ts';
import { projectRoutes } from '../work/projects/routes.ts';
import type { ProjectService } from '../work/projects/service.ts';
import type { Runs } from '../work/runs/service.ts';
import { webActionRoutes } from '../work/runs/webRoutes.ts';
import { statementRoutes } from '../work/statement/routes.ts';
import { subjectRoutes } from '../work/subjects/routes.ts';
import type { SubjectService } from '../work/subjects/service.ts';
import { supplyRoutes } from '../work/supply/routes.ts';
import type { SupplyService } from '../work/supply/service.ts';
import { areaRoutes } from '../work/territories/areas/routes.ts';
import { dataRoutes } from '../work/territories/data/routes.ts';
import { placeRoutes } from '../work/territories/places/routes.ts';
import type { Places } from '../work/territories/places/service.ts';
import { showcaseRoutes } from '../work/territories/showcase/routes.ts';
import type { Showcases } from '../work/territories/showcase/service.ts';
import { assistantRoutes } from './assistant/routes.ts';
import type { Assistant } from './assistant/service.ts';
import { type FrontServices, frontRoutes } from './front/routes.ts';
import type { Printer } from './pages/report/pdf.ts';
import type { ProjectReports } from './pages/report/projectReports.ts';
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
  readonly provider: ProviderSignIn;
  readonly proofs: SignUpProofs;
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
  readonly engine: Engine;
  readonly runs: Runs;
  readonly jobs: Jobs;
  readonly jobFiles: JobFiles;
  readonly analyses: Analyses;
  readonly reports: Reports;
  readonly projectReports: ProjectReports;
  readonly printer: Printer;
  readonly corrections: CorrectionService;
  readonly subjects: SubjectService;
  readonly projects: ProjectService;
  readonly supply: SupplyService;
  readonly webhooks: Webhooks;
  readonly offload: Pick<Offload, 'perform'>;
  readonly territories: Pick<Territories, 'current' | 'readBefore'>;
  readonly showcases: Showcases;
  readonly places: Places;
  readonly pace: FrontServices['pace'];
  /** Whether strangers have a front page. */
  readonly frontPage: boolean;
  readonly startingCredits: number;
  /** Whether it is an organization's own server, where nobody orders credits. */
  readonly house: boolean;
}

/** Routes of the service's own pages, by the session in a cookie. They may change with the pages. */
export const web = (services: WebServices): readonly Route[] => [
  ...signInRoutes(services).map(byNetwork),
  ...accountRoutes(services).map(byNetwork),
  ...secondFactorRoutes(services.secondFactors, services.guesses, services.attempts).map(byNetwork),
  ...providerRoutes(services).map(byNetwork),
  ...sessionRoutes(services.sessions),
  ...organizationRoutes(services.organizations),
  ...memberRoutes(services.members),
  ...invitationRoutes(services.invitations),
  ...teamRoutes(services.teams),
  ...keyRoutes(services.keys),
  ...auditRoutes(services.db),
  ...creditRoutes(services.db, services.clock),
  ...storageRoutes(services.db, services.clock),
  ...(services.house ? [] : orderRoutes(services.orders)),
  ...statementRoutes(services.db, services.clock),
  ...datasetRoutes(services.datasets, services.attempts),
  ...dataRoutes(services.territories),
  ...showcaseRoutes(services.showcases),
  ...placeRoutes(services.places),
  ...frontRoutes(services),
  ...assistantRoutes(services.assistant),
  ...webActionRoutes(services),
  ...areaRoutes(services),
  ...byMember(analysisRoutes(services.analyses)),
  ...byMember(reportRoutes(services)),
  ...byMember(correctionRoutes(services.corrections)),
  ...byMember(subjectRoutes(services.subjects)),
  ...byMember(projectRoutes(services.projects)),
  ...byMember(supplyRoutes(services.supply)),
  ...analysisWebRoutes(services.analyses),
  ...byMember(jobRoutes(services)),
  ...byMember(jobFileRoutes(services.jobFiles)),
  ...byMember(webhookRoutes(services.webhooks)),
  ...webhookAccessRoutes(services),
];
