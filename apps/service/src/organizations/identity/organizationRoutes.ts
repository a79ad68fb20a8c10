import { LIMITS } from '@hinterland/contract';
import { z } from 'zod';
import { deletedRow, id, nameBody, namedRow } from '../../kit/http/fields.ts';
import { type Route, route } from '../../kit/http/route.ts';
import type { Organizations } from './organizations.ts';
import { brand, place } from './schemas.ts';

const ORGANIZATIONS = '/web/v1/organizations';
const ONE = `${ORGANIZATIONS}/:organizationId`;
/** A logo in base64, and what stands around it. */
const BRAND_BODY_BYTES = Math.ceil((LIMITS.logoBytes * 4) / 3) + 1000;

export const organizationRoutes = (organizations: Organizations): readonly Route[] => [
  route({
    method: 'GET',
    path: ORGANIZATIONS,
    access: 'visitor',
    returns: z.object({ data: z.array(place) }),
    handle: async ({ caller }) => ({ data: await organizations.list(caller) }),
  }),
  route({
    method: 'POST',
    path: ORGANIZATIONS,
    access: 'visitor',
    body: nameBody,
    status: 201,
    returns: namedRow,
    problems: ['name_taken', 'rate_limited'],
    handle: async ({ caller, body: { name } }) => ({ id: await organizations.create(caller, name), name }),
  }),
  route({
    method: 'PUT',
    path: '/web/v1/session/organization',
    access: 'visitor',
    body: z.object({ organizationId: id }),
    returns: z.object({ organizationId: id }),
    problems: ['not_found'],
    handle: async ({ caller, body: { organizationId } }) => {
      await organizations.choose(caller, organizationId);
      return { organizationId };
    },
  }),
  route({
    method: 'PUT',
    path: ONE,
    access: 'member',
    body: nameBody,
    returns: namedRow,
    problems: ['insufficient_role', 'name_taken'],
    handle: async ({ caller, body: { name } }) => {
      await organizations.rename(caller, name);
      return { id: caller.organization.id, name };
    },
  }),
  route({
    method: 'GET',
    path: `${ONE}/brand`,
    access: 'member',
    returns: brand,
    handle: ({ caller }) => organizations.brand(caller),
  }),
  route({
    method: 'PUT',
    path: `${ONE}/brand`,
    access: 'member',
    body: brand,
    bodyBytes: BRAND_BODY_BYTES,
    returns: brand,
    problems: ['insufficient_role'],
    handle: ({ caller, body }) => organizations.setBrand(caller, body),
  }),
  // A POST, since the body has the name, typed to be sure.
  route({
    method: 'POST',
    path: `${ONE}/delete`,
    access: 'member',
    body: z.object({ name: z.string().trim().max(255) }),
    returns: deletedRow,
    problems: ['insufficient_role'],
    handle: async ({ caller, body: { name } }) => {
      await organizations.remove(caller, name);
      return { id: caller.organization.id, deleted: true as const };
    },
  }),
];
