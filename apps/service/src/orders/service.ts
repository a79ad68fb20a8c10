import { sql } from 'kysely';
import { note } from '../audit/note.ts';
import type { Nudge } from '../background/loop.ts';
import { thousandthsOf } from '../credits/amounts.ts';
import { type Clock, type Db, now } from '../db/database.ts';
import { liveOrganization } from '../identity/live.ts';
import { ProblemError } from '../problem.ts';
import { type Attempts, ORDERS_PER_ORGANIZATION } from '../rates/attempts.ts';
import { type Member, unknownOrganization } from '../who.ts';
import { describeOrder, findOrders, type Order, type OrderRow, unknownOrder } from './order.ts';
import type { PaymentProvider } from './payment.ts';

export interface OrderSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly payment: PaymentProvider;
  readonly attempts: Attempts;
  readonly mailSender: Nudge;
}

export interface NewOrder {
  readonly credits: number;
  readonly reference: string | null;
}

/** Orders of credits. Nothing is on the balance before an order is confirmed, see confirm.ts. */
export type Orders = ReturnType<typeof makeOrders>;

export function makeOrders({ db, clock, payment, attempts, mailSender }: OrderSettings) {
  return {
    /** Newest first. */
    async list({ organization }: Member): Promise<Order[]> {
      return (await findOrders(db, sql`d.organization_id = ${organization.id}`)).map(describeOrder);
    },

    /** Throws insufficient_role and rate_limited. */
    async place(buyer: Member, { credits, reference }: NewOrder): Promise<Order> {
      requireBilling(buyer);
      await attempts.take(ORDERS_PER_ORGANIZATION, buyer.organization.id);
      const id = await db.transaction().execute(async (trx) => {
        const { rows } = await sql<{ id: number }>`
          insert into credit_order (organization_id, ordered_by, amount, reference, provider, created_at)
          select o.id, ${buyer.user.id}::bigint, ${thousandthsOf(credits)}::bigint, ${reference}::text,
            ${payment.name}::text, ${now(clock)}
          from ${liveOrganization(buyer.organization.id)} o
          returning id`.execute(trx);
        if (rows[0] === undefined) throw unknownOrganization();
        await note(trx, clock, buyer, 'order.placed', { id: rows[0].id, details: { credits } });
        return rows[0].id;
      });
      const order = await findOrder(db, buyer.organization.id, id);
      try {
        const { paymentUrl } = await payment.begin(order);
        await sql`update credit_order set payment_url = ${paymentUrl} where id = ${id}`.execute(db);
        mailSender.nudge();
        return describeOrder({ ...order, payment_url: paymentUrl });
      } catch (error) {
        await endOpen(db, clock, id);
        throw error;
      }
    },

    /** Cancels an open order. Throws insufficient_role, not_found and order_not_open. */
    async cancel(member: Member, id: number): Promise<Order> {
      await findOrder(db, member.organization.id, id);
      requireBilling(member);
      const cancelled = await db.transaction().execute(async (trx) => {
        const ended = await endOpen(trx, clock, id);
        if (ended) await note(trx, clock, member, 'order.cancelled', { id });
        return ended;
      });
      const order = await findOrder(db, member.organization.id, id);
      if (!cancelled) throw new ProblemError('order_not_open', `Order ${id} was ${order.status} already.`);
      return describeOrder(order);
    },
  };
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

function requireBilling({ billing }: Member): void {
  if (billing) return;
  throw new ProblemError(
    'insufficient_role',
    'Only members with billing rights may order credits. An owner of the organization gives billing rights.',
  );
}
