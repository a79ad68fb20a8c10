import { z } from 'zod';
import { credits } from './credits.ts';
import { instant } from './instant.ts';
import { SCOPES } from './scopes.ts';

export const ROLES = ['owner', 'admin', 'member'] as const;
export type Role = (typeof ROLES)[number];

/** Answer of GET /api/v1/me. */
export const me = z
  .object({
    user: z
      .object({ id: z.int(), name: z.string(), email: z.string() })
      .describe('The user whom the key acts for: the one who created it'),
    organization: z
      .object({
        id: z.int(),
        name: z.string(),
        role: z.enum(ROLES).describe('Role of the user in the organization'),
      })
      .describe('The organization whose credits the key spends'),
    team: z.object({ id: z.int(), name: z.string() }).nullable().describe("The user's team, if any"),
    key: z
      .object({
        id: z.int(),
        name: z.string().describe('Shown with every run in the credit ledger'),
        prefix: z.string().describe('First part of the key; the rest is never shown again'),
        scopes: z.array(z.enum(SCOPES)),
        monthlyCap: z.number().nonnegative().nullable().describe('Credits the key may spend in a month; null = no cap'),
        monthlyUsage: z.number().nonnegative().describe('Credits charged through the key this month'),
        createdAt: instant,
        lastUsedAt: instant.nullable().describe('Exact to the minute'),
      })
      .describe('The key of this call'),
    credits,
  })
  .describe('The caller and the credits that can be spent')
  .meta({ id: 'Me' });
export type Me = z.infer<typeof me>;
