import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { limitOf } from '../../kit/fairness/limits.ts';
import { ProblemError } from '../../kit/problem.ts';
import {
  type Attempts,
  SHARE_MAILS_PER_ORGANIZATION,
  SHARE_MAILS_PER_RECIPIENT,
  SHARE_MAILS_PER_USER,
} from '../../kit/rates/attempts.ts';
import type { Reader } from './access.ts';

/**
 * Returns those of the people that get a mail about an analysis, counted in the windows of the user, the organization and each
 * recipient. Those who were notified of this analysis before get none; nor does an address that got many from anybody. Throws
 * rate_limited where the user or the organization would notify too many.
 */
export async function peopleToNotify(
  db: Db,
  attempts: Attempts,
  { organization, user }: Reader,
  analysisId: number,
  people: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ email: string; maximum: number }>`
    select email, ${limitOf('share_mails', sql<number>`${organization.id}`)}::bigint as maximum
    from unnest(${people}::text[]) email
    where not exists (select from analysis_notice n where n.analysis_id = ${analysisId} and n.email = email.email)`.execute(
    db,
  );
  const maximum = rows[0]?.maximum ?? 0;
  await attempts.takeMany(SHARE_MAILS_PER_USER, user.id, rows.length);
  await attempts.takeMany({ ...SHARE_MAILS_PER_ORGANIZATION, attempts: maximum }, organization.id, rows.length);
  const notified = new Set<string>();
  for (const { email } of rows) {
    try {
      await attempts.takeMany(SHARE_MAILS_PER_RECIPIENT, email, 1);
      notified.add(email);
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'rate_limited') throw error;
    }
  }
  return notified;
}
