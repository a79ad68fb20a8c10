import type { Stripe } from 'stripe';
import type { Log } from '../../../kit/log.ts';
import { unavailable } from '../../../kit/problem.ts';
import type { PriceList } from '../../prices.ts';
import type { OrderRow } from '../order.ts';
import { type Checkout, checkout, ORDER_FIELD } from './checkout.ts';
import type { StripeConfig } from './settings.ts';

/** Longest wait for an answer; one that gets lost is asked for once more. */
const TIMEOUT_MILLISECONDS = 15_000;

/** The calls to Stripe that the service makes. Each throws service_unavailable where it gets no answer. */
export interface StripeInterface {
  /** Opens the checkout of an order; of several calls for one order, all return the same. */
  open(order: OrderRow): Promise<Checkout>;
  /** Null where there is none of that name. */
  find(id: string): Promise<Checkout | null>;
  /** Null where no checkout led to that payment. */
  findByPayment(payment: string): Promise<Checkout | null>;
  /** Returns false where it is not open any more. */
  expire(id: string): Promise<boolean>;
  /** Address of the receipt of a payment. */
  receiptOf(payment: string): Promise<string | null>;
}

interface StripeSettings {
  readonly config: StripeConfig;
  readonly prices: PriceList;
  readonly baseUrl: () => string;
  readonly log: Log;
}

/** The mark of an order: unlike its number, it is another in each installation. */
export const markOf = ({ id, created_at: made }: Pick<OrderRow, 'id' | 'created_at'>): string =>
  `${id}-${made.getTime()}`;

export function openStripe({ config, prices, baseUrl, log }: StripeSettings): StripeInterface {
  const library = loadedOnce(config);

  /** Errors of the library name checkouts and quote requests: the log has their kind alone. */
  async function call<T>(work: (stripe: Stripe) => Promise<T>, missing?: T): Promise<T> {
    try {
      return await work(await library());
    } catch (error) {
      const { type, code, statusCode } = error as { type?: string; code?: string; statusCode?: number };
      if (missing !== undefined && (code === 'resource_missing' || statusCode === 404)) return missing;
      log.warn({ kind: type, code, status: statusCode }, 'payment provider failed');
      throw unavailable('The payment provider does not answer. Nothing was charged. Try again in a minute.', 60);
    }
  }

  return {
    open: (order) =>
      call(async (stripe) =>
        checkout.parse(
          await stripe.checkout.sessions.create(sessionOf(order, prices, baseUrl()), {
            idempotencyKey: `hinterland-order-${markOf(order)}`,
          }),
        ),
      ),
    find: (id) =>
      call<Checkout | null>(
        async (stripe) => checkout.parse(await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })),
        null,
      ),
    findByPayment: (payment) =>
      call<Checkout | null>(async (stripe) => {
        const { data } = await stripe.checkout.sessions.list({ payment_intent: payment, limit: 1 });
        return data[0] === undefined ? null : checkout.parse(data[0]);
      }, null),
    expire: (id) =>
      call(async (stripe) => {
        try {
          await stripe.checkout.sessions.expire(id);
          return true;
        } catch (error) {
          if ((error as { statusCode?: number }).statusCode !== 400) throw error;
          return (await stripe.checkout.sessions.retrieve(id)).status === 'expired';
        }
      }, true),
    receiptOf: (payment) =>
      call<string | null>(async (stripe) => {
        const { latest_charge: charge } = await stripe.paymentIntents.retrieve(payment, { expand: ['latest_charge'] });
        return typeof charge === 'object' && charge !== null ? charge.receipt_url : null;
      }, null),
  };
}

/** The library is large, and needed where payments are set up only. */
function loadedOnce({ secretKey, address }: StripeConfig): () => Promise<Stripe> {
  const target = address === null ? null : new URL(address);
  let loaded: Promise<Stripe> | undefined;
  const load = async () => {
    const { default: Library } = await import('stripe');
    return new Library(secretKey, {
      telemetry: false,
      timeout: TIMEOUT_MILLISECONDS,
      maxNetworkRetries: 1,
      ...(target === null ? {} : { protocol: 'http', host: target.hostname, port: target.port }),
    });
  };
  return () => {
    loaded ??= load();
    return loaded;
  };
}

function sessionOf(
  order: OrderRow,
  { tax }: PriceList,
  baseUrl: string,
): NonNullable<Parameters<Stripe['checkout']['sessions']['create']>[0]> {
  const { id, amount, price_hundredths: hundredths, currency, buyer_email: email } = order;
  const credits = amount / 1000;
  const page = `${baseUrl}/account/credits?order=${id}`;
  const metadata = { [ORDER_FIELD]: markOf(order) };
  return {
    mode: 'payment',
    client_reference_id: String(id),
    customer_email: email,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currency as string,
          unit_amount: hundredths as number,
          product_data: { name: `${credits} credits` },
          ...(tax === 'none' ? {} : { tax_behavior: tax }),
        },
      },
    ],
    ...(tax === 'none' ? {} : { automatic_tax: { enabled: true }, tax_id_collection: { enabled: true } }),
    // The price that was shown is the price that is paid.
    adaptive_pricing: { enabled: false },
    metadata,
    payment_intent_data: { metadata },
    success_url: page,
    cancel_url: page,
  };
}
