import { ROLES } from '@hinterland/contract';
import { z } from 'zod';
import { deletedRow, email, emptyBody, id, rowId, token } from '../../kit/http/fields.ts';
import { pathNumber } from '../../kit/http/parameters.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { type Invitations, unknownInvitation } from './invitations.ts';
import { invitation } from './schemas.ts';

const INVITATIONS = '/web/v1/organizations/:organizationId/invitations';
const ONE = `${INVITATIONS}/:invitationId`;
const invitationId = pathNumber(unknownInvitation);

export const invitationRoutes = (invitations: Invitations): readonly Route[] => [
  route({
    method: 'GET',
    path: INVITATIONS,
    access: 'member',
    roles: { of: ['owner', 'admin'], deed: 'see invitations' },
    returns: z.object({ data: z.array(invitation) }),
    handle: async ({ caller }) => ({ data: await invitations.list(caller) }),
  }),
  route({
    method: 'POST',
    path: INVITATIONS,
    access: 'member',
    body: z.object({
      email,
      role: z.enum(ROLES).default('member'),
      teamId: id.nullable().default(null),
    }),
    status: 201,
    returns: z.object({ id, email: z.string(), role: z.enum(ROLES) }),
    problems: ['insufficient_role', 'rate_limited'],
    handle: async ({ caller, body }) => ({
      id: await invitations.invite(caller, body),
      email: body.email,
      role: body.role,
    }),
  }),
  route({
    method: 'POST',
    path: `${ONE}/resend`,
    access: 'member',
    parameters: { invitationId },
    body: emptyBody,
    returns: rowId,
    problems: ['insufficient_role', 'rate_limited'],
    handle: async ({ caller, parameters }) => {
      await invitations.resend(caller, parameters.invitationId);
      return { id: parameters.invitationId };
    },
  }),
  route({
    method: 'DELETE',
    path: ONE,
    access: 'member',
    parameters: { invitationId },
    returns: deletedRow,
    problems: ['insufficient_role'],
    handle: async ({ caller, parameters }) => {
      await invitations.revoke(caller, parameters.invitationId);
      return { id: parameters.invitationId, deleted: true as const };
    },
  }),
  route({
    method: 'POST',
    path: '/web/v1/invitations/accept',
    access: 'visitor',
    body: z.object({ token }),
    returns: z.object({ organizationId: id }),
    problems: ['link_not_valid', 'rate_limited'],
    handle: async ({ caller, body, exchange }) => ({
      organizationId: await invitations.accept(caller, exchange.address, body.token),
    }),
  }),
];
