import { sql } from 'kysely';
import { closeOrder } from '../close.ts';
import { confirmOrder, OrderError } from '../confirm.ts';
import { findOrders, type OrderRow } from '../order.ts';
import { type Checkout, hasFailed, ORDER_FIELD, paymentOf } from './checkout.ts';
import { markOf } from './interface.ts';
import { type PaymentSettings, reportPayment } from './report.ts';

/**
 * Brings an order to the state of its checkout: paid confirms it, expired or failed (`failed`) closes it, and everything
 * else leaves it. Any number of times, in any order and at once. A payment that is not what was stored changes nothing and is
 * reported. Returns the order, or null where the checkout is not ours.
 */
export async function settleCheckout(
  settings: PaymentSettings,
  checkout: Checkout,
  failed = hasFailed(checkout),
): Promise<OrderRow | null> {
  const mark = checkout.metadata?.[ORDER_FIELD];
  if (mark === undefined) return null;
  const order = await orderOf(settings, checkout, mark);
  if (order === null) return null;
  const isPaid = checkout.payment_status === 'paid';
  if (!isPaid) {
    if (failed || checkout.status === 'expired') await closeOrder(settings.db, settings.clock, order.id);
    return order;
  }
  const fault = faultOf(order, checkout);
  if (fault !== null) {
    await reportPayment(settings, order.id, `Order ${order.id} was paid, but ${fault}.`);
    return null;
  }
  try {
    const paid = { payment: paymentOf(checkout), hundredths: checkout.amount_total as number };
    const { order: confirmed, again } = await confirmOrder(settings.db, settings.clock, order.id, paid);
    if (again && confirmed.payment !== paid.payment) {
      await reportPayment(settings, order.id, `Order ${order.id} was paid twice: return one of the payments.`);
    }
    settings.mailSender.nudge();
    return confirmed;
  } catch (error) {
    if (!(error instanceof OrderError)) throw error;
    await reportPayment(
      settings,
      order.id,
      `Order ${order.id} was paid, but ${lowerFirst(error.message)} Return the payment.`,
    );
    return null;
  }
}

/** Finds the order that a checkout names twice: by its number and by its mark. */
async function orderOf(settings: PaymentSettings, checkout: Checkout, mark: string): Promise<OrderRow | null> {
  const number = /^[1-9]\d{0,14}$/.exec(checkout.client_reference_id ?? '')?.[0];
  const [order] = number === undefined ? [] : await findOrders(settings.db, sql`d.id = ${Number(number)}`);
  if (
    order !== undefined &&
    order.provider === 'stripe' &&
    markOf(order) === mark &&
    (order.checkout === null || order.checkout === checkout.id)
  ) {
    return order;
  }
  if (checkout.payment_status === 'paid') {
    const reference = number === undefined ? 'without a number' : `number ${number}`;
    await reportPayment(
      settings,
      null,
      `A payment came in for an order (${reference}) that was not placed here like that.`,
    );
  }
  return null;
}

/** Says what differs between a payment and its order; null where nothing does. */
function faultOf(order: OrderRow, checkout: Checkout): string | null {
  const { currency, amount_subtotal: subtotal, amount_total: total, total_details: details } = checkout;
  if (currency !== order.currency) return `in ${currency ?? 'no currency'} and not in ${order.currency}`;
  if (subtotal == null || subtotal !== order.price_hundredths) {
    return `with ${shown(subtotal)} and not with its price of ${shown(order.price_hundredths)}`;
  }
  if (total == null || total < subtotal || total > subtotal + (details?.amount_tax ?? 0)) {
    return `with ${shown(total)} in all, which is not its price with taxes`;
  }
  return null;
}

const shown = (hundredths: number | null | undefined): string =>
  hundredths == null ? 'no amount' : (hundredths / 100).toFixed(2);

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
