import { emptyBody } from '../http/fields.ts';
import { pathNumber } from '../http/parameters.ts';
import { type Route, route } from '../http/route.ts';
import { type Sessions, unknownSession } from './sessions.ts';

const sessionId = pathNumber(unknownSession);

export const sessionRoutes = (sessions: Sessions): readonly Route[] => [
  route({
    method: 'GET',
    path: '/web/v1/session',
    access: 'visitor',
    handle: ({ caller }) => sessions.read(caller),
  }),
  route({
    method: 'GET',
    path: '/web/v1/sessions',
    access: 'visitor',
    handle: async ({ caller }) => ({ data: await sessions.list(caller) }),
  }),
  route({
    method: 'POST',
    path: '/web/v1/sessions/revoke-others',
    access: 'visitor',
    body: emptyBody,
    handle: async ({ caller }) => ({ revoked: await sessions.revokeOthers(caller) }),
  }),
  route({
    method: 'DELETE',
    path: '/web/v1/sessions/:sessionId',
    access: 'visitor',
    parameters: { sessionId },
    handle: async ({ caller, parameters }) => {
      await sessions.revoke(caller, parameters.sessionId);
      return { id: parameters.sessionId, deleted: true };
    },
  }),
];
