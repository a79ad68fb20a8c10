import { LIMITS } from '@hinterland/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Clock, type Db, now } from '../../../kit/db/database.ts';
import { newUlid } from '../../../kit/ulid.ts';
import type { Card } from '../schemas.ts';
import { isIdOf } from './id.ts';
import { nameOfResult } from './results.ts';

export interface CardRow {
  readonly id: string;
  readonly conversation_id: string;
  readonly turn_id: string;
  readonly part: number;
  /** The card whose price had changed. */
  readonly replaces: string | null;
  readonly call_id: string;
  readonly action_id: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly input_digest: Buffer;
  readonly quoted_credits: number;
  readonly lines: Card['quote']['lines'];
  readonly balance_after: number;
  readonly state: Card['state'];
  readonly told: string | null;
  readonly detail: string | null;
  readonly result_no: number | null;
  readonly analysis_code: string | null;
  readonly version_no: number | null;
  readonly expires_at: Date;
}

/** Needs the row of the table under this name. */
const cardColumns = (table: string): RawBuilder<unknown> =>
  sql.join(
    [
      'id',
      'conversation_id',
      'turn_id',
      'part',
      'replaces',
      'call_id',
      'action_id',
      'tool',
      'input',
      'input_digest',
      'quoted_credits',
      'lines',
      'balance_after',
      'state',
      'told',
      'detail',
      'result_no',
      'analysis_code',
      'version_no',
      'expires_at',
    ].map((name) => sql.ref(`${table}.${name}`)),
  );

export type NewCard = Pick<
  CardRow,
  | 'conversation_id'
  | 'turn_id'
  | 'part'
  | 'replaces'
  | 'call_id'
  | 'action_id'
  | 'tool'
  | 'input'
  | 'input_digest'
  | 'quoted_credits'
  | 'lines'
  | 'balance_after'
>;

export async function insertCard(db: Db, clock: Clock, made: NewCard): Promise<CardRow> {
  const { rows } = await sql<CardRow>`
    insert into conversation_card (id, conversation_id, turn_id, part, replaces, call_id, action_id, tool, input,
      input_digest, quoted_credits, lines, balance_after, state, expires_at)
    values (${`card_${newUlid()}`}, ${made.conversation_id}, ${made.turn_id}, ${made.part}, ${made.replaces},
      ${made.call_id}, ${made.action_id},
      ${made.tool}, ${JSON.stringify(made.input)}, ${made.input_digest}, ${made.quoted_credits}, ${JSON.stringify(made.lines)},
      ${made.balance_after}, 'open',
      date_trunc('milliseconds', ${now(clock)}) + make_interval(mins => ${LIMITS.assistantCardMinutes}))
    returning ${cardColumns('conversation_card')}`.execute(db);
  return rows[0] as CardRow;
}

export async function readCard(db: Db, conversationId: string, id: string): Promise<CardRow | null> {
  if (!isIdOf('card', id)) return null;
  const { rows } = await sql<CardRow>`
    select ${cardColumns('conversation_card')} from conversation_card where conversation_id = ${conversationId} and id = ${id}`.execute(
    db,
  );
  return rows[0] ?? null;
}

export async function cardsOfTurn(db: Db, turnId: string): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select ${cardColumns('conversation_card')} from conversation_card where turn_id = ${turnId} order by part, id`.execute(
    db,
  );
  return rows;
}

export async function cardsOfConversation(db: Db, conversationId: string): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select ${cardColumns('conversation_card')} from conversation_card where conversation_id = ${conversationId} order by id`.execute(
    db,
  );
  return rows;
}

/** Credits of the cards that were run, those that run now included. */
export async function creditsSpent(db: Db, conversationId: string): Promise<number> {
  const { rows } = await sql<{ credits: number }>`
    select coalesce(sum(quoted_credits), 0)::float8 as credits from conversation_card
    where conversation_id = ${conversationId} and state in ('running', 'done')`.execute(db);
  return rows[0]?.credits ?? 0;
}

/** Lets an open card run; null where it is not open, or has died by now. Of two clicks one gets the card. */
export async function claimCard(trx: Db, clock: Clock, id: string): Promise<CardRow | null> {
  const { rows } = await sql<CardRow>`
    update conversation_card set state = 'running'
    where id = ${id} and state = 'open' and expires_at > ${now(clock)} returning ${cardColumns('conversation_card')}`.execute(
    trx,
  );
  return rows[0] ?? null;
}

/** What becomes of a card. */
export interface CardEnd {
  readonly state: Exclude<Card['state'], 'running'>;
  /** What the model is told; null leaves it to a later end. */
  readonly told: string | null;
  readonly detail?: string;
  readonly resultNo?: number;
  readonly analysis?: string | null;
  readonly version?: number | null;
}

/** Ends a card that is in one of these states; null where it is in another. */
export async function endCard(
  trx: Db,
  id: string,
  from: readonly Card['state'][],
  end: CardEnd,
): Promise<CardRow | null> {
  const { rows } = await sql<CardRow>`
    update conversation_card set state = ${end.state}, told = ${end.told}, detail = ${end.detail ?? null},
      result_no = ${end.resultNo ?? null}, analysis_code = ${end.analysis ?? null}, version_no = ${end.version ?? null}
    where id = ${id} and state = any (${from}::text[]) returning ${cardColumns('conversation_card')}`.execute(trx);
  return rows[0] ?? null;
}

/** Open cards that have died. */
export async function deadCards(db: Db, clock: Clock): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select ${cardColumns('conversation_card')} from conversation_card where state = 'open' and expires_at <= ${now(clock)}
    order by expires_at limit 200`.execute(db);
  return rows;
}

export const cardOf = (row: CardRow, title: string): Card => ({
  id: row.id,
  action: row.action_id,
  title,
  state: row.state,
  input: { ...row.input },
  quote: { lines: [...row.lines], credits: row.quoted_credits, balanceAfter: row.balance_after },
  expiresAt: row.expires_at.toISOString(),
  ...(row.analysis_code === null ? {} : { analysis: row.analysis_code }),
  ...(row.version_no === null ? {} : { version: row.version_no }),
  ...(row.result_no === null ? {} : { callId: nameOfResult(row.result_no) }),
  ...(row.detail === null ? {} : { detail: row.detail }),
});
