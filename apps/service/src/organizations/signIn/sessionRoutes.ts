import { instant } from '@hinterland/contract';
import { z } from 'zod';
import { deletedRow, emptyBody } from '../../kit/http/fields.ts';
import { pathNumber } from '../../kit/http/parameters.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { place } from '../identity/schemas.ts';
import { type Sessions, unknownSession } from './sessions.ts';

const session = z
  .object({
    user: z.object({ id: z.int(), name: z.string(), email: z.string() }),
    session: z.object({ id: z.int(), expiresAt: instant }),
    activeOrganization: place.nullable().describe('The organization that the session works in'),
    organizations: z.array(place),
  })
  .describe('The user who is signed in, and their organizations')
  .meta({ id: 'Session' });

const listedSession = z
  .object({
    id: z.int(),
    current: z.boolean().describe('Whether it is the one that asks'),
    address: z.string().nullable(),
    userAgent: z.string().nullable(),
    createdAt: instant,
    expiresAt: instant,
  })
  .describe('A browser in which the user is signed in')
  .meta({ id: 'ListedSession' });

const sessionId = pathNumber(unknownSession);

export const sessionRoutes = (sessions: Sessions): readonly Route[] => [
  route({
    method: 'GET',
    path: '/web/v1/session',
    access: 'visitor',
    returns: session,
    handle: ({ caller }) => sessions.read(caller),
  }),
  route({
    method: 'GET',
    path: '/web/v1/sessions',
    access: 'visitor',
    returns: z.object({ data: z.array(listedSession) }),
    handle: async ({ caller }) => ({ data: await sessions.list(caller) }),
  }),
  route({
    method: 'POST',
    path: '/web/v1/sessions/revoke-others',
    access: 'visitor',
    body: emptyBody,
    returns: z.object({ revoked: z.int() }),
    handle: async ({ caller }) => ({ revoked: await sessions.revokeOthers(caller) }),
  }),
  route({
    method: 'DELETE',
    path: '/web/v1/sessions/:sessionId',
    access: 'visitor',
    parameters: { sessionId },
    returns: deletedRow,
    handle: async ({ caller, parameters }) => {
      await sessions.revoke(caller, parameters.sessionId);
      return { id: parameters.sessionId, deleted: true as const };
    },
  }),
];
