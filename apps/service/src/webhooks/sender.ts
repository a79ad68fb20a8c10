import { type Loop, openLoop } from '../kit/background/loop.ts';
import type { Clock, Db } from '../kit/db/database.ts';
import type { Log } from '../kit/log.ts';
import { type SecretBox, type Secrets, WrongSecretsKey } from '../kit/secrets/box.ts';
import type { Deliver } from './deliver.ts';
import { type Claimed, claimDue } from './deliveries.ts';

export interface WebhookSenderSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly deliver: Deliver;
  readonly secrets: Secrets;
  /** Empty until the service knows its address; nothing is delivered before. */
  readonly baseUrl: () => string;
  /** Interval of polling, for events of other replicas and for due retries. */
  readonly everyMilliseconds: number;
  /** Lease of a claimed delivery. Must exceed the longest attempt. */
  readonly leaseSeconds?: number;
}

/** Organizations whose turns are remembered. */
const SERVED_MAX = 1000;
/** Attempts at the same time. */
const CONCURRENT = 32;

interface Attempt {
  readonly box: SecretBox;
  readonly claimed: Claimed;
}

/** Makes due deliveries in the background. Any number of replicas may have one. */
export function openWebhookSender(settings: WebhookSenderSettings): Loop {
  const { db, clock, log, deliver, secrets, baseUrl, everyMilliseconds, leaseSeconds } = settings;
  let served: readonly number[] = [];
  return openLoop<Attempt>({
    async take() {
      if (baseUrl() === '') return null;
      const box = await secrets.forReading(db);
      if (box === null) return null;
      const claimed = await claimDue(db, clock, { leaseSeconds, served });
      if (claimed === null) return null;
      served = [...served.filter((id) => id !== claimed.organizationId), claimed.organizationId].slice(-SERVED_MAX);
      return { box, claimed };
    },
    work: ({ box, claimed }) => deliver(box, claimed),
    atOnce: CONCURRENT,
    everyMilliseconds,
    onError(error, attempt) {
      if (attempt !== null) {
        log.warn({ delivery: attempt.claimed.id, err: error }, 'attempt not recorded; it will be repeated');
      } else if (error instanceof WrongSecretsKey) {
        log.error({ err: error }, 'no webhooks are delivered from here');
      } else {
        log.warn({ err: error }, 'due deliveries not polled');
      }
    },
  });
}
