import { instant } from '@hinterland/contract';
import { z } from 'zod';

/** Kinds of entries of the ledger. */
export const ENTRY_KINDS = ['purchase', 'grant', 'charge', 'storage', 'adjustment', 'refund'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Where charges come from. */
export const CHANNELS = ['api', 'mcp', 'web', 'assistant'] as const;

const entry = z
  .object({
    no: z.int().positive().describe('1, 2, 3, … in the organization, without gaps'),
    time: instant,
    kind: z.enum(ENTRY_KINDS),
    action: z.string().describe('The action of a charge, else what was done'),
    member: z
      .object({ id: z.int(), name: z.string() })
      .nullable()
      .describe('Who ran it or did it; null of the service'),
    key: z
      .object({ id: z.int().nullable(), name: z.string().describe('As it was called at the time, or web') })
      .nullable()
      .describe('What a charge came through; null of other kinds'),
    channel: z
      .enum(CHANNELS)
      .nullable()
      .describe(
        'Where a charge was asked for: over HTTP, by an agent at /mcp, in the web app or by its assistant; null of other kinds',
      ),
    analysis: z
      .object({ code: z.string(), name: z.string() })
      .nullable()
      .describe('The analysis that the run was stored in, where the caller may read it'),
    jobId: z.string().nullable().describe('The background job that the charge is a part of'),
    credits: z.number().describe('What the balance changed by, below 0 for what was spent'),
    balanceAfter: z.number(),
  })
  .describe('One movement of the balance')
  .meta({ id: 'LedgerEntry' });
export type Entry = z.infer<typeof entry>;

export const entryPage = z
  .object({
    data: z.array(entry),
    next: z.int().nullable().describe('`before` of the next page; null on the last'),
  })
  .describe('Entries of the ledger, newest first')
  .meta({ id: 'LedgerPage' });

/** What use can be summed by, beside the month. */
export const USAGE_BY = ['month', 'member', 'team', 'key', 'action'] as const;
export type UsageBy = (typeof USAGE_BY)[number];

export const usage = z
  .object({
    by: z.enum(USAGE_BY),
    from: z.string().describe('First month, YYYY-MM'),
    to: z.string().describe('Last month, YYYY-MM'),
    totalCredits: z.number(),
    data: z.array(
      z.object({
        month: z.string().describe('YYYY-MM, UTC: the month that limits count in'),
        id: z
          .string()
          .nullable()
          .describe(
            'Number of the member, team or key, `none` without a team, `web` without a key, or the action; null by month, ' +
              'and of storage',
          ),
        name: z.string().nullable().describe('Name of the member, team or key, `web` without a key'),
        credits: z.number().describe('What was spent'),
        entries: z.int().describe('Charges that this is the sum of'),
      }),
    ),
  })
  .describe('Credits spent, summed by month and one thing more, largest first within a month')
  .meta({ id: 'Usage' });
export type Usage = z.infer<typeof usage>;
