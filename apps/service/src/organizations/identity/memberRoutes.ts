import { ROLES } from '@hinterland/contract';
import { z } from 'zod';
import { deletedRow, id, limitBody, limitedRow } from '../../kit/http/fields.ts';
import { pathNumber } from '../../kit/http/parameters.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { type Members, unknownMember } from './members.ts';
import { member } from './schemas.ts';

const MEMBERS = '/web/v1/organizations/:organizationId/members';
const ONE = `${MEMBERS}/:userId`;
const userId = pathNumber(unknownMember);

export const memberRoutes = (members: Members): readonly Route[] => [
  route({
    method: 'GET',
    path: MEMBERS,
    access: 'member',
    returns: z.object({ data: z.array(member) }),
    handle: async ({ caller }) => ({ data: await members.list(caller) }),
  }),
  route({
    method: 'PUT',
    path: ONE,
    access: 'member',
    parameters: { userId },
    body: z.object({
      role: z.enum(ROLES).optional(),
      billing: z.boolean().optional(),
      teamId: id.nullable().optional(),
    }),
    returns: member,
    problems: ['insufficient_role', 'last_owner'],
    handle: ({ caller, parameters, body }) => members.change(caller, parameters.userId, body),
  }),
  route({
    method: 'DELETE',
    path: ONE,
    access: 'member',
    parameters: { userId },
    returns: deletedRow,
    problems: ['insufficient_role', 'last_owner'],
    handle: async ({ caller, parameters }) => {
      await members.remove(caller, parameters.userId);
      return { id: parameters.userId, deleted: true as const };
    },
  }),
  route({
    method: 'PUT',
    path: `${ONE}/limit`,
    access: 'member',
    parameters: { userId },
    body: limitBody,
    returns: limitedRow,
    problems: ['insufficient_role'],
    handle: async ({ caller, parameters, body: { monthlyLimit } }) => {
      await members.limit(caller, parameters.userId, monthlyLimit);
      return { id: parameters.userId, monthlyLimit };
    },
  }),
];
