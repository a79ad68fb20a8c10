import { LIMITS } from '@hinterland/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Clock, type Db, now } from '../../../kit/db/database.ts';
import { ProblemError } from '../../../kit/problem.ts';
import { newUlid } from '../../../kit/ulid.ts';
import type { Member } from '../../../kit/who.ts';
import type { ConversationItem } from '../schemas.ts';
import { isIdOf } from './id.ts';

export interface ConversationRow {
  readonly id: string;
  readonly organization_id: number;
  readonly user_id: number;
  readonly title: string;
  readonly analysis_code: string | null;
  readonly credit_cap: number;
  readonly last_event: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly expires_at: Date;
}

/** Needs the row of the table under this name. */
const conversationColumns = (table: string): RawBuilder<unknown> =>
  sql.join(
    [
      'id',
      'organization_id',
      'user_id',
      'title',
      'analysis_code',
      'credit_cap',
      'last_event',
      'created_at',
      'updated_at',
      'expires_at',
    ].map((name) => sql.ref(`${table}.${name}`)),
  );

/** A conversation belongs to a user in an organization: to nobody else, whatever their role. */
type Owner = Pick<Member, 'organization' | 'user'>;

const unknownConversation = () =>
  new ProblemError('not_found', 'There is no conversation with this id, or it is not yours.');

export async function insertConversation(
  db: Db,
  clock: Clock,
  { organization, user }: Owner,
  wanted: { readonly analysis: string | null; readonly creditCap: number },
): Promise<ConversationRow> {
  const { rows } = await sql<ConversationRow>`
    with present as materialized (select date_trunc('milliseconds', ${now(clock)}) as at)
    insert into conversation (id, organization_id, user_id, title, analysis_code, credit_cap, created_at, updated_at, expires_at)
    select ${`conv_${newUlid()}`}::text, ${organization.id}::bigint, ${user.id}::bigint, '', ${wanted.analysis}::text,
      ${wanted.creditCap}::integer, at, at, at + make_interval(days => ${LIMITS.assistantKeptDays})
    from present
    where (select count(*) from conversation where organization_id = ${organization.id} and user_id = ${user.id})
      < ${LIMITS.assistantConversationsPerUser}
    returning ${conversationColumns('conversation')}`.execute(db);
  if (rows[0] !== undefined) return rows[0];
  const maximum = LIMITS.assistantConversationsPerUser;
  throw new ProblemError(
    'organization_limit_reached',
    `You have ${maximum} conversations here, which is the most there may be. Delete some first.`,
    { policy: 'assistant_conversations', maximum, present: maximum },
  );
}

/** Throws not_found. */
export async function findConversation(db: Db, owner: Owner, id: string): Promise<ConversationRow> {
  if (!isIdOf('conv', id)) throw unknownConversation();
  const { rows } = await sql<ConversationRow>`
    select ${conversationColumns('conversation')} from conversation
    where id = ${id} and organization_id = ${owner.organization.id} and user_id = ${owner.user.id}`.execute(db);
  if (rows[0] === undefined) throw unknownConversation();
  return rows[0];
}

/** As findConversation; holds off everybody else who changes the conversation, its turns or its cards. */
export async function lockConversation(trx: Db, owner: Owner, id: string): Promise<ConversationRow> {
  if (!isIdOf('conv', id)) throw unknownConversation();
  const { rows } = await sql<ConversationRow>`
    select ${conversationColumns('conversation')} from conversation
    where id = ${id} and organization_id = ${owner.organization.id} and user_id = ${owner.user.id} for update`.execute(
    trx,
  );
  if (rows[0] === undefined) throw unknownConversation();
  return rows[0];
}

/** Locks the conversation of that id, whoever owns it; for what nobody has clicked. */
export async function lockById(trx: Db, id: RawBuilder<unknown>): Promise<void> {
  await sql`select 1 from conversation where id = ${id} for update`.execute(trx);
}

const LISTED = 50;

/** The owner's conversations, last changed first; `cursor` is that of the page before. */
export async function listConversations(
  db: Db,
  { organization, user }: Owner,
  cursor: string | undefined,
): Promise<{ items: ConversationItem[]; next: string | null }> {
  const [, at, id] = /^(\d{4}-[\d:.TZ-]+)~(\w+)$/.exec(cursor ?? '') ?? [];
  const behind = at === undefined ? sql`true` : sql`(updated_at, id) < (${at}::timestamptz, ${id}::text)`;
  const { rows } = await sql<ConversationRow & { place: string }>`
    select ${conversationColumns('conversation')}, to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place from conversation
    where organization_id = ${organization.id} and user_id = ${user.id} and ${behind}
    order by updated_at desc, id desc limit ${LISTED + 1}`.execute(db);
  const last = rows[LISTED - 1];
  const next = rows.length > LISTED && last !== undefined ? `${last.place}~${last.id}` : null;
  return { items: rows.slice(0, LISTED).map(itemOf), next };
}

export const itemOf = (row: ConversationRow): ConversationItem => ({
  id: row.id,
  title: row.title,
  analysis: row.analysis_code,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

export async function changeConversation(
  db: Db,
  id: string,
  { title, creditCap }: { readonly title?: string | undefined; readonly creditCap?: number | undefined },
): Promise<void> {
  await sql`
    update conversation set title = coalesce(${title ?? null}, title), credit_cap = coalesce(${creditCap ?? null}::integer, credit_cap)
    where id = ${id}`.execute(db);
}

/** Binds the conversation to an analysis, once. */
export async function bindAnalysis(db: Db, id: string, code: string): Promise<void> {
  await sql`update conversation set analysis_code = ${code} where id = ${id}`.execute(db);
}

export async function deleteConversation(db: Db, id: string): Promise<void> {
  await sql`delete from conversation where id = ${id}`.execute(db);
}

/** Removes conversations that nobody has changed for so long. Returns how many. */
export async function removeOldConversations(db: Db, clock: Clock): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from conversation where id in (
      select id from conversation where expires_at < ${now(clock)} order by expires_at limit 200
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}
