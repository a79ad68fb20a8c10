import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { limitOf, requireRoom } from '../../kit/fairness/limits.ts';
import { ProblemError } from '../../kit/problem.ts';
import { lockAccount } from '../../organizations/credits/account.ts';
import { creditsOf, thousandthsOf } from '../../organizations/credits/amounts.ts';
import { storedBy } from '../../organizations/credits/storage/stored.ts';
import { hoursOf, storageCredits } from '../../organizations/credits/storage/terms.ts';

/** A month of 31 days. */
const LONGEST_MONTH_HOURS = hoursOf('2026-01-01');

/**
 * Locks the account of an organization and checks that it may have one more dataset, or what it has with all the files that
 * are arriving. Throws organization_limit_reached, and insufficient_credits where the balance does not cover a month of
 * what is beyond the free storage.
 */
export async function requireStorage(
  trx: Db,
  organizationId: number,
  more: { readonly datasets: 0 | 1 },
): Promise<void> {
  const { balance, reserved } = await lockAccount(trx, organizationId);
  const stored = await storedBy(trx, organizationId);
  const id = sql<number>`${organizationId}`;
  const { rows } = await sql<{ files: number; datasets_max: number; bytes_max: number }>`
    select (
        select coalesce(sum(octet_length(u.content)), 0)::bigint
        from dataset d join dataset_upload u on u.dataset_id = d.id where d.organization_id = ${organizationId}
      ) as files, ${limitOf('datasets', id)}::bigint as datasets_max, ${limitOf('dataset_bytes', id)}::bigint as bytes_max`.execute(
    trx,
  );
  const { files, datasets_max: datasetsMax, bytes_max: bytesMax } = rows[0] as (typeof rows)[0];
  requireRoom('datasets', stored.datasets, datasetsMax, more.datasets);
  const bytes = stored.bytes + files;
  requireRoom('dataset_bytes', bytes, bytesMax, more.datasets);
  const credits = storageCredits(bytes * LONGEST_MONTH_HOURS, LONGEST_MONTH_HOURS);
  const available = balance - reserved;
  if (thousandthsOf(credits) <= available) return;
  throw new ProblemError(
    'insufficient_credits',
    `A month of storage for the datasets of the organization would cost ${credits} credits, and ${creditsOf(available)} are ` +
      'available. Buy credits, or delete datasets. The first 50 MB are free.',
    {
      blockedBy: 'organization_balance',
      blockedByAll: ['organization_balance'],
      requiredCredits: credits,
      availableCredits: creditsOf(available),
    },
  );
}
