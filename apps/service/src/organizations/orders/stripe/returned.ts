import { sql } from 'kysely';
import { type Db, now } from '../../../kit/db/database.ts';
import { queueMail } from '../../../kit/mail/outbox.ts';
import { lockAccount } from '../../credits/account.ts';
import { creditsOf, type Thousandths } from '../../credits/amounts.ts';
import { refundCredits } from '../../credits/refund.ts';
import { payersOf } from '../../identity/payers.ts';
import { creditsReturnedMail, type ReturnedCredits, shortfallMail } from '../mails.ts';
import { findOrders, type OrderRow } from '../order.ts';
import { type DisputeState, disputedHundredths, noteDispute } from './disputes.ts';
import { noteFailedRefund, noteRefunds, refundedHundredths } from './refunds.ts';
import { type PaymentSettings, reportPayment } from './report.ts';

/** Money that went back to the buyer. */
export interface Refunded {
  /** Of the charge at the time `at`, by all its refunds. */
  readonly refundedHundredths: number;
  readonly chargedHundredths: number;
  readonly currency: string;
  /** Null where the notice does not say. */
  readonly at: Date | null;
}

/** A refund whose money did not arrive, and is back with the operator. */
export interface FailedRefund {
  readonly id: string;
  readonly hundredths: number;
  readonly currency: string;
  readonly at: Date;
}

/** Money of a dispute, as it left or came back. */
export interface Disputed {
  readonly id: string;
  readonly hundredths: number;
  readonly currency: string | null;
  readonly state: DisputeState;
  /** When the dispute began; null where that is not known. */
  readonly begun: Date | null;
}

/**
 * Takes the credits of refunds of an order back, as far as they are available: credits that were spent or are held stay, and
 * the operator is told how many. Repeated and late notices change nothing, since each says how much was refunded so far.
 */
export async function takeRefunded(settings: PaymentSettings, order: OrderRow, refunded: Refunded): Promise<void> {
  if (!(await isInCurrency(settings, order, refunded.currency, 'refund'))) return;
  await inOrder(settings, order.id, async (trx, locked) => {
    await noteRefunds(trx, locked.id, refunded);
    return refundMovement(trx, locked, refunded.chargedHundredths, 'refund');
  });
}

/** Gives the credits of a refund that failed back, as far as they had been taken. Each refund fails once. */
export async function returnFailedRefund(
  settings: PaymentSettings,
  order: OrderRow,
  failed: FailedRefund,
): Promise<void> {
  if (!(await isInCurrency(settings, order, failed.currency, 'failed refund'))) return;
  await inOrder(settings, order.id, async (trx, locked) => {
    await noteFailedRefund(trx, locked.id, failed);
    return refundMovement(trx, locked, locked.paid_hundredths ?? failed.hundredths, 'failed refund');
  });
}

/** Brings the credits that refunds took to the part of the money that they returned in the end. */
async function refundMovement(
  trx: Db,
  { id, amount, disputed, refunded, refund_taken: taken }: OrderRow,
  chargedHundredths: number,
  cause: 'refund' | 'failed refund',
): Promise<Movement | null> {
  const due = share(amount, await refundedHundredths(trx, id), chargedHundredths);
  const target = Math.min(due, amount - disputed);
  if (target === refunded) return null;
  await sql`update credit_order set refunded = ${target} where id = ${id}`.execute(trx);
  if (target > refunded) return { amount: refunded - target, disputed: false, cause };
  return { amount: taken - Math.min(taken, target), disputed: false, cause };
}

/**
 * Takes the credits of the disputes of an order, whatever is left of them, or gives them back once the money has come back.
 * A payment may have several disputes: their money adds up.
 */
export async function followDispute(settings: PaymentSettings, order: OrderRow, dispute: Disputed): Promise<void> {
  const { state, currency } = dispute;
  if (currency !== null && !(await isInCurrency(settings, order, currency, 'dispute'))) return;
  await inOrder(settings, order.id, async (trx, locked) => {
    await noteDispute(trx, sql`${now(settings.clock)}`, locked.id, dispute);
    const hundredths = await disputedHundredths(trx, locked.id);
    const due = share(locked.amount, hundredths, locked.paid_hundredths ?? dispute.hundredths);
    const taken = Math.min(due, locked.amount - locked.refunded);
    await sql`update credit_order set disputed = ${taken} where id = ${locked.id}`.execute(trx);
    return { amount: locked.disputed - taken, disputed: true, cause: state === 'withdrawn' ? 'dispute' : 'return' };
  });
}

/** Reports money in another currency than that of the order: no part of its credits can be told. */
async function isInCurrency(settings: PaymentSettings, order: OrderRow, currency: string, what: string) {
  if (currency === order.currency) return true;
  await reportPayment(
    settings,
    order.id,
    `A ${what} of order ${order.id} is in ${currency} and not in ${order.currency}.`,
  );
  return false;
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
    if (!disputed)
      await sql`update credit_order set refund_taken = refund_taken - ${moved} where id = ${orderId}`.execute(trx);
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
