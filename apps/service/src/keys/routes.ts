import { SCOPES } from '@hinterland/contract';
import { z } from 'zod';
import { limitBody, limitedRow, monthlyLimit, name } from '../http/fields.ts';
import { pathNumber } from '../http/parameters.ts';
import { type Route, route } from '../http/route.ts';
import { createdKey, listedKey } from './schemas.ts';
import { type Keys, unknownKey } from './service.ts';

const KEYS = '/web/v1/organizations/:organizationId/keys';
const keyId = pathNumber(unknownKey);

const newKey = z.object({
  name,
  scopes: z.array(z.enum(SCOPES)).max(SCOPES.length).default(['read']),
  monthlyCap: monthlyLimit.default(null),
});

export const keyRoutes = (keys: Keys): readonly Route[] => [
  route({
    method: 'GET',
    path: KEYS,
    access: 'member',
    returns: z.object({ data: z.array(listedKey) }),
    handle: async ({ caller }) => ({ data: await keys.list(caller) }),
  }),
  // The only answer that holds the key itself.
  route({
    method: 'POST',
    path: KEYS,
    access: 'member',
    body: newKey,
    status: 201,
    returns: createdKey,
    problems: ['name_taken'],
    handle: ({ caller, body }) => keys.create(caller, body),
  }),
  route({
    method: 'DELETE',
    path: `${KEYS}/:keyId`,
    access: 'member',
    parameters: { keyId },
    returns: z.object({ id: z.int(), revoked: z.literal(true) }),
    handle: async ({ caller, parameters: { keyId: id } }) => {
      await keys.revoke(caller, id);
      return { id, revoked: true as const };
    },
  }),
  route({
    method: 'PUT',
    path: `${KEYS}/:keyId/limit`,
    access: 'member',
    parameters: { keyId },
    body: limitBody,
    returns: limitedRow,
    handle: async ({ caller, parameters: { keyId: id }, body: { monthlyLimit } }) => {
      await keys.limit(caller, id, monthlyLimit);
      return { id, monthlyLimit };
    },
  }),
];
