import { sql } from 'kysely';
import type { Stripe } from 'stripe';
import { z } from 'zod';
import { invalidFields } from '../../../kit/json.ts';
import { ProblemError } from '../../../kit/problem.ts';
import { checked, fieldErrors } from '../../../kit/schema.ts';
import { findOrders, type OrderRow } from '../order.ts';
import { checkout } from './checkout.ts';
import type { DisputeState } from './disputes.ts';
import type { StripeInterface } from './interface.ts';
import { type PaymentSettings, reportPayment } from './report.ts';
import { followDispute, returnFailedRefund, takeRefunded } from './returned.ts';
import type { StripeConfig } from './settings.ts';
import { settleCheckout } from './settle.ts';

/** Oldest event that is taken. */
const TOLERANCE_SECONDS = 300;

const event = z.object({
  id: z.string(),
  type: z.string(),
  livemode: z.boolean(),
  /** Seconds since 1970. */
  created: z.int().nonnegative().max(1e11).optional(),
  data: z.object({ object: z.unknown() }),
});
type Event = z.infer<typeof event>;

const payment_intent = z.string().nullish();
const charge = z.object({
  amount: z.int().positive(),
  amount_refunded: z.int().nonnegative(),
  currency: z.string(),
  payment_intent,
});

const refund = z.object({
  id: z.string(),
  amount: z.int().positive(),
  currency: z.string(),
  status: z.string().nullish(),
  payment_intent,
});

const dispute = z.object({
  id: z.string(),
  amount: z.int().positive(),
  currency: z.string().nullish(),
  created: z.int().nonnegative().max(1e11).nullish(),
  payment_intent,
});

export interface EventSettings extends PaymentSettings {
  readonly config: StripeConfig;
  readonly stripe: StripeInterface;
}

/** Takes an event of Stripe. Throws validation_error where it is not signed within five minutes, or does not fit. */
export type TakeEvent = (body: Buffer, signature: string | undefined) => Promise<void>;

export function makeTakeEvent(settings: EventSettings): TakeEvent {
  const { config, log } = settings;
  return async (body, signature) => {
    const found = fitting(event, await verified(config, body, signature));
    const { id, type, livemode, data } = found;
    log.info({ event: type }, 'payment event');
    const take = TAKERS[type];
    if (take === undefined) return;
    if (livemode !== config.live) {
      const [theirs, ours] = config.live ? ['test', 'live'] : ['live', 'test'];
      await reportPayment(
        settings,
        null,
        `The event ${id} is of the ${theirs} mode, and this service has a ${ours} key.`,
      );
      return;
    }
    await take(settings, data.object, timeOf(found));
  };
}

async function verified({ webhookSecret }: StripeConfig, body: Buffer, signature: string | undefined) {
  const { default: Library }: { default: typeof Stripe } = await import('stripe');
  try {
    return Library.webhooks.constructEvent(body, signature ?? '', webhookSecret, TOLERANCE_SECONDS) as unknown;
  } catch {
    // The reasons of the library quote the body.
    throw new ProblemError(
      'validation_error',
      'The event is not signed with the secret of this endpoint, or is too old.',
    );
  }
}

/** Returns an event, or the object of one, as it is read here. Throws validation_error with the places that do not fit. */
function fitting<T>(schema: z.ZodType<T>, sent: unknown): T {
  const parsed = checked(schema, sent);
  if (parsed.success) return parsed.data;
  throw invalidFields(parsed.error.issues.flatMap((issue) => fieldErrors(issue)).slice(0, 20));
}

/** When an event was made; null where it does not say. */
const timeOf = ({ created }: Event): Date | null => (created === undefined ? null : new Date(created * 1000));

type Taker = (settings: EventSettings, object: unknown, at: Date | null) => Promise<unknown>;

/** What is done with each type of event. */
const TAKERS: Readonly<Record<string, Taker>> = {
  'checkout.session.completed': (settings, object) => settleCheckout(settings, fitting(checkout, object)),
  'checkout.session.async_payment_succeeded': (settings, object) => settleCheckout(settings, fitting(checkout, object)),
  'checkout.session.async_payment_failed': (settings, object) =>
    settleCheckout(settings, fitting(checkout, object), true),
  'checkout.session.expired': (settings, object) => settleCheckout(settings, fitting(checkout, object), true),
  async 'charge.refunded'(settings, object, at) {
    const { amount, amount_refunded: refundedHundredths, currency, payment_intent: payment } = fitting(charge, object);
    const order = await orderOfPayment(settings, payment);
    if (order === null) return;
    await takeRefunded(settings, order, { refundedHundredths, chargedHundredths: amount, currency, at });
  },
  'refund.failed': (settings, object, at) => takeFailedRefund(settings, object, at, true),
  'refund.updated': takeFailedRefund,
  'charge.refund.updated': takeFailedRefund,
  'charge.dispute.funds_withdrawn': (settings, object) => takeDispute(settings, object, 'withdrawn'),
  'charge.dispute.funds_reinstated': (settings, object) => takeDispute(settings, object, 'reinstated'),
};

/** States of a refund whose money stays with the operator. */
const FAILED = ['failed', 'canceled'];

async function takeFailedRefund(
  settings: EventSettings,
  object: unknown,
  at: Date | null,
  failed = false,
): Promise<void> {
  const { id, amount: hundredths, currency, status, payment_intent: payment } = fitting(refund, object);
  if (!failed && !FAILED.includes(status ?? '')) return;
  const order = await orderOfPayment(settings, payment);
  if (order !== null) await returnFailedRefund(settings, order, { id, hundredths, currency, at: at ?? new Date() });
}

async function takeDispute(settings: EventSettings, object: unknown, state: DisputeState): Promise<void> {
  const { id, amount: hundredths, currency = null, created, payment_intent: payment } = fitting(dispute, object);
  const order = await orderOfPayment(settings, payment);
  const begun = created == null ? null : new Date(created * 1000);
  if (order !== null) await followDispute(settings, order, { id, hundredths, currency, state, begun });
}

/**
 * The confirmed order that a payment paid. One whose own event has not come yet is settled first; null of a foreign payment.
 * A payment of ours that paid no order is reported, since nothing follows it.
 */
async function orderOfPayment(settings: EventSettings, payment: string | null | undefined): Promise<OrderRow | null> {
  if (payment == null) return null;
  const [known] = await findOrders(settings.db, sql`d.payment = ${payment}`);
  const found = known === undefined ? await settings.stripe.findByPayment(payment) : null;
  const order = found === null ? known : await settleCheckout(settings, found);
  if (order == null) return null;
  if (order.status === 'confirmed' && order.payment === payment) return order;
  const sentence = `Money of a payment for order ${order.id} moved that did not pay it. See the payment in the dashboard.`;
  await reportPayment(settings, order.id, sentence);
  return null;
}
