import { z } from 'zod';
import { instant } from './instant.ts';

const amount = z.number().nonnegative();

/** A monthly limit with what this month has used of it. Credits, thousandths allowed. */
export const limitUse = z
  .object({
    limit: amount.nullable().describe('Credits that may be spent in a month; null = no limit'),
    used: amount.describe('Credits charged this month'),
    reserved: amount.describe('Credits held by runs in progress'),
    remaining: z.number().nullable().describe('limit - used - reserved, at least 0; null without a limit'),
  })
  .describe('A monthly limit and its use')
  .meta({ id: 'LimitUse' });

/** Answer of GET /api/v1/credits. */
export const credits = z
  .object({
    balance: z.number().describe('Credits of the organization; below 0 after a disputed payment'),
    reserved: amount.describe('Credits held by runs in progress'),
    available: z.number().describe('balance - reserved'),
    month: z.string().describe('The UTC calendar month that limits count in, such as 2026-11'),
    resetsAt: instant.describe('When the next month begins'),
    team: limitUse.nullable().describe("Monthly limit of the caller's team; null without a team"),
    user: limitUse.describe("The caller's personal monthly limit"),
  })
  .describe('Balance of the organization and the limits of the caller')
  .meta({ id: 'Credits' });
export type Credits = z.infer<typeof credits>;
