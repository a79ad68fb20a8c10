import { instant, SCOPES } from '@hinterland/contract';
import { z } from 'zod';

const fields = {
  id: z.int(),
  name: z.string(),
  prefix: z.string().describe('Its beginning, which is not secret'),
  scopes: z.array(z.enum(SCOPES)),
  monthlyCap: z.number().nullable().describe('Credits a month; null = no limit of its own'),
  expiresAt: instant.nullable().describe('From when on the key is refused; null = never'),
  networks: z.array(z.string()).describe('Networks that the key may be used from, in CIDR form; empty = anywhere'),
} as const;

export const listedKey = z
  .object({
    ...fields,
    monthlyUsage: z.number().describe('Credits charged this month'),
    createdAt: instant,
    lastUsedAt: instant.nullable(),
    revokedAt: instant.nullable(),
    previousUntil: instant.nullable().describe('Until when the secret before the last rotation works'),
    user: z.object({ id: z.int(), name: z.string() }).describe('The member it acts for'),
  })
  .describe('A key without its secret')
  .meta({ id: 'ListedKey' });
export type ListedKey = z.infer<typeof listedKey>;

export const createdKey = z
  .object({ ...fields, secret: z.string().describe('The key itself, shown in this answer only') })
  .describe('A new key')
  .meta({ id: 'CreatedKey' });
export type CreatedKey = z.infer<typeof createdKey>;

export const rotatedKey = z
  .object({
    id: fields.id,
    name: fields.name,
    prefix: fields.prefix,
    secret: z.string().describe('The new secret, shown in this answer only'),
    previousUntil: instant.describe('Until when the secret before works'),
  })
  .describe('A key with its new secret')
  .meta({ id: 'RotatedKey' });
