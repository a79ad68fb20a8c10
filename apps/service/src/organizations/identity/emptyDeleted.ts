import { sql } from 'kysely';
import { type Clock, type Db, now } from '../../kit/db/database.ts';
import { inBatches } from '../../kit/db/inBatches.ts';

/** The jobs of a deleted organization, for its deletion. */
export interface JobsOfDeleted {
  /** Takes the jobs under way from the processes that work on them: nothing is charged from here on. */
  giveUp(trx: Db, organizationId: number): Promise<void>;
  /**
   * Ends open jobs, without an event, and removes what callers of jobs sent and got: at most `limit` rows at a time. Returns
   * how many; 0 where nothing is left.
   */
  remove(db: Db, organizationId: number, limit: number): Promise<number>;
}

/** Removes at most `limit` rows of an organization. Returns how many; 0 where nothing is left. */
type Removal = (db: Db, organizationId: number, limit: number) => Promise<number>;

/**
 * Removes what a deleted organization leaves behind, in batches. Nobody has access to it any more, so that this may take its
 * time and may begin anew; what is not removed before `deadline` (performance.now) is left to the regular task.
 */
export async function emptyDeleted(
  db: Db,
  clock: Clock,
  jobs: JobsOfDeleted,
  organizationId: number,
  deadline?: number,
): Promise<void> {
  for (const remove of [
    jobs.remove,
    removeWebhooks,
    removeEvents,
    removeConversations,
    removeAnalyses,
    removeCorrections,
    removeProjects,
    removeSubjects,
  ] satisfies Removal[]) {
    if (!(await inBatches((limit) => remove(db, organizationId, limit), deadline))) return;
  }
  await sql`delete from supply_subscription where organization_id = ${organizationId}`.execute(db);
  await sql`delete from correction_overlay where organization_id = ${organizationId}`.execute(db);
  await sql`delete from organization_brand where organization_id = ${organizationId}`.execute(db);
  await sql`update organization set emptied_at = ${now(clock)} where id = ${organizationId}`.execute(db);
}

/** Goes on with deleted organizations that still have something. Returns how many there were. */
export async function emptyAllDeleted(db: Db, clock: Clock, jobs: JobsOfDeleted): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from organization where deleted_at is not null and emptied_at is null order by id`.execute(db);
  for (const { id } of rows) await emptyDeleted(db, clock, jobs, id);
  return rows.length;
}

/** Deliveries go before their endpoints. */
async function removeWebhooks(db: Db, organizationId: number, limit: number): Promise<number> {
  const endpoints = sql`select id from webhook where organization_id = ${organizationId} order by id limit ${limit}`;
  const { rows: deliveries } = await sql`
    delete from webhook_delivery where ctid = any (array(
      select d.ctid from webhook_delivery d where d.webhook_id in (${endpoints}) limit ${limit}
    )) returning id`.execute(db);
  if (deliveries.length === limit) return limit;
  const { rows } = await sql`delete from webhook where id in (${endpoints}) returning id`.execute(db);
  return deliveries.length + rows.length;
}

async function removeEvents(db: Db, organizationId: number, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from event where ctid = any (array(
      select e.ctid from event e where e.organization_id = ${organizationId} limit ${limit}
    )) returning id`.execute(db);
  return rows.length;
}

/** Turns, results, cards and events go with their conversation. */
async function removeConversations(db: Db, organizationId: number, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from conversation where id in (
      select id from conversation where organization_id = ${organizationId} limit ${Math.ceil(limit / 20)}
    ) returning id`.execute(db);
  return rows.length;
}

/** Runs go before their analyses: one analysis has any number of them. People and notices go with the analysis. */
async function removeAnalyses(db: Db, organizationId: number, limit: number): Promise<number> {
  const analyses = sql`
    select id from analysis where organization_id = ${organizationId} order by updated_at desc, code limit ${limit}`;
  const { rows: runs } = await sql`
    delete from analysis_run where ctid = any (array(
      select r.ctid from analysis_run r where r.analysis_id in (${analyses}) limit ${limit}
    )) returning id`.execute(db);
  if (runs.length === limit) return limit;
  const { rows } = await sql`delete from analysis where id in (${analyses}) returning id`.execute(db);
  return runs.length + rows.length;
}

async function removeProjects(db: Db, organizationId: number, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from project where id in (
      select id from project where organization_id = ${organizationId} limit ${limit}) returning id`.execute(db);
  return rows.length;
}

async function removeSubjects(db: Db, organizationId: number, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from subject where id in (
      select id from subject where organization_id = ${organizationId} limit ${limit}) returning id`.execute(db);
  return rows.length;
}

async function removeCorrections(db: Db, organizationId: number, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from store_correction where id in (
      select id from store_correction where organization_id = ${organizationId} limit ${limit}) returning id`.execute(
    db,
  );
  return rows.length;
}
