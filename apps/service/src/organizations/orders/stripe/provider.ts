import type { PaymentProvider } from '../payment.ts';
import type { StripeInterface } from './interface.ts';

/** Buyers pay on a page of Stripe; its events confirm the orders (events.ts). No card is ever seen here. */
export function paymentByStripe(stripe: StripeInterface, checkoutOrigin: string): PaymentProvider {
  return {
    name: 'stripe',
    async begin(order) {
      const { id, url } = await stripe.open(order);
      if (url == null || new URL(url).origin !== checkoutOrigin) {
        throw new Error(`the payment provider leads to another address than ${checkoutOrigin}`);
      }
      return { paymentUrl: url, checkout: id };
    },
    withdraw: async ({ checkout }) => checkout === null || (await stripe.expire(checkout)),
    receiptOf: async ({ payment }) => (payment === null ? null : stripe.receiptOf(payment)),
  };
}
