import { instant } from '@hinterland/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Clock, type Db, now } from '../../../kit/db/database.ts';
import { thousandthsOf } from '../amounts.ts';
import { presentMonth } from '../months.ts';
import { owedMonths, settleStorage } from './settle.ts';
import { storedEach } from './stored.ts';
import { suspensionOf } from './suspension.ts';
import { BYTES, CREDITS, FREE_BYTES, hoursOf, partsOf, storageCredits } from './terms.ts';

export const storage = z
  .object({
    datasets: z.int(),
    bytes: z.number(),
    freeBytes: z.number(),
    price: z.object({ credits: z.number(), bytes: z.number() }).describe('Credits a month per so many bytes beyond'),
    month: z.string().describe('YYYY-MM'),
    averageBytes: z.number().describe("Average of the month's hours so far"),
    expectedBytes: z.number().describe('Average of the whole month if nothing is added or deleted until its end'),
    expectedCredits: z.number().describe('Cost of the month if nothing is added or deleted until its end'),
    chargedAt: instant.describe('When the month is charged'),
    covered: z.boolean().describe('Whether the available balance covers what is owed and what is expected'),
    parts: z
      .array(z.object({ id: z.string(), bytes: z.number(), credits: z.number() }))
      .describe('What each dataset has of the size, and in proportion of the cost of the month'),
    owedCredits: z.number().describe('Of months that are over'),
    suspendedSince: instant.nullable(),
    toBeDeletedAt: instant.nullable(),
  })
  .describe("Size and cost of an organization's datasets")
  .meta({ id: 'Storage' });
export type StorageSummary = z.infer<typeof storage>;

/** Charges what is owed where the balance covers it, like every use of datasets. */
export async function storageSummary(db: Db, clock: Clock, organizationId: number): Promise<StorageSummary> {
  if ((await suspensionOf(db, organizationId)) !== null) await settleStorage(db, clock, organizationId);
  const suspension = await suspensionOf(db, organizationId);
  const stored = await storedEach(db, organizationId);
  const bytes = stored.reduce((sum, one) => sum + one.bytes, 0);
  const { rows } = await sql<{
    month: string;
    charged: Date;
    begun_hours: number;
    byte_hours: number;
    available: number;
  }>`
    select p.month, (p.month + interval '1 month') at time zone 'utc' as charged,
      coalesce((select a.balance - a.reserved from credit_account a where a.organization_id = ${organizationId}), 0)::bigint
        as available, coalesce(m.byte_hours, 0) as byte_hours,
      1 + floor(extract(epoch from (${now(clock)} at time zone 'utc') - p.month) / 3600)::integer as begun_hours
    from (select ${presentMonth(clock)} as month) p
    left join storage_month m on m.organization_id = ${organizationId} and m.month = p.month`.execute(db);
  const { month, charged, begun_hours: begunHours, byte_hours: byteHours, available } = rows[0] as (typeof rows)[0];
  const hours = hoursOf(month);
  const toCome = suspension === null ? bytes * (hours - begunHours) : 0;
  const owed = (await owedMonths(db, clock, organizationId)).reduce((sum, { credits }) => sum + credits, 0);
  const expected = storageCredits(byteHours + toCome, hours);
  const parts = partsOf(
    expected,
    stored.map((one) => one.bytes),
  );
  return {
    datasets: stored.length,
    bytes,
    freeBytes: FREE_BYTES,
    price: { credits: CREDITS, bytes: BYTES },
    month: month.slice(0, 7),
    averageBytes: Math.round(byteHours / begunHours),
    expectedBytes: Math.round((byteHours + toCome) / hours),
    expectedCredits: expected,
    chargedAt: charged.toISOString(),
    covered: thousandthsOf(owed + expected) <= Math.max(available, 0),
    parts: stored.map((one, i) => ({ ...one, credits: parts[i] as number })),
    owedCredits: owed,
    suspendedSince: suspension?.since.toISOString() ?? null,
    toBeDeletedAt: suspension?.deletion.toISOString() ?? null,
  };
}
