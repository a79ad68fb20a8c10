import { sql } from 'kysely';
import { note } from '../../kit/audit/note.ts';
import type { Nudge } from '../../kit/background/loop.ts';
import { type Clock, type Db, now } from '../../kit/db/database.ts';
import { ProblemError, rateLimited } from '../../kit/problem.ts';
import { type Member, unknownOrganization } from '../../kit/who.ts';
import { lockAccount } from '../credits/account.ts';
import { thousandthsOf } from '../credits/amounts.ts';
import { liveOrganization } from '../identity/live.ts';
import { buyersOf } from '../identity/payers.ts';
import type { PriceList } from '../prices.ts';
import { closeOrder } from './close.ts';
import { ordersCsv } from './csv.ts';
import { readLowCredits, setLowCredits } from './lowCredits.ts';
import { listed, type Offer, requirePrice } from './offer.ts';
import { describeOrder, findOrders, type Order, type OrderRow, unknownOrder } from './order.ts';
import type { PaymentProvider } from './payment.ts';
import { requireBilling } from './requireBilling.ts';

export interface OrderSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly payment: PaymentProvider;
  readonly mailSender: Nudge;
  /** Null where members see no prices. */
  readonly prices: PriceList | null;
}

export interface NewOrder {
  readonly credits: number;
  readonly reference: string | null;
}

/** Orders of credits. Nothing is on the balance before an order is confirmed, see confirm.ts. */
export type Orders = ReturnType<typeof makeOrders>;

export function makeOrders({ db, clock, payment, mailSender, prices }: OrderSettings) {
  return {
    /** Newest first. */
    async list(member: Member): Promise<Order[]> {
      const orders = await findOrders(db, sql`d.organization_id = ${member.organization.id}`);
      return orders.map((order) => describeOrder(order, member));
    },

    /** Throws insufficient_role, rate_limited, and validation_error for fewer credits than are sold. */
    async place(buyer: Member, { credits, reference }: NewOrder): Promise<Order> {
      requireBilling(buyer);
      const hundredths = prices === null ? null : requirePrice(prices, credits);
      const id = await db.transaction().execute(async (trx) => {
        await lockAccount(trx, buyer.organization.id);
        await requireRoomForOrder(trx, clock, buyer.organization.id);
        const { rows } = await sql<{ id: number }>`
          insert into credit_order (organization_id, ordered_by, amount, reference, provider, price_hundredths, currency,
            created_at)
          select o.id, ${buyer.user.id}::bigint, ${thousandthsOf(credits)}::bigint, ${reference}::text,
            ${payment.name}::text, ${hundredths}::bigint, ${prices?.currency ?? null}::text, ${now(clock)}
          from ${liveOrganization(buyer.organization.id)} o
          returning id`.execute(trx);
        if (rows[0] === undefined) throw unknownOrganization();
        await note(trx, clock, buyer, 'order.placed', { id: rows[0].id, details: { credits } });
        return rows[0].id;
      });
      const order = await findOrder(db, buyer.organization.id, id);
      try {
        const { paymentUrl, checkout = null } = await payment.begin(order);
        await sql`
          update credit_order set payment_url = ${paymentUrl}, checkout = ${checkout} where id = ${id}`.execute(db);
        mailSender.nudge();
        return describeOrder({ ...order, payment_url: paymentUrl }, buyer);
      } catch (error) {
        await closeOrder(db, clock, id);
        throw error;
      }
    },

    /** Cancels an open order. Throws insufficient_role, not_found and order_not_open. */
    async cancel(member: Member, id: number): Promise<Order> {
      const open = await findOrder(db, member.organization.id, id);
      requireBilling(member);
      if (open.status === 'open' && open.provider === payment.name && (await payment.withdraw?.(open)) === false) {
        throw new ProblemError('order_not_open', `Order ${id} is being paid. Its credits arrive with the money.`);
      }
      const cancelled = await db.transaction().execute(async (trx) => {
        const ended = await closeOrder(trx, clock, id);
        if (ended) await note(trx, clock, member, 'order.cancelled', { id });
        return ended;
      });
      const order = await findOrder(db, member.organization.id, id);
      if (!cancelled) throw new ProblemError('order_not_open', `Order ${id} was ${order.status} already.`);
      return describeOrder(order, member);
    },

    /** Returns the address of the provider's receipt. Throws insufficient_role, and not_found where there is none. */
    async receipt(member: Member, id: number): Promise<string> {
      const order = await findOrder(db, member.organization.id, id);
      requireBilling(member);
      const url = order.provider === payment.name ? await payment.receiptOf?.(order) : null;
      if (url == null) throw new ProblemError('not_found', `There is no receipt of order ${id}.`);
      return url;
    },

    /** Returns members who may buy credits, for those who may not. */
    async buyers({ organization }: Member): Promise<{ readonly id: number; readonly name: string }[]> {
      const buyers = await buyersOf(db, organization.id);
      return buyers.map(({ id, name }) => ({ id, name }));
    },

    /** Returns confirmed orders of a month, YYYY-MM, or of all, as CSV. Throws insufficient_role. */
    async csv(member: Member, month: string | null): Promise<string> {
      requireBilling(member);
      const first = month === null ? null : `${month}-01T00:00:00Z`;
      const within =
        first === null
          ? sql`true`
          : sql`d.ended_at >= ${first}::timestamptz and d.ended_at < ${first}::timestamptz + interval '1 month'`;
      const confirmed = sql`d.organization_id = ${member.organization.id} and d.status = 'confirmed'`;
      return ordersCsv(await findOrders(db, sql`${confirmed} and ${within}`));
    },

    /** Available credits below which the organization gets a mail; null = never. */
    lowCredits: ({ organization }: Member): Promise<number | null> => readLowCredits(db, organization.id),

    /** Sets them. Throws insufficient_role. */
    setLowCredits: (member: Member, credits: number | null): Promise<void> => setLowCredits(db, clock, member, credits),

    /** Returns the packs on sale, and the price of so many credits. Throws insufficient_role. */
    offer(member: Member, credits: number | null): Offer {
      requireBilling(member);
      return { paysOnline: payment.withdraw !== undefined, list: prices === null ? null : listed(prices, credits) };
    },
  };
}

