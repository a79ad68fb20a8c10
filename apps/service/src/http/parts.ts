import type { Action } from '@hinterland/actions';
import type { Nudge } from '../background/loop.ts';
import type { Datasets } from '../datasets/service.ts';
import type { Clock, Db } from '../db/database.ts';
import type { Engine } from '../engine/engine.ts';
import type { Jobs } from '../jobs/service.ts';
import type { KeyGate } from '../keys/gate.ts';
import type { Log } from '../log.ts';
import type { PaymentProvider } from '../orders/payment.ts';
import type { Runs } from '../runs/service.ts';
import type { SignIn } from '../signIn/signIn.ts';
import type { Pages } from '../surface/pages/pages.ts';
import type { Gates } from './gates.ts';
import type { Route } from './route.ts';

/** What the HTTP layer needs of the service. */
export interface HttpParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly engine: Engine;
  readonly actions: readonly Action[];
  readonly log: Log;
  readonly runs: Runs;
  readonly jobs: Jobs;
  readonly datasets: Datasets;
  /** Requests that have not been answered yet; aborting one gives it up. */
  readonly open: Set<AbortController>;
  /** Address that the service names itself by, without a slash at the end. */
  readonly baseUrl: () => string;
  /** True once the service has begun to stop. */
  readonly stopping: () => boolean;
  /** See Config. */
  readonly trustedProxies: number | readonly string[];
  readonly pages: Pages;
  readonly mailSender: Nudge;
  readonly signIn: SignIn;
  /** Takes the money for credits. */
  readonly payment: PaymentProvider;
  readonly gates: Gates & Pick<KeyGate, 'enter'>;
  /** Routes that are declared. */
  readonly routes: readonly Route[];
}
