import { sql } from 'kysely';
import type { Nudge } from '../../../kit/background/loop.ts';
import type { Clock, Db } from '../../../kit/db/database.ts';
import type { Log } from '../../../kit/log.ts';
import { queueMail } from '../../../kit/mail/outbox.ts';

/** Settings that the work on events and open orders shares. */
export interface PaymentSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly mailSender: Nudge;
  /** Recipient of mails about money that needs a person; the log has the same. */
  readonly operatorMail: string | undefined;
}

/**
 * Logs and mails something about money that only the operator can settle. `sentence` names the order. The same sentence about the same
 * order comes once, however often it is found again.
 */
export async function reportPayment(
  settings: PaymentSettings,
  orderId: number | null,
  sentence: string,
): Promise<void> {
  const { db, clock, log, mailSender, operatorMail } = settings;
  const isNew = await db.transaction().execute(async (trx) => {
    if (orderId !== null && !(await noteSentence(trx, orderId, sentence))) return false;
    if (operatorMail === undefined) return true;
    await queueMail(trx, clock, {
      recipient: operatorMail,
      subject:
        orderId === null ? 'Hinterland: a payment needs you' : `Hinterland: the payment of order ${orderId} needs you`,
      body: `${sentence}

No credits were added or taken for it. docs/operation/payments.md says what to do.
`,
    });
    return true;
  });
  if (!isNew) return;
  log.error({ order: orderId, reason: sentence }, 'payment needs the operator');
  mailSender.nudge();
}

/** Stores the last sentence about an order. Returns whether it is another than before. */
async function noteSentence(trx: Db, orderId: number, sentence: string): Promise<boolean> {
  const { rows } = await sql`
    update credit_order set reported = ${sentence} where id = ${orderId} and reported is distinct from ${sentence}
    returning id`.execute(trx);
  return rows.length > 0;
}
