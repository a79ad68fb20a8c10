import { LIMITS } from '@hinterland/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Clock, type Db, now } from '../../../kit/db/database.ts';
import type { Part, Turn, TurnHead } from '../schemas.ts';

/** What a page is told of a conversation. */
export type AssistantEvent =
  | { readonly event: 'turn'; readonly data: { readonly turn: TurnHead } }
  | { readonly event: 'part'; readonly data: { readonly turnId: string; readonly index: number; readonly part: Part } }
  | {
      readonly event: 'text';
      readonly data: { readonly turnId: string; readonly index: number; readonly delta: string };
    }
  | { readonly event: 'conversation'; readonly data: { readonly analysis: string } }
  | { readonly event: 'done'; readonly data: { readonly turnId: string } };

/** An event with its number, which grows by one within a conversation. */
export type NumberedEvent = AssistantEvent & { readonly no: number };

/**
 * Adds events to a conversation. The row of the conversation is locked until the transaction ends, so that numbers become
 * visible in their order. Does nothing where the conversation is gone.
 */
export async function appendEvents(db: Db, clock: Clock, id: string, events: readonly AssistantEvent[]): Promise<void> {
  if (events.length > 0) await append(db, clock, id, events, sql`true`);
}

/** As appendEvents, as long as the turn is running; false where it is not, and then nothing is added. */
export const appendToRunning = (
  db: Db,
  clock: Clock,
  id: string,
  turnId: string,
  events: readonly AssistantEvent[],
): Promise<boolean> =>
  append(db, clock, id, events, sql`exists (select from conversation_turn where id = ${turnId} and state = 'running')`);

async function append(
  db: Db,
  clock: Clock,
  id: string,
  events: readonly AssistantEvent[],
  condition: RawBuilder<unknown>,
): Promise<boolean> {
  const { rows } = await sql`
    with numbered as (
      update conversation set last_event = last_event + ${events.length}::integer, updated_at = ${now(clock)},
        expires_at = ${now(clock)} + make_interval(days => ${LIMITS.assistantKeptDays})
      where id = ${id} and ${condition} returning last_event - ${events.length}::integer as before
    )
    insert into conversation_event (conversation_id, no, event, data)
    select ${id}::text, before + place, event, data::json
    from numbered, unnest(${events.map(({ event }) => event)}::text[], ${events.map(({ data }) => JSON.stringify(data))}::text[])
      with ordinality as e (event, data, place)
    returning no`.execute(db);
  return rows.length > 0;
}

/** Events behind a number, oldest first. */
export async function readEvents(db: Db, id: string, after: number, limit: number): Promise<NumberedEvent[]> {
  const { rows } = await sql<{ no: number; event: string; data: unknown }>`
    select no, event, data from conversation_event
    where conversation_id = ${id} and no > ${after} order by no limit ${limit}`.execute(db);
  return rows as NumberedEvent[];
}

/** The turns of a conversation, as its events have made them: so they are those of one moment. */
export function turnsOf(events: readonly AssistantEvent[]): Turn[] {
  const turns = new Map<string, Turn>();
  for (const one of events) {
    if (one.event === 'turn') {
      const { turn } = one.data;
      turns.set(turn.id, { ...turn, parts: turns.get(turn.id)?.parts ?? [] });
    } else if (one.event === 'part' || one.event === 'text') {
      const parts = turns.get(one.data.turnId)?.parts;
      if (parts === undefined) continue;
      const part = parts[one.data.index];
      if (one.event === 'part') parts[one.data.index] = one.data.part;
      else if (part?.type === 'text') parts[one.data.index] = { ...part, text: part.text + one.data.delta };
    }
  }
  return [...turns.values()];
}
