import { sql } from 'kysely';
import { thousandthsOf } from '../credits/amounts.ts';
import { type Clock, type Db, now } from '../db/database.ts';
import { liveOrganization } from '../identity/live.ts';
import { ProblemError } from '../problem.ts';
import { type Member, unknownOrganization } from '../who.ts';
import { describeOrder, findOrders, type Order, type OrderRow, unknownOrder } from './order.ts';
import type { PaymentProvider } from './payment.ts';

export interface NewOrder {
  readonly credits: number;
  readonly reference: string | null;
}

/** Orders of an organization, newest first. */
export async function listOrders(db: Db, organizationId: number): Promise<Order[]> {
  return (await findOrders(db, sql`d.organization_id = ${organizationId}`)).map(describeOrder);
}

/** Orders credits. Nothing is on the balance before the order is confirmed. Who may is the caller's to see to. */
export async function placeOrder(
  db: Db,
  clock: Clock,
  payment: PaymentProvider,
  buyer: Member,
  { credits, reference }: NewOrder,
): Promise<Order> {
  const { rows } = await sql<{ id: number }>`
    insert into credit_order (organization_id, ordered_by, amount, reference, provider, created_at)
    select o.id, ${buyer.user.id}::bigint, ${thousandthsOf(credits)}::bigint, ${reference}::text, ${payment.name}::text,
      ${now(clock)}
    from ${liveOrganization(buyer.organization.id)} o
    returning id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) throw unknownOrganization();
  const order = await findOrder(db, buyer.organization.id, id);
  try {
    const { paymentUrl } = await payment.begin(order);
    await sql`update credit_order set payment_url = ${paymentUrl} where id = ${id}`.execute(db);
    return describeOrder({ ...order, payment_url: paymentUrl });
  } catch (error) {
    await endOpen(db, clock, id);
    throw error;
  }
}

/** Takes an open order back. Throws insufficient_role, not_found and order_not_open. */
export async function cancelOrder(db: Db, clock: Clock, member: Member, orderId: number): Promise<Order> {
  const order = await findOrder(db, member.organization.id, orderId);
  requireBilling(member);
  if (!(await endOpen(db, clock, orderId))) {
    const { status } = await findOrder(db, member.organization.id, orderId);
    throw new ProblemError('order_not_open', `Order ${orderId} was ${status} already.`);
  }
  return describeOrder(await findOrder(db, member.organization.id, order.id));
}

async function findOrder(db: Db, organizationId: number, id: number): Promise<OrderRow> {
  const [order] = await findOrders(db, sql`d.id = ${id} and d.organization_id = ${organizationId}`);
  if (order === undefined) throw unknownOrder();
  return order;
}

async function endOpen(db: Db, clock: Clock, id: number): Promise<boolean> {
  const { rows } = await sql`
    update credit_order set status = 'cancelled', ended_at = ${now(clock)}
    where id = ${id} and status = 'open' returning id`.execute(db);
  return rows.length > 0;
}

export function requireBilling({ billing }: Member): void {
  if (billing) return;
  throw new ProblemError(
    'insufficient_role',
    'Only members with billing rights may order credits. An owner of the organization gives billing rights.',
  );
}
