import { z } from 'zod';
import type { Clock, Db } from '../../kit/db/database.ts';
import { count, field } from '../../kit/http/parameters.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { MEMBER } from '../../kit/http/sharedRoute.ts';
import { requireViewOfCredits } from '../../organizations/credits/routes.ts';
import { entriesCsv } from './csv.ts';
import { readEntries } from './entries.ts';
import { CHANNELS, ENTRY_KINDS, entryPage, USAGE_BY, usage } from './schemas.ts';
import { sumUsage } from './usage.ts';

const number = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'This must be a number.')
  .transform(Number);
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'A month is YYYY-MM.');

const filter = {
  from: field(z.iso.date('A day is YYYY-MM-DD.').optional(), 'First day, UTC'),
  to: field(z.iso.date('A day is YYYY-MM-DD.').optional(), 'Last day, UTC'),
  member: field(number.optional(), 'Number of a user'),
  key: field(z.union([z.literal('web'), number]).optional(), 'Number of a key, or web for charges without one'),
  channel: field(z.enum(CHANNELS).optional(), 'Where a charge was asked for'),
  action: field(z.string().max(255).optional(), 'What was run or done'),
  analysis: field(z.string().max(255).optional(), 'Code of an analysis'),
  kind: field(z.enum(ENTRY_KINDS).optional()),
};

/** The statement of an organization's account, for members who may see its credits. */
export const statementRoutes = (db: Db, clock: Clock): readonly Route[] => [
  route({
    method: 'GET',
    path: `${MEMBER}/ledger`,
    access: 'member',
    query: {
      ...filter,
      before: field(number.nullable().default(null), 'Entries with smaller numbers only: `next` of the page before'),
      limit: count({ min: 1, max: 200, default: 50 }),
    },
    returns: entryPage,
    problems: ['insufficient_role'],
    handle: async ({ caller, query: { before, limit, ...wanted } }) => {
      requireViewOfCredits(caller);
      const found = await readEntries(db, clock, caller, wanted, { before, limit: limit + 1 });
      const data = found.slice(0, limit);
      return { data, next: found.length > limit ? (data.at(-1)?.no ?? null) : null };
    },
  }),
  route({
    method: 'GET',
    path: `${MEMBER}/ledger.csv`,
    access: 'member',
    query: filter,
    problems: ['insufficient_role'],
    respond: ({ caller, query }) => {
      requireViewOfCredits(caller);
      return {
        headers: {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': 'attachment; filename="ledger.csv"',
        },
        body: ReadableStream.from(entriesCsv(db, clock, caller, query)),
      };
    },
  }),
  route({
    method: 'GET',
    path: `${MEMBER}/usage`,
    access: 'member',
    query: {
      by: field(z.enum(USAGE_BY).default('month'), 'What use is summed by, beside the month'),
      from: field(month.default('2000-01'), 'First month, YYYY-MM, UTC'),
      to: field(month.default('2999-12'), 'Last month, YYYY-MM, UTC'),
    },
    returns: usage,
    problems: ['insufficient_role'],
    handle: ({ caller, query: { by, from, to } }) => {
      requireViewOfCredits(caller);
      return sumUsage(db, caller.organization.id, by, { from, to });
    },
  }),
];
