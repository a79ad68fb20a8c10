import { asMessage, said } from '@hinterland/answers/said';
import { SCOPES } from '@hinterland/contract';
import { z } from 'zod';
import { limitBody, limitedRow, monthlyLimit, name, rowId } from '../../kit/http/fields.ts';
import { field, pathNumber } from '../../kit/http/parameters.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { requireRole } from '../../kit/who.ts';
import { networkList } from './networks.ts';
import { createdKey, listedKey, rotatedKey } from './schemas.ts';
import { type Keys, unknownKey } from './service.ts';

const KEYS = '/web/v1/organizations/:organizationId/keys';
const keyId = pathNumber(unknownKey);

const bounds = {
  expiresAt: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .refine((at) => at.getTime() > Date.now(), { error: () => asMessage(said('future')) })
    .nullable()
    .default(null),
  networks: networkList.default([]),
};

const newKey = z.object({
  name,
  scopes: z.array(z.enum(SCOPES)).max(SCOPES.length).default(['read']),
  monthlyCap: monthlyLimit.default(null),
  ...bounds,
});

/** How long the secret before a rotation may go on to work: up to a week. */
const overlapHours = z.int().min(0).max(168).default(24);

export const keyRoutes = (keys: Keys): readonly Route[] => [
  route({
    method: 'GET',
    path: KEYS,
    access: 'member',
    query: { of: field(z.enum(['me', 'all']).default('me'), 'Whose keys; all is for owners and admins') },
    returns: z.object({ data: z.array(listedKey) }),
    problems: ['insufficient_role'],
    handle: async ({ caller, query: { of } }) => {
      if (of === 'all') requireRole(caller, ['owner', 'admin'], 'see the keys of others');
      return { data: await keys.list(caller, of) };
    },
  }),
  // The only answer that holds the key itself.
  route({
    method: 'POST',
    path: KEYS,
    access: 'member',
    body: newKey,
    status: 201,
    returns: createdKey,
    problems: ['name_taken', 'organization_limit_reached'],
    handle: ({ caller, body }) => keys.create(caller, body),
  }),
  route({
    method: 'PUT',
    path: `${KEYS}/:keyId`,
    access: 'member',
    parameters: { keyId },
    body: z.object(bounds),
    returns: rowId,
    handle: async ({ caller, parameters: { keyId: id }, body }) => {
      await keys.change(caller, id, body);
      return { id };
    },
  }),
  // The only answer that holds the new secret.
  route({
    method: 'POST',
    path: `${KEYS}/:keyId/rotate`,
    access: 'member',
    parameters: { keyId },
    body: z.object({ overlapHours }),
    returns: rotatedKey,
    handle: ({ caller, parameters: { keyId: id }, body }) => keys.rotate(caller, id, body.overlapHours),
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
