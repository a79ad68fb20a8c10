import { LIMITS } from '@hinterland/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Clock, type Db, now } from '../../../kit/db/database.ts';
import { newUlid } from '../../../kit/ulid.ts';
import type { ModelCall } from '../model/model.ts';
import type { NewTurn, TurnHead } from '../schemas.ts';
import { isIdOf } from './id.ts';

/** What is stored of an exchange with the model: results of cards are filled in once the cards have ended. */
export type StoredMessage =
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly ModelCall[] }
  | { readonly role: 'tool'; readonly results: readonly StoredResult[] };

export type StoredResult = { readonly id: string; readonly tool: string } & (
  | { readonly text: string }
  | { readonly card: string }
);

export interface TurnRow {
  readonly id: string;
  readonly conversation_id: string;
  readonly no: number;
  readonly state: TurnHead['state'];
  readonly question: string;
  readonly looking: NewTurn['looking'] | null;
  readonly messages: readonly StoredMessage[];
  readonly parts: number;
  readonly tool_calls: number;
  readonly model_milliseconds: number;
  readonly tokens_in: number;
  readonly tokens_out: number;
  readonly error_code: string | null;
  readonly error_detail: string | null;
  readonly started_at: Date;
  readonly ended_at: Date | null;
}

/** Needs the row of the table under this name. */
const turnColumns = (table: string): RawBuilder<unknown> =>
  sql.join(
    [
      'id',
      'conversation_id',
      'no',
      'state',
      'question',
      'looking',
      'messages',
      'parts',
      'tool_calls',
      'model_milliseconds',
      'tokens_in',
      'tokens_out',
      'error_code',
      'error_detail',
      'started_at',
      'ended_at',
    ].map((name) => sql.ref(`${table}.${name}`)),
  );

/** A process that works on a turn renews its lease before this time is over. */
export const TURN_LEASE_SECONDS = LIMITS.holdLeaseSeconds;
const lease = (clock: Clock) => sql`${now(clock)} + make_interval(secs => ${TURN_LEASE_SECONDS})`;

export async function insertTurn(trx: Db, clock: Clock, conversationId: string, asked: NewTurn): Promise<TurnRow> {
  const looking = asked.looking === undefined ? null : JSON.stringify(asked.looking);
  const { rows } = await sql<TurnRow>`
    insert into conversation_turn (id, conversation_id, no, state, question, looking, lease_until, started_at)
    select ${`turn_${newUlid()}`}::text, ${conversationId}::text, coalesce(max(no), 0) + 1, 'running', ${asked.text}::text,
      ${looking}::json, ${lease(clock)}, date_trunc('milliseconds', ${now(clock)})
    from conversation_turn where conversation_id = ${conversationId}
    returning ${turnColumns('conversation_turn')}`.execute(trx);
  return rows[0] as TurnRow;
}

/** Turns of a conversation, in order. */
export async function readTurns(db: Db, conversationId: string): Promise<TurnRow[]> {
  const { rows } = await sql<TurnRow>`
    select ${turnColumns('conversation_turn')} from conversation_turn where conversation_id = ${conversationId} order by no`.execute(
    db,
  );
  return rows;
}

export async function readTurn(db: Db, conversationId: string, id: string): Promise<TurnRow | null> {
  if (!isIdOf('turn', id)) return null;
  const { rows } = await sql<TurnRow>`
    select ${turnColumns('conversation_turn')} from conversation_turn where conversation_id = ${conversationId} and id = ${id}`.execute(
    db,
  );
  return rows[0] ?? null;
}

export async function openTurn(db: Db, conversationId: string): Promise<TurnRow | null> {
  const { rows } = await sql<TurnRow>`
    select ${turnColumns('conversation_turn')} from conversation_turn
    where conversation_id = ${conversationId} and state in ('running', 'waiting')`.execute(db);
  return rows[0] ?? null;
}

