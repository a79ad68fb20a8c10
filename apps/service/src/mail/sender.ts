import type { Clock, Db } from '../db/database.ts';
import type { Log } from '../log.ts';
import { sendDue } from './outbox.ts';
import type { MailTransport } from './transport.ts';

/** Empties the outbox in the background. */
export interface Postman {
  /** Looks soon: something was put into the outbox. */
  nudge(): void;
  /** Resolves when the message under way was handed over. */
  stop(): Promise<void>;
}

export interface PostmanSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly transport: MailTransport;
  readonly log: Log;
  /** How often it looks by itself, for retries and for messages of replicas that are gone. */
  readonly everyMilliseconds: number;
}

export function openPostman({ db, clock, transport, log, everyMilliseconds }: PostmanSettings): Postman {
  let stopping = false;
  let round: Promise<void> = Promise.resolve();
  let waiting = false;
  const look = async () => {
    waiting = false;
    try {
      await sendDue(db, clock, transport, log, () => stopping);
    } catch (error) {
      if (!stopping) log.warn({ err: error }, 'outbox of mail not looked at');
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
    },
  };
}
