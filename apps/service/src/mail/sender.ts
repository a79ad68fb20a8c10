import { type Loop, openLoop } from '../background/loop.ts';
import type { Clock, Db } from '../db/database.ts';
import type { Log } from '../log.ts';
import { claimMail, sendMail } from './outbox.ts';
import type { MailTransport } from './transport.ts';

export interface MailSenderSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly transport: MailTransport;
  readonly log: Log;
  /** Interval of polling, for retries and for messages of crashed processes. */
  readonly everyMilliseconds: number;
}

/** Empties the outbox in the background, one message after the other. Any number of replicas may have one. */
export const openMailSender = ({ db, clock, transport, log, everyMilliseconds }: MailSenderSettings): Loop =>
  openLoop({
    take: () => claimMail(db, clock),
    work: (mail) => sendMail(db, clock, transport, log, mail),
    atOnce: 1,
    everyMilliseconds,
    onError: (error, mail) => log.warn({ mail: mail?.id, err: error }, 'outbox of mail not emptied'),
  });
