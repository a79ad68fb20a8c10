import { sql } from 'kysely';
import { type Clock, type Db, now } from '../db/database.ts';
import type { Log } from '../log.ts';
import type { Secrets } from '../secrets/box.ts';
import { type Mail, MailRefused, type MailTransport } from './transport.ts';

export interface NewMail extends Pick<Mail, 'recipient' | 'subject' | 'body'> {
  /** Whether it waits behind mail that its recipient has asked for. */
  readonly notice?: boolean;
}

/** Puts a message into the outbox, in the transaction of what it is about. It is sent once that is committed. */
export async function queueMail(
  trx: Db,
  clock: Clock,
  { recipient, subject, body, notice = false }: NewMail,
): Promise<void> {
  await sql`
    insert into mail_outbox (recipient, subject, body, notice, created_at, due_at)
    values (${recipient}, ${oneLine(subject)}, ${body}, ${notice}, ${now(clock)}, ${now(clock)})`.execute(trx);
}

/** The same for a message with a token in a link: it is stored encrypted, so that a reader of the database cannot use it. */
export async function queueSealedMail(
  trx: Db,
  clock: Clock,
  secrets: Secrets,
  { recipient, subject, body }: NewMail,
): Promise<void> {
  const sealed = (await secrets.forWriting(trx)).seal(body, contextOf(recipient));
  await sql`
    insert into mail_outbox (recipient, subject, sealed, created_at, due_at)
    values (${recipient}, ${oneLine(subject)}, ${sealed}, ${now(clock)}, ${now(clock)})`.execute(trx);
}

/** Whose mail it is, for the box. */
export const contextOf = (recipient: string): string => `mail to ${recipient}`;

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

export interface ClaimedMail extends Omit<Mail, 'body'> {
  /** This attempt included. */
  readonly attempts: number;
  /** Null where the text is sealed. */
  readonly body: string | null;
  readonly sealed: Buffer | null;
}

/** Claims the message that has been due for the longest, notices last; null where none is due. */
export async function claimMail(db: Db, clock: Clock): Promise<ClaimedMail | null> {
  const { rows } = await sql<Omit<ClaimedMail, 'createdAt'> & { created_at: Date }>`
    update mail_outbox m
    set attempts = m.attempts + 1, due_at = ${now(clock)} + make_interval(secs => ${CLAIM_SECONDS})
    where m.id = (
      select id from mail_outbox where failed_at is null and due_at <= ${now(clock)}
      order by notice, due_at, id limit 1 for update skip locked
    )
    returning m.id, m.recipient, m.subject, m.body, m.sealed, m.attempts, m.created_at`.execute(db);
  if (rows[0] === undefined) return null;
  const { created_at: createdAt, ...mail } = rows[0];
  return { ...mail, createdAt };
}

export interface SendingSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly transport: MailTransport;
  readonly log: Log;
}

/**
 * Sends a claimed message. It leaves the outbox once the transport has accepted it; if the process dies in between, it
 * is sent again with the same Message-ID.
 */
export async function sendMail(
  { db, clock, secrets, transport, log }: SendingSettings,
  mail: ClaimedMail,
): Promise<void> {
  try {
    await transport.send({ ...mail, body: await bodyOf(db, secrets, mail) });
    await sql`delete from mail_outbox where id = ${mail.id}`.execute(db);
  } catch (error) {
    await noteFailure(db, clock, mail, error);
    log.warn({ mail: mail.id, attempts: mail.attempts, err: error }, 'mail not sent');
  }
}

async function bodyOf(db: Db, secrets: Secrets, { body, sealed, recipient }: ClaimedMail): Promise<string> {
  if (sealed === null) return body as string;
  const box = await secrets.forReading(db);
  if (box === null) throw new Error('The database has sealed mails, and no fingerprint of the key that opens them.');
  return box.open(sealed, contextOf(recipient));
}

/** Makes messages due that would wait for longer than any attempt does: the clock has gone back since their time was written. */
export async function bringMailForward(db: Db, clock: Clock): Promise<void> {
  const waits = [0, ...RETRY_SECONDS].map((seconds) => seconds + CLAIM_SECONDS);
  await sql`
    update mail_outbox set due_at = ${now(clock)}
    where failed_at is null
      and due_at > ${now(clock)} + make_interval(secs => (${waits}::float8[])[least(attempts, ${RETRY_SECONDS.length}) + 1])`.execute(
    db,
  );
}

/** How long a message that was given up can be looked at by the operator; its text is gone at once. */
const GIVEN_UP_DAYS = 30;

/** Removes messages that were given up long ago. */
export async function removeGivenUpMail(db: Db, clock: Clock): Promise<void> {
  await sql`
    delete from mail_outbox where failed_at < ${now(clock)} - make_interval(days => ${GIVEN_UP_DAYS})`.execute(db);
}

async function noteFailure(db: Db, clock: Clock, { id, attempts }: ClaimedMail, error: unknown): Promise<void> {
  const wait = error instanceof MailRefused ? undefined : RETRY_SECONDS[attempts - 1];
  const reason = (error as Error).message.slice(0, 1000);
  if (wait === undefined) {
    await sql`update mail_outbox set failed_at = ${now(clock)}, error = ${reason}, body = null, sealed = null where id = ${id}`.execute(
      db,
    );
  } else {
    await sql`
      update mail_outbox set due_at = ${now(clock)} + make_interval(secs => ${wait}), error = ${reason}
      where id = ${id}`.execute(db);
  }
}
