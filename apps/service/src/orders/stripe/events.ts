import { sql } from 'kysely';
import type { Stripe } from 'stripe';
import { z } from 'zod';
import type { StripeConfig } from '../../config.ts';
import { ProblemError } from '../../problem.ts';
import { findOrders, type OrderRow } from '../order.ts';
import { checkout } from './checkout.ts';
import type { StripeInterface } from './interface.ts';
import { type PaymentSettings, reportPayment } from './report.ts';
import { followDispute, takeRefunded } from './returned.ts';
import { settleCheckout } from './settle.ts';

/** Oldest event that is taken. */
const TOLERANCE_SECONDS = 300;

const event = z.object({
  id: z.string(),
  type: z.string(),
  livemode: z.boolean(),
  data: z.object({ object: z.unknown() }),
});

const charge = z.object({
  amount: z.int().positive(),
  amount_refunded: z.int().nonnegative(),
  currency: z.string(),
  payment_intent: z.string().nullish(),
});

const dispute = z.object({ amount: z.int().positive(), payment_intent: z.string().nullish() });

export interface EventSettings extends PaymentSettings {
  readonly config: StripeConfig;
  readonly stripe: StripeInterface;
}

/** Takes an event of Stripe. Throws validation_error unless Stripe has signed it within five minutes. */
export type TakeEvent = (body: Buffer, signature: string | undefined) => Promise<void>;

export function makeTakeEvent(settings: EventSettings): TakeEvent {
  const { config, log } = settings;
  return async (body, signature) => {
    const { id, type, livemode, data } = await verified(config, body, signature);
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
    await take(settings, data.object);
  };
}

async function verified({ webhookSecret }: StripeConfig, body: Buffer, signature: string | undefined) {
  const { default: Library }: { default: typeof Stripe } = await import('stripe');
  try {
    return event.parse(Library.webhooks.constructEvent(body, signature ?? '', webhookSecret, TOLERANCE_SECONDS));
  } catch {
    // The reasons of the library quote the body.
    throw new ProblemError(
      'validation_error',
      'The event is not signed with the secret of this endpoint, or is too old.',
    );
  }
}

type Taker = (settings: EventSettings, object: unknown) => Promise<unknown>;

/** What is done with each type of event. */
const TAKERS: Readonly<Record<string, Taker>> = {
  'checkout.session.completed': (settings, object) => settleCheckout(settings, checkout.parse(object)),
  'checkout.session.async_payment_succeeded': (settings, object) => settleCheckout(settings, checkout.parse(object)),
  'checkout.session.async_payment_failed': (settings, object) => settleCheckout(settings, checkout.parse(object), true),
  'checkout.session.expired': (settings, object) => settleCheckout(settings, checkout.parse(object), true),
  async 'charge.refunded'(settings, object) {
    const { amount, amount_refunded: refundedHundredths, currency, payment_intent: payment } = charge.parse(object);
    const order = await orderOfPayment(settings, payment);
    if (order !== null)
      await takeRefunded(settings, order, { refundedHundredths, chargedHundredths: amount, currency });
  },
  'charge.dispute.funds_withdrawn': (settings, object) => takeDispute(settings, object, 'withdrawn'),
  'charge.dispute.funds_reinstated': (settings, object) => takeDispute(settings, object, 'reinstated'),
};

async function takeDispute(settings: EventSettings, object: unknown, state: 'withdrawn' | 'reinstated') {
  const { amount: hundredths, payment_intent: payment } = dispute.parse(object);
  const order = await orderOfPayment(settings, payment);
  if (order !== null) await followDispute(settings, order, { hundredths, state });
}

/** The confirmed order that a payment paid. One whose own event has not come yet is settled first; null of a foreign payment. */
async function orderOfPayment(settings: EventSettings, payment: string | null | undefined): Promise<OrderRow | null> {
  if (payment == null) return null;
  const [known] = await findOrders(settings.db, sql`d.payment = ${payment}`);
  const found = known === undefined ? await settings.stripe.findByPayment(payment) : null;
  const order = found === null ? known : await settleCheckout(settings, found);
  return order?.status === 'confirmed' ? order : null;
}
