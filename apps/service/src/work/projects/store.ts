import type { Project } from '@hinterland/contract';
import { sql } from 'kysely';
import { type Clock, type Db, now } from '../../kit/db/database.ts';
import { liveOrganization } from '../../organizations/identity/live.ts';
import { isInside, isOwn, isReadable, type Reader } from '../analyses/access.ts';
import { newestFirst } from '../analyses/runs.ts';
import { answerIn } from '../analyses/said.ts';

/** A row of `project`. */
export interface ProjectRow {
  readonly id: string;
  readonly user_id: number;
  readonly user_name: string;
  readonly name: string;
  readonly note: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** What a project holds, by its id. */
interface Held {
  readonly subjects: Project['subjects'];
  readonly answers: Project['answers'];
  readonly hidden: number;
}

const NOTHING_HELD: Held = { subjects: [], answers: [], hidden: 0 };

const present = (clock: Clock) => sql<Date>`date_trunc('milliseconds', ${now(clock)})`;

/** Projects of an organization, those that changed last first; one of them where an id is given. */
export async function listProjects(db: Db, organizationId: number, id: string | null = null): Promise<ProjectRow[]> {
  const { rows } = await sql<ProjectRow>`
    select p.id, p.user_id, u.name as user_name, p.name, p.note, p.created_at, p.updated_at
    from project p join app_user u on u.id = p.user_id
    where p.organization_id = ${organizationId} ${id === null ? sql`` : sql`and p.id = ${id}`}
    order by p.updated_at desc, p.id`.execute(db);
  return rows;
}

/** Subjects of projects, and those of their analyses that the caller may read, both in order. */
export async function heldBy(
  db: Db,
  clock: Clock,
  caller: Reader,
  ids: readonly string[],
  language: string,
): Promise<(id: string) => Held> {
  const { rows: subjects } = await sql<Project['subjects'][number] & { project_id: string }>`
    select i.project_id, s.id, s.kind, s.name, s.lat, s.lng
    from project_subject i join subject s on s.id = i.subject_id
    where i.project_id = any (${ids}::text[]) order by i.position, s.id`.execute(db);
  const { rows: answers } = await sql<{
    project_id: string;
    code: string;
    name: string;
    own: boolean;
    readable: boolean;
    updated_at: Date;
    action_id: string | null;
    said: Parameters<typeof answerIn>[1] | null;
  }>`
    select i.project_id, a.code, a.name, ${isOwn(caller)} as own, ${isReadable(caller, clock)} as readable, a.updated_at,
      latest.action_id, case when ${isInside(caller)} then latest.said end as said
    from project_answer i join analysis a on a.id = i.analysis_id
    left join lateral (
      select r.action_id, r.said from analysis_run r where r.analysis_id = a.id order by ${newestFirst('r')} limit 1
    ) latest on true
    where i.project_id = any (${ids}::text[]) order by i.position, a.code`.execute(db);
  const held = new Map<string, Held>();
  const of = (id: string) => held.get(id) ?? NOTHING_HELD;
  for (const { project_id: id, ...subject } of subjects)
    held.set(id, { ...of(id), subjects: [...of(id).subjects, subject] });
  for (const { project_id: id, readable, updated_at, action_id: actionId, said, code, name, own } of answers) {
    const so = of(id);
    const { text = null, outcome = null } = (said === null ? null : answerIn(language, said, name)) ?? {};
    const answer = { code, name, own, actionId, text, outcome, updatedAt: updated_at.toISOString() };
    held.set(id, readable ? { ...so, answers: [...so.answers, answer] } : { ...so, hidden: so.hidden + 1 });
  }
  return of;
}

/** False where the organization was deleted. */
export async function insertProject(
  trx: Db,
  clock: Clock,
  organizationId: number,
  userId: number,
  { id, name, note }: Pick<ProjectRow, 'id' | 'name' | 'note'>,
): Promise<boolean> {
  const { rows } = await sql`
    insert into project (id, organization_id, user_id, name, note, created_at, updated_at)
    select ${id}, o.id, ${userId}::bigint, ${name}::text, ${note}::text, ${present(clock)}, ${present(clock)}
    from ${liveOrganization(organizationId)} o returning id`.execute(trx);
  return rows.length > 0;
}

/** Changes the row and thereby locks it: of two changes at once one waits. False where it is gone. */
export async function changeProject(
  trx: Db,
  clock: Clock,
  organizationId: number,
  id: string,
  { name = null, note = null }: { readonly name?: string | null; readonly note?: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    update project set name = coalesce(${name}, name), note = coalesce(${note}, note), updated_at = ${present(clock)}
    where organization_id = ${organizationId} and id = ${id} returning id`.execute(trx);
  return rows.length > 0;
}

/** Puts these subjects of the organization in place of those of a project, in this order. Returns how many of them are there. */
export async function putSubjects(
  trx: Db,
  organizationId: number,
  id: string,
  ids: readonly string[],
): Promise<number> {
  await sql`delete from project_subject where project_id = ${id}`.execute(trx);
  const { rows } = await sql`
    insert into project_subject (project_id, subject_id, position)
    select ${id}, s.id, w.position from unnest(${ids}::text[]) with ordinality as w (id, position)
    join subject s on s.id = w.id and s.organization_id = ${organizationId} returning subject_id`.execute(trx);
  return rows.length;
}

/**
 * Puts these analyses in place of those of a project that the caller may read, in this order; the others stay behind them. Returns
 * how many of them the caller may read.
 */
export async function putAnswers(
  trx: Db,
  clock: Clock,
  caller: Reader,
  id: string,
  codes: readonly string[],
): Promise<number> {
  await sql`
    delete from project_answer i using analysis a
    where i.project_id = ${id} and a.id = i.analysis_id and ${isReadable(caller, clock)}`.execute(trx);
  await sql`update project_answer set position = position + ${codes.length} where project_id = ${id}`.execute(trx);
  const { rows } = await sql`
    insert into project_answer (project_id, analysis_id, position)
    select ${id}, a.id, w.position from unnest(${codes}::text[]) with ordinality as w (code, position)
    join analysis a on a.code = w.code and ${isReadable(caller, clock)} returning analysis_id`.execute(trx);
  return rows.length;
}

/** Adds an analysis that the caller may read behind the others; one that is there stays where it is. False where there is none. */
export async function addAnswer(trx: Db, clock: Clock, caller: Reader, id: string, code: string): Promise<boolean> {
  const { rows } = await sql`
    insert into project_answer (project_id, analysis_id, position)
    select ${id}, a.id, (select coalesce(max(position), 0) + 1 from project_answer where project_id = ${id})
    from analysis a where a.code = ${code} and ${isReadable(caller, clock)}
    on conflict (project_id, analysis_id) do update set position = project_answer.position
    returning analysis_id`.execute(trx);
  return rows.length > 0;
}

export async function countAnswers(trx: Db, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from project_answer where project_id = ${id}`.execute(trx);
  return rows[0]!.count;
}

/** False where it is gone already. Its subjects and analyses stay. */
export async function deleteProject(trx: Db, organizationId: number, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from project where organization_id = ${organizationId} and id = ${id} returning id`.execute(trx);
  return rows.length > 0;
}

export async function countProjects(db: Db, organizationId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from project where organization_id = ${organizationId}`.execute(db);
  return rows[0]!.count;
}
