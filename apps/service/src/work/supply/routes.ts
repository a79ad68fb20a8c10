import { newSupplySubscription, supplySubscription, supplySubscriptionList } from '@hinterland/contract';
import { pathText } from '../../kit/http/parameters.ts';
import { type SharedRoute, sharedRoute } from '../../kit/http/sharedRoute.ts';
import { NEW_SUBSCRIPTION, SUBSCRIPTION } from './examples.ts';
import type { SupplyService } from './service.ts';

const PATH = '/supply/subscriptions';

/** Subscriptions to changes of stores, for keys and members alike. */
export const supplyRoutes = (supply: SupplyService): readonly SharedRoute[] => [
  sharedRoute({
    method: 'GET',
    path: PATH,
    scope: 'read',
    returns: supplySubscriptionList,
    operation: {
      id: 'listSupplySubscriptions',
      tag: 'corrections',
      summary: 'The changes of stores that your organization is told of, the latest subscription first',
      example: { answer: { data: [SUBSCRIPTION] } },
    },
    handle: ({ caller }) => supply.list(caller),
  }),
  sharedRoute({
    method: 'POST',
    path: PATH,
    scope: 'manage',
    body: newSupplySubscription,
    status: 201,
    returns: supplySubscription,
    problems: ['organization_limit_reached', 'outside_coverage'],
    operation: {
      id: 'createSupplySubscription',
      tag: 'corrections',
      summary:
        'Be told by webhook and mail what opens, closes, moves and is renamed there from the present list of stores on',
      example: { body: NEW_SUBSCRIPTION, answer: SUBSCRIPTION },
    },
    handle: ({ caller, body }) => supply.make(caller, body),
  }),
  sharedRoute({
    method: 'DELETE',
    path: `${PATH}/:id`,
    scope: 'manage',
    parameters: { id: pathText('Number of the subscription') },
    returns: supplySubscription,
    problems: ['insufficient_role'],
    operation: {
      id: 'deleteSupplySubscription',
      tag: 'corrections',
      summary: 'Be told no more',
      example: { answer: SUBSCRIPTION },
    },
    handle: ({ caller, parameters }) => supply.remove(caller, parameters.id),
  }),
];
