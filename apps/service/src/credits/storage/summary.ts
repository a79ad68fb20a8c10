import { instant } from '@hinterland/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Clock, type Db, now } from '../../db/database.ts';
import { presentMonth } from '../months.ts';
import { owedMonths, settleStorage } from './settle.ts';
import { storedBy } from './stored.ts';
import { suspensionOf } from './suspension.ts';
import { FREE_BYTES, hoursOf, storageCredits } from './terms.ts';

export const storage = z
  .object({
    datasets: z.int(),
    bytes: z.number(),
    freeBytes: z.number(),
    month: z.string().describe('YYYY-MM'),
    averageBytes: z.number().describe("Average of the month's hours so far"),
    expectedCredits: z.number().describe('Cost of the month if nothing is added or deleted until its end'),
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
  const { datasets, bytes } = await storedBy(db, organizationId);
  const { rows } = await sql<{ month: string; begun_hours: number; byte_hours: number }>`
    select p.month, coalesce(m.byte_hours, 0) as byte_hours,
      1 + floor(extract(epoch from (${now(clock)} at time zone 'utc') - p.month) / 3600)::integer as begun_hours
    from (select ${presentMonth(clock)} as month) p
    left join storage_month m on m.organization_id = ${organizationId} and m.month = p.month`.execute(db);
  const { month, begun_hours: begunHours, byte_hours: byteHours } = rows[0] as (typeof rows)[0];
  const hours = hoursOf(month);
  const toCome = suspension === null ? bytes * (hours - begunHours) : 0;
  const owed = await owedMonths(db, clock, organizationId);
  return {
    datasets,
    bytes,
    freeBytes: FREE_BYTES,
    month: month.slice(0, 7),
    averageBytes: Math.round(byteHours / begunHours),
    expectedCredits: storageCredits(byteHours + toCome, hours),
    owedCredits: owed.reduce((sum, { credits }) => sum + credits, 0),
    suspendedSince: suspension?.since.toISOString() ?? null,
    toBeDeletedAt: suspension?.deletion.toISOString() ?? null,
  };
}
