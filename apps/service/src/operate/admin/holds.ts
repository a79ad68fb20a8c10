import { sql } from 'kysely';
import { type Clock, type Db, now } from '../../kit/db/database.ts';
import { LISTED } from './listed.ts';

/** An open hold as operators see it. */
export interface HoldLine {
  readonly id: number;
  readonly organization: number;
  readonly action: string;
  readonly credits: number;
  readonly job: string | null;
  readonly age_seconds: number;
  /** Below 0: the run was lost, and the hold is about to be released. Null for jobs, whose holds end with them. */
  readonly lease_seconds: number | null;
}

/** Open holds, the oldest first. */
export async function listHolds(db: Db, clock: Clock, organizationId: number | null): Promise<HoldLine[]> {
  const { rows } = await sql<HoldLine>`
    select h.id, h.organization_id as organization, h.action_id as action,
      (h.amount - h.committed)::float8 / 1000 as credits, h.job_id as job,
      round(extract(epoch from ${now(clock)} - h.created_at))::integer as age_seconds,
      case when isfinite(h.lease_until)
        then round(extract(epoch from h.lease_until - ${now(clock)}))::integer end as lease_seconds
    from credit_hold h
    where h.state = 'held' and (${organizationId}::bigint is null or h.organization_id = ${organizationId})
    order by h.created_at, h.id limit ${LISTED}`.execute(db);
  return rows;
}
