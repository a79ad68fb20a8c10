import { z } from 'zod';
import type { Exchange } from '../../../kit/http/exchange.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { ProblemError } from '../../../kit/problem.ts';
import type { TakeEvent } from './events.ts';

/** Events have some kilobytes. */
const EVENT_BYTES = 256 * 1024;
const SIGNATURE = 'stripe-signature';

/** Where Stripe sends its events. The body is read as it is, since its bytes are signed. */
export const stripeRoutes = (take: TakeEvent): readonly Route[] => [
  route({
    method: 'POST',
    path: '/payments/stripe/events',
    access: 'public',
    guard: requireSignature,
    body: 'bytes',
    bodyBytes: EVENT_BYTES,
    returns: z.object({ received: z.literal(true) }),
    problems: ['validation_error'],
    handle: async ({ body, exchange }) => {
      await take(body, exchange.header(SIGNATURE));
      return { received: true as const };
    },
  }),
];

/** Refuses before a byte of the body is read. */
function requireSignature(exchange: Exchange): void {
  if (/^t=\d{1,12},.{1,500}$/.test(exchange.header(SIGNATURE) ?? '')) return;
  throw new ProblemError('validation_error', 'Events are signed by Stripe in the header Stripe-Signature.');
}
