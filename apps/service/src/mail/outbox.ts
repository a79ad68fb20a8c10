import { sql } from 'kysely';
import { type Clock, type Db, now } from '../db/database.ts';
import type { Log } from '../log.ts';
import { type Mail, MailRefused, type MailTransport } from './transport.ts';

export type NewMail = Pick<Mail, 'recipient' | 'subject' | 'body'>;

/** Puts a message into the outbox, in the transaction of what it is about. It is sent once that is committed. */
export async function queueMail(trx: Db, clock: Clock, { recipient, subject, body }: NewMail): Promise<void> {
  await sql`
    insert into mail_outbox (recipient, subject, body, created_at, due_at)
    values (${recipient}, ${oneLine(subject)}, ${body}, ${now(clock)}, ${now(clock)})`.execute(trx);
}

/** Returns a text in one line without control characters: subjects of mails contain names that others chose. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();

/** Lease of a claimed message. Must exceed the longest attempt. */
const CLAIM_SECONDS = 120;

/** Waits after the first, second, … failed attempt; after the last the message is given up. */
const RETRY_SECONDS: readonly number[] = [60, 600, 3600, 6 * 3600, 24 * 3600];

export interface ClaimedMail extends Mail {
  /** This attempt included. */
  readonly attempts: number;
}

/** Claims the message that has been due for the longest; null where none is due. */
export async function claimMail(db: Db, clock: Clock): Promise<ClaimedMail | null> {
  const { rows } = await sql<Omit<ClaimedMail, 'createdAt'> & { created_at: Date }>`
    update mail_outbox m
    set attempts = m.attempts + 1, due_at = ${now(clock)} + make_interval(secs => ${CLAIM_SECONDS})
    where m.id = (
      select id from mail_outbox where failed_at is null and due_at <= ${now(clock)}
      order by due_at, id limit 1 for update skip locked
    )
    returning m.id, m.recipient, m.subject, m.body, m.attempts, m.created_at`.execute(db);
  if (rows[0] === undefined) return null;
  const { created_at: createdAt, ...mail } = rows[0];
  return { ...mail, createdAt };
}

/**
 * Sends a claimed message. It leaves the outbox once the transport has accepted it; if the process dies in between, it
 * is sent again with the same Message-ID.
 */
export async function sendMail(
  db: Db,
  clock: Clock,
  transport: MailTransport,
  log: Log,
  mail: ClaimedMail,
): Promise<void> {
  try {
    await transport.send(mail);
    await sql`delete from mail_outbox where id = ${mail.id}`.execute(db);
  } catch (error) {
    await noteFailure(db, clock, mail, error);
    log.warn({ mail: mail.id, attempts: mail.attempts, err: error }, 'mail not sent');
  }
}

async function noteFailure(db: Db, clock: Clock, { id, attempts }: ClaimedMail, error: unknown): Promise<void> {
  const wait = error instanceof MailRefused ? undefined : RETRY_SECONDS[attempts - 1];
  const reason = (error as Error).message.slice(0, 1000);
  if (wait === undefined) {
    await sql`update mail_outbox set failed_at = ${now(clock)}, error = ${reason} where id = ${id}`.execute(db);
  } else {
    await sql`
      update mail_outbox set due_at = ${now(clock)} + make_interval(secs => ${wait}), error = ${reason}
      where id = ${id}`.execute(db);
  }
}
