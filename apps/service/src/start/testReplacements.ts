import type { Action } from '@hinterland/actions';
import type { BundleSource } from '../engine/bundles.ts';
import type { Clock, Database } from '../kit/db/database.ts';
import type { Pace } from '../kit/rates/pace.ts';
import type { PaymentProvider } from '../organizations/orders/payment.ts';
import type { PasswordCost } from '../organizations/signIn/passwords.ts';
import type { WebhookWays } from '../webhooks/wing.ts';

/** Components that tests may replace. */
export interface TestReplacements {
  readonly database?: Database;
  readonly clock?: Clock;
  readonly source?: BundleSource;
  /** Actions of the service, and the module that the engine threads load them from: both or neither. */
  readonly registry?: { readonly actions: readonly Action[]; readonly module: string };
  readonly writeLog?: (line: string) => void;
  readonly runSeconds?: number;
  readonly idempotencyWaitSeconds?: number;
  readonly holdLeaseSeconds?: number;
  readonly killAfterMilliseconds?: number;
  readonly queueMax?: number;
  readonly keptBytes?: number;
  readonly territoryPollMilliseconds?: number;
  readonly pullMilliseconds?: number;
  readonly jobMilliseconds?: number;
  readonly supplyMilliseconds?: number;
  readonly jobLeaseSeconds?: number;
  readonly jobsAtOnce?: number;
  readonly partRows?: number;
  readonly limitMilliseconds?: number;
  readonly pace?: Pick<Pace, 'enter' | 'refuse' | 'othersWork' | 'customersWork'>;
  readonly mailMilliseconds?: number;
  readonly passwordCost?: PasswordCost;
  /** The provider of payments for credits. */
  readonly payment?: PaymentProvider;
  /** Interval of polling for due deliveries and regular tasks; null for a process without regular tasks. */
  readonly webhookMilliseconds?: number;
  readonly taskMilliseconds?: number | null;
  /** Patience with the language model. */
  readonly assistant?: { readonly modelMilliseconds?: number; readonly silentMilliseconds?: number };
  /** Network of the webhook sender. */
  readonly webhookWays?: WebhookWays;
}