async function findOrder(db: Db, organizationId: number, id: number): Promise<OrderRow> {
  const [order] = await findOrders(db, sql`d.id = ${id} and d.organization_id = ${organizationId}`);
  if (order === undefined) throw unknownOrder();
  return order;
}

/** Orders of an organization in 24 hours, and the time after which the oldest of them no longer counts. */
const ORDERS_A_DAY = 20;
const DAY_SECONDS = 86_400;

/** Throws rate_limited. Orders that the payment provider did not take are closed at once, and do not count. Requires the lock of the account. */
async function requireRoomForOrder(db: Db, clock: Clock, organizationId: number): Promise<void> {
  const { rows } = await sql<{ orders: number; waits: number | null }>`
    select count(*)::integer as orders,
      extract(epoch from min(created_at) + make_interval(secs => ${DAY_SECONDS}) - ${now(clock)})::float8 as waits
    from credit_order
    where organization_id = ${organizationId} and created_at > ${now(clock)} - make_interval(secs => ${DAY_SECONDS})
      and (status <> 'cancelled' or payment_url is not null or provider = 'operator')`.execute(db);
  const { orders, waits } = rows[0] as (typeof rows)[0];
  if (orders < ORDERS_A_DAY) return;
  const retryAfter = Math.max(1, Math.ceil(waits ?? DAY_SECONDS));
  throw rateLimited(
    `An organization may place ${ORDERS_A_DAY} orders in 24 hours. Pay an open order, whose page is still there, or wait ${Math.ceil(retryAfter / 60)} minutes for the next one; one order may be of any size.`,
    'orders',
    retryAfter,
  );
}
