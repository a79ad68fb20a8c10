import type { Action } from '@hinterland/actions';
import type { Generation } from '../engine/territoriesInForce.ts';
import type { Clock, Db } from '../kit/db/database.ts';
import type { Route } from '../kit/http/route.ts';
import { byKey } from '../kit/http/sharedRoute.ts';
import type { Offload } from '../kit/offload/offload.ts';
import type { KeyGate } from '../organizations/keys/gate.ts';
import { webhookRoutes } from '../webhooks/routes.ts';
import type { Webhooks } from '../webhooks/service.ts';
import { analysisRoutes } from '../work/analyses/routes.ts';
import type { Analyses } from '../work/analyses/service.ts';
import { jobFileRoutes } from '../work/bulk/routes.ts';
import type { JobFiles } from '../work/bulk/service.ts';
import { correctionRoutes } from '../work/corrections/routes.ts';
import type { CorrectionService } from '../work/corrections/service.ts';
import { jobRoutes } from '../work/jobs/routes.ts';
import type { Jobs } from '../work/jobs/service.ts';
import { projectRoutes } from '../work/projects/routes.ts';
import type { ProjectService } from '../work/projects/service.ts';
import { actionRoutes } from '../work/runs/routes.ts';
import type { Runs } from '../work/runs/service.ts';
import { subjectRoutes } from '../work/subjects/routes.ts';
import type { SubjectService } from '../work/subjects/service.ts';
import { supplyRoutes } from '../work/supply/routes.ts';
import type { SupplyService } from '../work/supply/service.ts';
import { accountRoutes } from './account.ts';
import { discoveryRoutes } from './discovery.ts';
import type { Json } from './openapi/parts.ts';
import type { Printer } from './pages/report/pdf.ts';
import type { ProjectReports } from './pages/report/projectReports.ts';
import { reportRoutes } from './pages/report/routes.ts';
import type { Reports } from './pages/report/service.ts';

/** Services behind the public routes. Routes ask for them when they are called, not when they are declared. */
export interface V1Services {
  readonly db: Db;
  readonly clock: Clock;
  readonly actions: readonly Action[];
  readonly keys: KeyGate;
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
  /** Territories in force. */
  readonly territories: () => readonly Generation[];
  /** The OpenAPI document of these routes. */
  readonly openApi: () => Json;
}

/** Every public route of version 1, in the order of the OpenAPI document. */
export const v1 = (services: V1Services): readonly Route[] => [
  ...accountRoutes(services),
  ...discoveryRoutes(services),
  ...actionRoutes(services),
  ...byKey(analysisRoutes(services.analyses)),
  ...byKey(reportRoutes(services)),
  ...byKey(jobRoutes(services)),
  ...byKey(jobFileRoutes(services.jobFiles)),
  ...byKey(correctionRoutes(services.corrections)),
  ...byKey(subjectRoutes(services.subjects)),
  ...byKey(projectRoutes(services.projects)),
  ...byKey(supplyRoutes(services.supply)),
  ...byKey(webhookRoutes(services.webhooks)),
];
