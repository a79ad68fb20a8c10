import { emptyBody } from '../../../kit/http/fields.ts';
import { pathText } from '../../../kit/http/parameters.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { placeJob, placeList, planned, wantedPlace } from './schemas.ts';
import type { Places } from './service.ts';

/** Places that become territories, for the operator and whom the operator lets. */
export const placeRoutes = (places: Places): readonly Route[] => [
  route({
    method: 'GET',
    path: '/web/v1/places',
    access: 'visitor',
    returns: placeList,
    handle: ({ caller }) => places.list(caller),
  }),
  route({
    method: 'POST',
    path: '/web/v1/places/plan',
    access: 'visitor',
    heavy: true,
    body: wantedPlace,
    returns: planned,
    problems: ['insufficient_role', 'rate_limited', 'service_unavailable'],
    handle: ({ caller, body }) => places.plan(caller, body),
  }),
  route({
    method: 'POST',
    path: '/web/v1/places',
    access: 'visitor',
    heavy: true,
    body: wantedPlace,
    status: 201,
    returns: placeJob,
    problems: ['insufficient_role', 'organization_limit_reached', 'rate_limited', 'service_unavailable'],
    handle: ({ caller, body }) => places.add(caller, body),
  }),
  route({
    method: 'POST',
    path: '/web/v1/places/:placeId/stop',
    access: 'visitor',
    parameters: { placeId: pathText() },
    body: emptyBody,
    returns: placeJob,
    problems: ['insufficient_role', 'not_found', 'job_not_running'],
    handle: ({ caller, parameters }) => places.stop(caller, parameters.placeId),
  }),
];
