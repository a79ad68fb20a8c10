import { sql } from 'kysely';
import { lockAccount } from '../../credits/account.ts';
import { creditsOf, type Thousandths } from '../../credits/amounts.ts';
import { refundCredits } from '../../credits/refund.ts';
import type { Db } from '../../db/database.ts';
import { payersOf } from '../../identity/payers.ts';
import { queueMail } from '../../mail/outbox.ts';
import { creditsReturnedMail, type ReturnedCredits, shortfallMail } from '../mails.ts';
import { findOrders, type OrderRow } from '../order.ts';
import { type PaymentSettings, reportPayment } from './report.ts';

/** Money that went back to the buyer. */
export interface Refunded {
  /** Of the charge so far, by all its refunds. */
  readonly refundedHundredths: number;
  readonly chargedHundredths: number;
  readonly currency: string;
}

/** Money of a dispute, as it left or came back. */
export interface Disputed {
  readonly hundredths: number;
  readonly state: 'withdrawn' | 'reinstated';
}

/**
 * Takes the credits of refunds of an order back, as far as they are available: credits that were spent or are held stay, and
 * the operator is told how many. Repeated and late notices change nothing, since each says how much was refunded so far.
 */
export async function takeRefunded(settings: PaymentSettings, order: OrderRow, refunded: Refunded): Promise<void> {
  if (refunded.currency !== order.currency) {
    const sentence = `A refund of order ${order.id} is in ${refunded.currency} and not in ${order.currency}.`;
    return reportPayment(settings, order.id, sentence);
  }
  await inOrder(settings, order.id, async (trx, locked) => {
    const due = share(locked.amount, refunded.refundedHundredths, refunded.chargedHundredths);
    const amount = Math.min(due, locked.amount - locked.disputed) - locked.refunded;
    if (amount <= 0) return null;
    await sql`update credit_order set refunded = refunded + ${amount} where id = ${locked.id}`.execute(trx);
    return { amount: -amount, disputed: false, cause: 'refund' };
  });
}

/** Takes the credits of a dispute, whatever is left of them, or gives them back once the money has come back; each once. */
export async function followDispute(settings: PaymentSettings, order: OrderRow, dispute: Disputed): Promise<void> {
  const { state, hundredths } = dispute;
  await inOrder(settings, order.id, async (trx, locked) => {
    if (locked.dispute === 'reinstated' || locked.dispute === state) return null;
    const due = share(locked.amount, hundredths, locked.paid_hundredths ?? hundredths);
    const taken = state === 'reinstated' ? 0 : Math.min(due, locked.amount - locked.refunded);
    await sql`
      update credit_order set dispute = ${state}, disputed = ${taken} where id = ${locked.id}`.execute(trx);
    return { amount: locked.disputed - taken, disputed: true, cause: state === 'withdrawn' ? 'dispute' : 'return' };
  });
}

/** A movement of credits that the state of an order asks for; 0 is none. */
interface Movement {
  readonly amount: Thousandths;
  readonly disputed: boolean;
  readonly cause: ReturnedCredits['cause'];
}

/** Moves credits of a confirmed order under the lock of its account, and mails everyone who pays. */
async function inOrder(
  { db, clock, mailSender, operatorMail }: PaymentSettings,
  orderId: number,
  decide: (trx: Db, locked: OrderRow) => Promise<Movement | null>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const found = async () => (await findOrders(trx, sql`d.id = ${orderId}`))[0] as OrderRow;
    const { organization_id: organizationId } = await found();
    await lockAccount(trx, organizationId);
    const order = await found();
    const movement = await decide(trx, order);
    if (movement === null || movement.amount === 0) return;
    const { amount, disputed, cause } = movement;
    const operation = `${cause} of ${order.invoice_number}`;
    const moved = await refundCredits(trx, clock, { organizationId, amount, disputed, operation });
    const { balance } = await lockAccount(trx, organizationId);
    const returned = { order, cause, credits: creditsOf(Math.abs(moved)), balance: creditsOf(balance) };
    for (const recipient of await payersOf(trx, organizationId)) {
      await queueMail(trx, clock, creditsReturnedMail(recipient, returned));
    }
    if (operatorMail === undefined) return;
    const missing = creditsOf(moved - amount);
    await queueMail(
      trx,
      clock,
      missing > 0 ? shortfallMail(operatorMail, returned, missing) : creditsReturnedMail(operatorMail, returned),
    );
  });
  mailSender.nudge();
}

/** The part of an amount of credits that a part of its money stands for, rounded down. */
function share(amount: Thousandths, part: number, whole: number): Thousandths {
  if (part >= whole) return amount;
  return Number((BigInt(amount) * BigInt(part)) / BigInt(whole));
}
