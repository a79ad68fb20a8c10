import type { Route } from '../../../kit/http/route.ts';
import type { PriceList } from '../../prices.ts';
import type { PaymentProvider } from '../payment.ts';
import { makeTakeEvent } from './events.ts';
import { openStripe } from './interface.ts';
import { askAboutOpenOrders } from './openOrders.ts';
import { paymentByStripe } from './provider.ts';
import type { PaymentSettings } from './report.ts';
import { stripeRoutes } from './routes.ts';
import type { StripeConfig } from './settings.ts';

/** Where buyers pay: the only foreign origin that forms of the web app lead to. */
const CHECKOUT_ORIGIN = 'https://checkout.stripe.com';

/** Payments by card, as the service puts them together. */
export interface CardPayments {
  readonly provider: PaymentProvider;
  readonly routes: readonly Route[];
  readonly checkoutOrigin: string;
  readonly askAboutOpenOrders: () => Promise<void>;
}

/** Null where the operator confirms orders. */
export function openCardPayments(
  { stripe: config, prices }: { readonly stripe: StripeConfig | null; readonly prices: PriceList | null },
  settings: PaymentSettings & { readonly baseUrl: () => string },
): CardPayments | null {
  if (config === null || prices === null) return null;
  const { baseUrl, log } = settings;
  const stripe = openStripe({ config, prices, baseUrl, log });
  const checkoutOrigin = config.address ?? CHECKOUT_ORIGIN;
  return {
    provider: paymentByStripe(stripe, checkoutOrigin),
    routes: stripeRoutes(makeTakeEvent({ ...settings, config, stripe })),
    checkoutOrigin,
    askAboutOpenOrders: () => askAboutOpenOrders({ ...settings, stripe }),
  };
}
