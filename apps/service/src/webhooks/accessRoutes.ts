import { z } from 'zod';
import type { Clock, Db } from '../kit/db/database.ts';
import { type Route, route } from '../kit/http/route.ts';
import { areOpen, setOpen } from './access.ts';

const PATH = '/web/v1/organizations/:organizationId/webhook-access';
const access = z
  .object({
    openToMembers: z.boolean().describe('Whether plain members may have webhooks, each for what is their own'),
  })
  .describe('Who may have webhooks, beside owners and admins')
  .meta({ id: 'WebhookAccess' });

export const webhookAccessRoutes = ({ db, clock }: { readonly db: Db; readonly clock: Clock }): readonly Route[] => [
  route({
    method: 'GET',
    path: PATH,
    access: 'member',
    returns: access,
    handle: async ({ caller }) => ({ openToMembers: await areOpen(db, caller.organization.id) }),
  }),
  route({
    method: 'PUT',
    path: PATH,
    access: 'member',
    body: access,
    returns: access,
    problems: ['insufficient_role'],
    handle: async ({ caller, body }) => {
      await setOpen(db, clock, caller, body.openToMembers);
      return body;
    },
  }),
];
