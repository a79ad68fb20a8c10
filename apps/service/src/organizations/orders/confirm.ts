import { sql } from 'kysely';
import { noteForOperator } from '../../kit/audit/note.ts';
import { type Clock, type Db, now } from '../../kit/db/database.ts';
import { queueMail } from '../../kit/mail/outbox.ts';
import { lockAccount } from '../credits/account.ts';
import { creditsOf } from '../credits/amounts.ts';
import { postCredits } from '../credits/post.ts';
import { buyersOf } from '../identity/payers.ts';
import { orderConfirmedMail } from './mails.ts';
import { findOrders, type OrderRow } from './order.ts';

/** Names an order that cannot be confirmed, and why. */
export class OrderError extends Error {}

/** Money that a provider has received. */
export interface Paid {
  /** The provider's name of the payment. */
  readonly payment: string | null;
  /** With taxes. */
  readonly hundredths: number;
}

/**
 * Adds the credits of a paid order to the balance, numbers the invoice, and mails everyone with billing rights, all in one
 * transaction; idempotent. Where a provider has received the money (`paid`), an order that was cancelled meanwhile is
 * confirmed, too. Throws OrderError where there is no such order, it was cancelled, or its organization deleted.
 */
export async function confirmOrder(
  db: Db,
  clock: Clock,
  orderId: number,
  paid: Paid | null = null,
): Promise<{ readonly order: OrderRow; readonly again: boolean }> {
  const found = async (trx: Db): Promise<OrderRow> => {
    const [order] = await findOrders(trx, sql`d.id = ${orderId}`);
    if (order === undefined) throw new OrderError(`There is no order with the number ${orderId}.`);
    return order;
  };
  return db.transaction().execute(async (trx) => {
    const { organization_id: organizationId } = await found(trx);
    await lockAccount(trx, organizationId);
    // A buyer who takes the order back does not lock the account, but the row.
    await sql`select 1 from credit_order where id = ${orderId} for update`.execute(trx);
    if (paid !== null) await notePayment(trx, orderId, paid);
    const order = await found(trx);
    if (order.status === 'confirmed') return { order, again: true };
    if (order.status === 'cancelled') await requireReopening(trx, order, paid);
    const invoiceNumber = await nextInvoiceNumber(trx, clock);
    const { seq } = await postCredits(trx, clock, {
      organizationId,
      kind: 'purchase',
      amount: order.amount,
      operation: `invoice ${invoiceNumber}`,
      userId: order.ordered_by,
    });
    await sql`
      update credit_order set status = 'confirmed', ended_at = ${now(clock)}, invoice_number = ${invoiceNumber},
        ledger_seq = ${seq}
      where id = ${orderId}`.execute(trx);
    const details = { credits: creditsOf(order.amount) };
    await noteForOperator(trx, clock, organizationId, 'order.confirmed', { id: orderId, details });
    const confirmed = await found(trx);
    for (const { email } of await buyersOf(trx, organizationId)) {
      await queueMail(trx, clock, orderConfirmedMail(email, confirmed));
    }
    return { order: confirmed, again: false };
  });
}

/** Stores the first payment of an order. */
async function notePayment(trx: Db, orderId: number, { payment, hundredths }: Paid): Promise<void> {
  await sql`
    update credit_order set payment = ${payment}, paid_hundredths = ${hundredths}
    where id = ${orderId} and payment is null`.execute(trx);
}

/** Lets a cancelled order pass that was paid all the same. */
async function requireReopening(trx: Db, { id, organization_id: organizationId }: OrderRow, paid: Paid | null) {
  if (paid === null) throw new OrderError(`Order ${id} was cancelled. The organization has to order again.`);
  const { rows } = await sql`
    select from organization where id = ${organizationId} and deleted_at is null`.execute(trx);
  if (rows.length === 0) throw new OrderError(`The organization of order ${id} was deleted.`);
}

/** Returns the next number and locks the counter until the end of the transaction: numbers have no gaps. */
async function nextInvoiceNumber(trx: Db, clock: Clock): Promise<string> {
  const { rows } = await sql<{ year: number; last_number: number }>`
    insert into invoice_counter as c (year, last_number)
    values (extract(year from ${now(clock)} at time zone 'utc')::integer, 1)
    on conflict (year) do update set last_number = c.last_number + 1
    returning year, last_number`.execute(trx);
  const { year, last_number: number } = rows[0] as (typeof rows)[0];
  return `INV-${year}-${String(number).padStart(6, '0')}`;
}
