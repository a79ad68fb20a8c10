import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { type Clock, type Db, now } from '../../../kit/db/database.ts';
import { newUlid } from '../../../kit/ulid.ts';
import type { PlaceJob, PlacePlan, Progress, Result, WantedPlace } from './schemas.ts';

/** A process that works on a place says so more often than this. */
export const LEASE_SECONDS = 30;
const LISTED = 10;

export interface JobRow {
  readonly id: string;
  readonly place: string;
  readonly radius_km: number;
  readonly asked_by: number;
  readonly asker: string;
  /** Null where the operator asked. */
  readonly organization_id: number | null;
  readonly plan: PlacePlan;
  readonly state: PlaceJob['state'];
  readonly progress: Progress | null;
  readonly result: Result | null;
  readonly fault: string | null;
  readonly is_stopping: boolean;
  readonly started_at: Date;
  readonly finished_at: Date | null;
}

/** A job that this process works on while the row has its token. */
export interface HeldJob {
  readonly id: string;
  readonly token: string;
}

/** The newest jobs. One whose lease has ended is interrupted, whether or not anybody has written that down. */
export async function latestJobs(db: Db, clock: Clock): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    select j.id, j.place, j.radius_km, j.asked_by, u.name as asker, j.organization_id, j.plan,
      case when j.lease_until < ${now(clock)} then 'interrupted' else j.state end as state,
      j.progress, j.result, j.fault, j.is_stopping, j.started_at,
      case when j.lease_until < ${now(clock)} then j.lease_until else j.finished_at end as finished_at
    from place_job j join app_user u on u.id = j.asked_by
    order by j.started_at desc, j.id desc limit ${LISTED}`.execute(db);
  return rows;
}

/** Begins a job, unless one is under way: then null. */
export async function beginJob(
  db: Db,
  clock: Clock,
  { place, radiusKm }: WantedPlace,
  plan: PlacePlan,
  { userId, organizationId }: { readonly userId: number; readonly organizationId: number | null },
): Promise<HeldJob | null> {
  await sql`
    update place_job set state = 'interrupted', finished_at = lease_until, lease_until = null, lease_token = null
    where state = 'running' and lease_until < ${now(clock)}`.execute(db);
  const held = { id: `plc_${newUlid()}`, token: randomUUID() };
  const { rows } = await sql`
    insert into place_job (id, place, radius_km, asked_by, organization_id, plan, state, lease_token, lease_until, started_at)
    values (${held.id}, ${place}, ${radiusKm}, ${userId}, ${organizationId}::bigint, ${JSON.stringify(plan)}::json, 'running', ${held.token},
      ${lease(clock)}, date_trunc('milliseconds', ${now(clock)}))
    on conflict (state) where state = 'running' do nothing returning id`.execute(db);
  return rows.length === 0 ? null : held;
}

/** Says that work goes on, and how far it is. Null where another process has it; else whether it is to stop. */
export async function renewJob(
  db: Db,
  clock: Clock,
  { id, token }: HeldJob,
  progress: Progress | null,
): Promise<{ isStopping: boolean } | null> {
  const { rows } = await sql<{ is_stopping: boolean }>`
    update place_job set lease_until = ${lease(clock)}, progress = ${jsonOf(progress)}
    where id = ${id} and lease_token = ${token} and state = 'running' returning is_stopping`.execute(db);
  return rows[0] === undefined ? null : { isStopping: rows[0].is_stopping };
}

export interface End {
  readonly state: Exclude<PlaceJob['state'], 'running'>;
  readonly progress: Progress | null;
  readonly result?: Result;
  readonly fault?: string;
}

export async function endJob(db: Db, clock: Clock, { id, token }: HeldJob, end: End): Promise<void> {
  await sql`
    update place_job set state = ${end.state}, progress = ${jsonOf(end.progress)}, result = ${jsonOf(end.result ?? null)},
      fault = ${end.fault ?? null}, finished_at = date_trunc('milliseconds', ${now(clock)}), lease_until = null, lease_token = null
    where id = ${id} and lease_token = ${token} and state = 'running'`.execute(db);
}

/** Asks the process that works on it to stop. False where nobody does. */
export async function askToStop(db: Db, clock: Clock, id: string): Promise<boolean> {
  const { rows } = await sql`
    update place_job set is_stopping = true
    where id = ${id} and state = 'running' and lease_until >= ${now(clock)} returning id`.execute(db);
  return rows.length > 0;
}

const lease = (clock: Clock) => sql`${now(clock)} + make_interval(secs => ${LEASE_SECONDS})`;

const jsonOf = (value: object | null): RawBuilder<unknown> =>
  sql`${value === null ? null : JSON.stringify(value)}::json`;
