import { instant, ROLES } from '@hinterland/contract';
import { z } from 'zod';

const named = z.object({ id: z.int(), name: z.string() });
const user = named.extend({ email: z.string() });
const monthlyLimit = z.number().nullable().describe('Credits a month; null = no limit');

export const place = z
  .object({ organization: named, role: z.enum(ROLES), billing: z.boolean(), team: named.nullable() })
  .describe("A user's place in an organization")
  .meta({ id: 'Place' });

export const brand = z
  .object({
    color: z
      .string()
      .regex(/^#[0-9a-f]{6}$/, 'color must be a color such as #0b6b5d.')
      .nullable()
      .describe('Color of reports; null = that of the service'),
    logo: z.string().nullable().describe('A PNG or JPEG as a data: address; null = none'),
  })
  .describe("How an organization's reports look")
  .meta({ id: 'Brand' });

export const member = z
  .object({
    user,
    role: z.enum(ROLES),
    billing: z.boolean().describe('Whether they may buy credits'),
    team: named.nullable(),
    monthlyLimit,
    joinedAt: instant,
  })
  .describe('A member of an organization')
  .meta({ id: 'Member' });
export type ListedMember = z.infer<typeof member>;

export const invitation = z
  .object({
    id: z.int(),
    email: z.string(),
    role: z.enum(ROLES),
    team: named.nullable(),
    invitedBy: named,
    createdAt: instant,
    expiresAt: instant,
    expired: z.boolean(),
  })
  .describe('An invitation that was not accepted yet')
  .meta({ id: 'Invitation' });
export type ListedInvitation = z.infer<typeof invitation>;

export const team = z
  .object({ id: z.int(), name: z.string(), members: z.int(), monthlyLimit })
  .describe('A team of an organization')
  .meta({ id: 'Team' });
export type ListedTeam = z.infer<typeof team>;
