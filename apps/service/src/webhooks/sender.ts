import { type Secrets, WrongSecretsKey } from '../secrets/box.ts';
import { type DeliveryParts, deliver } from './deliver.ts';
import { claimDue } from './deliveries.ts';

/** Makes due deliveries in the background. Any number of replicas may have one. */
export interface Courier {
  /** Looks soon: something may be due. */
  nudge(): void;
  /** Resolves when the attempts under way have ended. */
  stop(): Promise<void>;
}

export interface CourierSettings extends DeliveryParts {
  readonly secrets: Secrets;
  /** How often it looks by itself: what other replicas wrote, and retries that fall due. */
  readonly everyMilliseconds: number;
  /** How long nobody else works on what this one took; must be longer than an attempt can last. */
  readonly leaseSeconds?: number;
}

/** Attempts at the same time. */
const CONCURRENT = 32;
/** A fault that lasts is told now and then, not at every look. */
const SILENT_MILLISECONDS = 60_000;

export function openCourier(settings: CourierSettings): Courier {
  const { db, clock, log, secrets, everyMilliseconds, leaseSeconds } = settings;
  let stopping = false;
  let waiting = false;
  let round: Promise<void> = Promise.resolve();
  const underWay = new Set<Promise<void>>();
  let toldAt = Number.NEGATIVE_INFINITY;

  const look = async () => {
    waiting = false;
    try {
      const box = await secrets.forReading(db);
      while (box !== null && !stopping && underWay.size < CONCURRENT) {
        const claimed = await claimDue(db, clock, leaseSeconds);
        if (claimed === null) return;
        const attempt = deliver(settings, box, claimed)
          .catch((error) => log.warn({ delivery: claimed.id, err: error }, 'attempt not recorded; it will be repeated'))
          .finally(() => {
            underWay.delete(attempt);
            nudge();
          });
        underWay.add(attempt);
      }
    } catch (error) {
      if (stopping || performance.now() - toldAt < SILENT_MILLISECONDS) return;
      toldAt = performance.now();
      if (error instanceof WrongSecretsKey) log.error({ err: error }, 'no webhooks are delivered from here');
      else log.warn({ err: error }, 'due deliveries not looked for');
    }
  };
  const nudge = () => {
    if (waiting || stopping) return;
    waiting = true;
    round = round.then(look);
  };
  const timer = setInterval(nudge, everyMilliseconds);
  timer.unref();
  nudge();
  return {
    nudge,
    async stop() {
      stopping = true;
      clearInterval(timer);
      await round;
      await Promise.all(underWay);
    },
  };
}
