import { z } from 'zod';
import type { Db } from '../db/database.ts';
import { count, field } from '../http/parameters.ts';
import { type Route, route } from '../http/route.ts';
import { MEMBER } from '../http/sharedRoute.ts';
import { auditCsv } from './csv.ts';
import { DEEDS } from './deeds.ts';
import { readAudit } from './entries.ts';
import { auditPage } from './schemas.ts';

const number = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'This must be a number.')
  .transform(Number);

const filter = {
  from: field(z.iso.date('A day is YYYY-MM-DD.').optional(), 'First day, UTC'),
  to: field(z.iso.date('A day is YYYY-MM-DD.').optional(), 'Last day, UTC'),
  member: field(z.union([z.literal('operator'), number]).optional(), 'Number of a user, or operator'),
  deed: field(z.enum(DEEDS).optional(), 'What was done'),
};
const roles = { of: ['owner'], deed: 'read the audit log' } as const;

/** The audit log of an organization, for its owners. */
export const auditRoutes = (db: Db): readonly Route[] => [
  route({
    method: 'GET',
    path: `${MEMBER}/audit`,
    access: 'member',
    roles,
    query: {
      ...filter,
      before: field(number.nullable().default(null), 'Entries with smaller numbers only: `next` of the page before'),
      limit: count({ min: 1, max: 200, default: 50 }),
    },
    returns: auditPage,
    handle: async ({ caller: { organization }, query: { before, limit, ...wanted } }) => {
      const found = await readAudit(db, { organizationId: organization.id }, wanted, { before, limit: limit + 1 });
      const data = found.slice(0, limit);
      return { data, next: found.length > limit ? (data.at(-1)?.no ?? null) : null };
    },
  }),
  route({
    method: 'GET',
    path: `${MEMBER}/audit.csv`,
    access: 'member',
    roles,
    query: filter,
    respond: ({ caller: { organization }, query }) => ({
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="audit.csv"',
      },
      body: ReadableStream.from(auditCsv(db, organization.id, query)),
    }),
  }),
];
