import { z } from 'zod';

/** The checkout of an order at Stripe: the parts of a Checkout Session that are read, of events and of answers alike. */
export const checkout = z.object({
  id: z.string(),
  client_reference_id: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  status: z.enum(['open', 'complete', 'expired']).nullish(),
  payment_status: z.string(),
  amount_subtotal: z.int().nullish(),
  amount_total: z.int().nullish(),
  total_details: z.object({ amount_tax: z.int() }).nullish(),
  currency: z.string().nullish(),
  payment_intent: z.union([z.string(), z.object({ id: z.string(), status: z.string() })]).nullish(),
  url: z.string().nullish(),
});
export type Checkout = z.infer<typeof checkout>;

/** The field of a checkout's metadata that says which order of which installation it belongs to. */
export const ORDER_FIELD = 'hinterland_order';

/** Number of the payment that a checkout has become, null before. */
export function paymentOf({ payment_intent: payment }: Checkout): string | null {
  return typeof payment === 'string' ? payment : (payment?.id ?? null);
}

/** Whether a payment that takes days, such as a transfer, has failed after the buyer left the checkout. */
export function hasFailed({ status, payment_status: paid, payment_intent: payment }: Checkout): boolean {
  if (status !== 'complete' || paid !== 'unpaid' || payment == null || typeof payment === 'string') return false;
  return payment.status === 'requires_payment_method' || payment.status === 'canceled';
}
