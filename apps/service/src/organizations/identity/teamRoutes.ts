import { z } from 'zod';
import { deletedRow, limitBody, limitedRow, nameBody, namedRow } from '../../kit/http/fields.ts';
import { pathNumber } from '../../kit/http/parameters.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { team } from './schemas.ts';
import { type Teams, unknownTeam } from './teams.ts';

const TEAMS = '/web/v1/organizations/:organizationId/teams';
const ONE = `${TEAMS}/:teamId`;
const teamId = pathNumber(unknownTeam);

export const teamRoutes = (teams: Teams): readonly Route[] => [
  route({
    method: 'GET',
    path: TEAMS,
    access: 'member',
    returns: z.object({ data: z.array(team) }),
    handle: async ({ caller }) => ({ data: await teams.list(caller) }),
  }),
  route({
    method: 'POST',
    path: TEAMS,
    access: 'member',
    roles: { of: ['owner', 'admin'], deed: 'make teams' },
    body: nameBody,
    status: 201,
    returns: namedRow,
    problems: ['name_taken'],
    handle: async ({ caller, body: { name } }) => ({ id: await teams.create(caller, name), name }),
  }),
  route({
    method: 'PUT',
    path: ONE,
    access: 'member',
    parameters: { teamId },
    roles: { of: ['owner', 'admin'], deed: 'rename teams' },
    body: nameBody,
    returns: namedRow,
    problems: ['name_taken'],
    handle: async ({ caller, parameters, body: { name } }) => {
      await teams.rename(caller, parameters.teamId, name);
      return { id: parameters.teamId, name };
    },
  }),
  route({
    method: 'DELETE',
    path: ONE,
    access: 'member',
    parameters: { teamId },
    returns: deletedRow,
    problems: ['insufficient_role'],
    handle: async ({ caller, parameters }) => {
      await teams.remove(caller, parameters.teamId);
      return { id: parameters.teamId, deleted: true as const };
    },
  }),
  route({
    method: 'PUT',
    path: `${ONE}/limit`,
    access: 'member',
    parameters: { teamId },
    body: limitBody,
    returns: limitedRow,
    problems: ['insufficient_role'],
    handle: async ({ caller, parameters, body: { monthlyLimit } }) => {
      await teams.limit(caller, parameters.teamId, monthlyLimit);
      return { id: parameters.teamId, monthlyLimit };
    },
  }),
];
