import { instant, SCOPES } from '@hinterland/contract';
import { z } from 'zod';

const fields = {
  id: z.int(),
  name: z.string(),
  prefix: z.string().describe('Its beginning, which is not secret'),
  scopes: z.array(z.enum(SCOPES)),
  monthlyCap: z.number().nullable().describe('Credits a month; null = no limit of its own'),
} as const;

export const listedKey = z
  .object({
    ...fields,
    monthlyUsage: z.number().describe('Credits charged this month'),
    createdAt: instant,
    lastUsedAt: instant.nullable(),
    revokedAt: instant.nullable(),
  })
  .describe('A key as its user sees it')
  .meta({ id: 'ListedKey' });
export type ListedKey = z.infer<typeof listedKey>;

export const createdKey = z
  .object({ ...fields, secret: z.string().describe('The key itself, shown in this answer only') })
  .describe('A new key')
  .meta({ id: 'CreatedKey' });
export type CreatedKey = z.infer<typeof createdKey>;
