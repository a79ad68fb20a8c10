import { z } from 'zod';
import { field, pathNumber } from '../../kit/http/parameters.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { MEMBER } from '../../kit/http/sharedRoute.ts';
import { requireViewOfCredits } from '../credits/routes.ts';
import { offer } from './offer.ts';
import { order, unknownOrder } from './order.ts';
import type { Orders } from './service.ts';

const ORDERS = `${MEMBER}/orders`;
const wholeCredits = z
  .string()
  .regex(/^[1-9]\d{0,7}$/, 'This must be a whole number of credits.')
  .transform(Number);
const orderId = pathNumber(unknownOrder);

/** Whole credits, as they are sold. */
const newOrder = z.object({
  credits: z.int().min(1).max(10_000_000),
  reference: z.string().trim().min(1).max(80).nullable().default(null),
});

const lowCredits = z
  .object({
    credits: z
      .int()
      .min(1)
      .max(10_000_000)
      .nullable()
      .describe('Available credits below which owners and members with billing rights get a mail; null = never'),
  })
  .meta({ id: 'LowCredits' });

const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'A month is YYYY-MM.');

export const orderRoutes = (orders: Orders): readonly Route[] => [
  route({
    method: 'GET',
    path: `${MEMBER}/offer`,
    access: 'member',
    query: { credits: field(wholeCredits.nullable().default(null), 'Credits to price, beside the packs') },
    returns: offer,
    problems: ['insufficient_role'],
    handle: ({ caller, query }) => orders.offer(caller, query.credits),
  }),
  route({
    method: 'GET',
    path: `${MEMBER}/buyers`,
    access: 'member',
    returns: z.object({ data: z.array(z.object({ id: z.int(), name: z.string() })) }),
    handle: async ({ caller }) => ({ data: await orders.buyers(caller) }),
  }),
  route({
    method: 'GET',
    path: ORDERS,
    access: 'member',
    returns: z.object({ data: z.array(order) }),
    problems: ['insufficient_role'],
    handle: async ({ caller }) => {
      requireViewOfCredits(caller);
      return { data: await orders.list(caller) };
    },
  }),
  route({
    method: 'GET',
    path: `${MEMBER}/low-credits`,
    access: 'member',
    returns: lowCredits,
    problems: ['insufficient_role'],
    handle: async ({ caller }) => {
      requireViewOfCredits(caller);
      return { credits: await orders.lowCredits(caller) };
    },
  }),
  route({
    method: 'PUT',
    path: `${MEMBER}/low-credits`,
    access: 'member',
    body: lowCredits,
    returns: lowCredits,
    problems: ['insufficient_role'],
    handle: async ({ caller, body }) => {
      await orders.setLowCredits(caller, body.credits);
      return body;
    },
  }),
  route({
    method: 'GET',
    path: `${MEMBER}/orders.csv`,
    access: 'member',
    query: { month: field(month.optional(), 'Of the confirmation, YYYY-MM, UTC; all where absent') },
    problems: ['insufficient_role'],
    respond: async ({ caller, query }) => ({
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="orders${query.month === undefined ? '' : `-${query.month}`}.csv"`,
      },
      body: await orders.csv(caller, query.month ?? null),
    }),
  }),
  // Leads to the provider's page, whose address is valid for a while only.
  route({
    method: 'GET',
    path: `${ORDERS}/:orderId/receipt`,
    access: 'member',
    parameters: { orderId },
    problems: ['insufficient_role', 'service_unavailable'],
    respond: async ({ caller, parameters }) => ({
      status: 303,
      headers: { Location: await orders.receipt(caller, parameters.orderId) },
      body: null,
    }),
  }),
  route({
    method: 'POST',
    path: ORDERS,
    access: 'member',
    body: newOrder,
    status: 201,
    returns: order,
    problems: ['insufficient_role', 'rate_limited', 'service_unavailable'],
    handle: ({ caller, body }) => orders.place(caller, body),
  }),
  route({
    method: 'DELETE',
    path: `${ORDERS}/:orderId`,
    access: 'member',
    parameters: { orderId },
    returns: order,
    problems: ['insufficient_role', 'order_not_open', 'service_unavailable'],
    handle: ({ caller, parameters }) => orders.cancel(caller, parameters.orderId),
  }),
];
