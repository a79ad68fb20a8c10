import { sql } from 'kysely';
import { now } from '../../../kit/db/database.ts';
import { closeOrder } from '../close.ts';
import { findOrders } from '../order.ts';
import type { StripeInterface } from './interface.ts';
import { type PaymentSettings, reportPayment } from './report.ts';
import { settleCheckout } from './settle.ts';

/** Orders asked about at a time; the next run goes on with the rest. */
const ORDERS = 200;

export interface OpenOrderSettings extends PaymentSettings {
  readonly stripe: StripeInterface;
}

/**
 * Asks Stripe about orders that have been open for an hour: an event may have been lost. An order whose checkout nobody was
 * ever sent to, since the process ended in between, is closed.
 */
export async function askAboutOpenOrders(settings: OpenOrderSettings): Promise<void> {
  const { db, clock, stripe } = settings;
  const orders = await findOrders(
    db,
    sql`d.status = 'open' and d.provider = 'stripe' and d.created_at < ${now(clock)} - interval '1 hour'`,
  );
  for (const { id, checkout } of orders.slice(-ORDERS)) {
    const found = checkout === null ? null : await stripe.find(checkout);
    if (found !== null) await settleCheckout(settings, found);
    else if (checkout === null) await closeOrder(db, clock, id);
    else await reportPayment(settings, id, `Order ${id} has a checkout that the payment provider does not know.`);
  }
}
