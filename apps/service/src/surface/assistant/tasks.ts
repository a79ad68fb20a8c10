import { said } from '@hinterland/answers/said';
import { sql } from 'kysely';
import type { Clock, Db } from '../../kit/db/database.ts';
import { expireCard, keyOfCard } from './cards.ts';
import type { AssistantSettings } from './settings.ts';
import { cardOf, cardsOfTurn, deadCards, endCard } from './store/cards.ts';
import { lockById, removeOldConversations } from './store/conversations.ts';
import { appendEvents } from './store/events.ts';
import { lostTurns, readTurn, type TurnRow } from './store/turns.ts';
import { settle } from './turn/work.ts';

const LOST = {
  state: 'failed',
  error: { code: 'lost', detail: 'The process that answered was lost. Ask again; runs that were charged are stored.' },
} as const;

/** Ends cards that nobody clicked in time, and turns whose process has gone. */
export async function tidyAssistant(settings: AssistantSettings): Promise<void> {
  const { db, clock } = settings;
  for (const { id } of await deadCards(db, clock)) await expireCard(settings, id);
  for (const turn of await lostTurns(db, clock)) await endLost(settings, turn);
}

/** Removes conversations 90 days after their last change. */
export async function removeExpiredConversations(db: Db, clock: Clock): Promise<void> {
  while ((await removeOldConversations(db, clock)) > 0);
}

/** A card that ran in the lost process was charged or not: the ledger says which. */
async function endLost(settings: AssistantSettings, turn: TurnRow): Promise<void> {
  const { db, clock, toolbox, nudges } = settings;
  await db.transaction().execute(async (trx) => {
    await lockById(trx, sql`${turn.conversation_id}`);
    const present = await readTurn(trx, turn.conversation_id, turn.id);
    if (present?.state !== 'running') return;
    const cards = await cardsOfTurn(trx, turn.id);
    const holds = await holdsOf(
      trx,
      turn.conversation_id,
      cards.map(({ id }) => keyOfCard(id)),
    );
    const running = cards.filter(({ state }) => state === 'running');
    if (running.some(({ id }) => holds.get(keyOfCard(id)) === 'held')) return; // its end is near: the hold has a lease, too
    for (const card of running) {
      const charged = holds.get(keyOfCard(card.id)) === 'committed';
      const ended = await endCard(trx, card.id, ['running'], {
        state: charged ? 'done' : 'failed',
        told: charged ? 'The run was charged; its result is stored in the analysis.' : said('run_lost').text,
        detail: charged ? 'The run was charged; its result is stored in the analysis.' : said('run_lost').text,
      });
      if (ended === null) continue;
      await appendEvents(trx, clock, turn.conversation_id, [
        {
          event: 'part',
          data: {
            turnId: turn.id,
            index: ended.part,
            part: { type: 'card', card: cardOf(ended, toolbox.titleOf(ended.action_id)) },
          },
        },
      ]);
    }
    await settle(trx, settings, turn, LOST);
  });
  nudges.nudge(turn.conversation_id);
}

async function holdsOf(trx: Db, conversationId: string, keys: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string | null; state: string }>`
    select h.idempotency_key as key, h.state from credit_hold h
    join conversation c on c.organization_id = h.organization_id
    where c.id = ${conversationId} and h.idempotency_key = any (${keys}::text[]) and h.state <> 'released'`.execute(
    trx,
  );
  return new Map(rows.map(({ key, state }) => [key ?? '', state]));
}
