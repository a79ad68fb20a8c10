import type { Action } from '@hinterland/actions';
import { analysisRoutes } from '../analyses/routes.ts';
import type { Analyses } from '../analyses/service.ts';
import type { Clock, Db } from '../db/database.ts';
import type { Generation } from '../engine/territoriesInForce.ts';
import type { Route } from '../http/route.ts';
import { byKey } from '../http/sharedRoute.ts';
import { jobRoutes } from '../jobs/routes.ts';
import type { Jobs } from '../jobs/service.ts';
import type { KeyGate } from '../keys/gate.ts';
import type { Offload } from '../offload/offload.ts';
import { actionRoutes } from '../runs/routes.ts';
import type { Runs } from '../runs/service.ts';
import { webhookRoutes } from '../webhooks/routes.ts';
import type { Webhooks } from '../webhooks/service.ts';
import { accountRoutes } from './account.ts';
import { discoveryRoutes } from './discovery.ts';
import type { Json } from './openapi/parts.ts';
import type { Printer } from './pages/report/pdf.ts';
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
  readonly analyses: Analyses;
  readonly reports: Reports;
  readonly printer: Printer;
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
  ...byKey(webhookRoutes(services.webhooks)),
];