/** Turns that run now, of the user and of the organization. */
export async function runningTurns(
  trx: Db,
  organizationId: number,
  userId: number,
): Promise<{ readonly mine: number; readonly all: number }> {
  const { rows } = await sql<{ mine: number; all: number }>`
    select count(*) filter (where c.user_id = ${userId}) as mine, count(*) as all
    from conversation_turn t join conversation c on c.id = t.conversation_id
    where t.state = 'running' and c.organization_id = ${organizationId}`.execute(trx);
  return rows[0] as { mine: number; all: number };
}

/** Progress of a turn, stored after each step. */
export interface Progress {
  readonly messages: readonly StoredMessage[];
  readonly parts: number;
  readonly toolCalls: number;
  readonly modelMilliseconds: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

export async function saveProgress(db: Db, id: string, made: Progress): Promise<void> {
  await sql`
    update conversation_turn set messages = ${JSON.stringify(made.messages)}, parts = ${made.parts},
      tool_calls = ${made.toolCalls}, model_milliseconds = ${Math.round(made.modelMilliseconds)},
      tokens_in = ${made.tokensIn}, tokens_out = ${made.tokensOut}
    where id = ${id}`.execute(db);
}

/** Extends the lease of a turn; false where it is no longer running. */
export async function renewTurn(db: Db, clock: Clock, id: string): Promise<boolean> {
  const { rows } = await sql`
    update conversation_turn t set lease_until = ${lease(clock)}
    from conversation c join membership m on m.user_id = c.user_id and m.organization_id = c.organization_id
    where t.id = ${id} and t.state = 'running' and c.id = t.conversation_id returning t.id`.execute(db);
  return rows.length === 1;
}

/** Lets a turn run, under a new lease; null where it does not wait. */
export async function resumeTurn(trx: Db, clock: Clock, id: string): Promise<TurnRow | null> {
  if (!isIdOf('turn', id)) return null;
  const { rows } = await sql<TurnRow>`
    update conversation_turn set state = 'running', lease_until = ${lease(clock)}
    where id = ${id} and state = 'waiting' returning ${turnColumns('conversation_turn')}`.execute(trx);
  return rows[0] ?? null;
}

/** Ends a turn that runs or waits, or lets a running one wait; null where it has ended before. */
export async function settleTurn(
  trx: Db,
  clock: Clock,
  id: string,
  state: Exclude<TurnHead['state'], 'running'>,
  error: { readonly code: string; readonly detail: string } | null = null,
): Promise<TurnRow | null> {
  const endedAt = state === 'waiting' ? sql`null` : sql`date_trunc('milliseconds', ${now(clock)})`;
  const { rows } = await sql<TurnRow>`
    update conversation_turn set state = ${state}, lease_until = null, ended_at = ${endedAt},
      error_code = ${error?.code ?? null}, error_detail = ${error?.detail ?? null}
    where id = ${id} and state in ('running', 'waiting') returning ${turnColumns('conversation_turn')}`.execute(trx);
  return rows[0] ?? null;
}

/** Running turns whose process has gone. */
export async function lostTurns(db: Db, clock: Clock): Promise<TurnRow[]> {
  const { rows } = await sql<TurnRow>`
    select ${turnColumns('conversation_turn')} from conversation_turn where lease_until < ${now(clock)} order by lease_until limit 100`.execute(
    db,
  );
  return rows;
}

/** Adds one part to a turn and returns its place. */
export async function takePart(trx: Db, id: string): Promise<number> {
  const { rows } = await sql<{ place: number }>`
    update conversation_turn set parts = parts + 1 where id = ${id} returning parts - 1 as place`.execute(trx);
  return rows[0]?.place ?? 0;
}

export const headOf = (row: TurnRow): TurnHead => ({
  id: row.id,
  state: row.state,
  question: row.question,
  startedAt: row.started_at.toISOString(),
  ...(row.ended_at === null ? {} : { endedAt: row.ended_at.toISOString() }),
  ...(row.error_code === null ? {} : { error: { code: row.error_code, detail: row.error_detail ?? '' } }),
  ...(row.tokens_in + row.tokens_out === 0 ? {} : { tokens: row.tokens_in + row.tokens_out }),
});
