import { z } from 'zod';
import { requireViewOfCredits } from '../credits/routes.ts';
import { pathNumber } from '../http/parameters.ts';
import { type Route, route } from '../http/route.ts';
import { order, unknownOrder } from './order.ts';
import type { Orders } from './service.ts';

const ORDERS = '/web/v1/organizations/:organizationId/orders';
const orderId = pathNumber(unknownOrder);

/** Whole credits, as they are sold. */
const newOrder = z.object({
  credits: z.int().min(1).max(10_000_000),
  reference: z.string().trim().min(1).max(80).nullable().default(null),
});

export const orderRoutes = (orders: Orders): readonly Route[] => [
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
    method: 'POST',
    path: ORDERS,
    access: 'member',
    body: newOrder,
    status: 201,
    returns: order,
    problems: ['insufficient_role', 'rate_limited'],
    handle: ({ caller, body }) => orders.place(caller, body),
  }),
  route({
    method: 'DELETE',
    path: `${ORDERS}/:orderId`,
    access: 'member',
    parameters: { orderId },
    returns: order,
    problems: ['insufficient_role', 'order_not_open'],
    handle: ({ caller, parameters }) => orders.cancel(caller, parameters.orderId),
  }),
];
