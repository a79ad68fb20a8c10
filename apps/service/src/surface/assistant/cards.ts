import { type Sentence, said } from '@hinterland/answers/said';
import { sql } from 'kysely';
import { note } from '../../kit/audit/note.ts';
import type { Db } from '../../kit/db/database.ts';
import { ProblemError } from '../../kit/problem.ts';
import type { Member } from '../../kit/who.ts';
import { askerOf, callOf } from './asker.ts';
import { cleanText, digestOf, fenced } from './evidence/untrusted.ts';
import type { Card } from './schemas.ts';
import type { AssistantSettings } from './settings.ts';
import {
  type CardEnd,
  type CardRow,
  cardOf,
  cardsOfTurn,
  claimCard,
  creditsSpent,
  endCard,
  insertCard,
  readCard,
} from './store/cards.ts';
import {
  bindAnalysis,
  type ConversationRow,
  findConversation,
  lockById,
  lockConversation,
} from './store/conversations.ts';
import { appendEvents } from './store/events.ts';
import { insertResult, nameOfResult } from './store/results.ts';
import { headOf, readTurn, resumeTurn, type TurnRow, takePart } from './store/turns.ts';
import { faultOf } from './turn/calling.ts';
import { linesOf } from './turn/propose.ts';
import { Stopping, settle, type Work } from './turn/work.ts';
import { TurnEnded } from './turn/writer.ts';

/** Price cards: only a click on one runs a charged action, with the stored input, at the stored price, once. */
export interface Cards {
  /** Throws not_found, card_not_open, organization_limit_reached, quote_changed, insufficient_credits and rate_limited. */
  run(member: Member, conversationId: string, cardId: string): Promise<Card>;
  /** Throws not_found and card_not_open. */
  decline(member: Member, conversationId: string, cardId: string): Promise<Card>;
}

/** Faults after which the card is open as before: nothing was charged, and the same click may succeed later. */
const OPEN_AGAIN = ['insufficient_credits', 'rate_limited', 'service_unavailable', 'idempotency_in_progress'];

const DECLINED = 'The person declined this run. Nothing was run or charged.';

const GIVEN_UP = {
  detail: 'The run was ended before it was charged.',
  told: 'The run was ended. Nothing was charged.',
};

/** The idempotency key of a card: whatever happens, its run is charged once. */
export const keyOfCard = (id: string): string => `assistant-${id}`;

export function makeCards(settings: AssistantSettings, work: Work): Cards {
  const { db, clock, nudges, toolbox } = settings;
  const shown = (row: CardRow): Card => cardOf(row, toolbox.titleOf(row.action_id));
  const tell = async (trx: Db, row: CardRow, more: Parameters<typeof appendEvents>[3] = []) =>
    appendEvents(trx, clock, row.conversation_id, [
      { event: 'part', data: { turnId: row.turn_id, index: row.part, part: { type: 'card', card: shown(row) } } },
      ...more,
    ]);
  const end = (row: CardRow, from: readonly Card['state'][], how: CardEnd): Promise<CardRow | null> =>
    db.transaction().execute(async (trx) => {
      const ended = await endCard(trx, row.id, from, how);
      if (ended !== null) await tell(trx, ended);
      return ended;
    });

  /** Gives the card to this click, and lets its turn run. */
  async function claim(
    member: Member,
    conversationId: string,
    cardId: string,
  ): Promise<{ row: CardRow; turn: TurnRow }> {
    const claimed = await db.transaction().execute(async (trx) => {
      const conversation = await lockConversation(trx, member, conversationId);
      const card = await readCard(trx, conversationId, cardId);
      if (card === null) throw unknownCard();
      if (card.state !== 'open') throw notOpen(card.state);
      const spent = await creditsSpent(trx, conversationId);
      if (spent + card.quoted_credits > conversation.credit_cap) throw overCap(conversation, spent, card);
      const row = await claimCard(trx, clock, cardId);
      if (row === null) return null;
      const resumed = await resumeTurn(trx, clock, card.turn_id);
      const turn = resumed ?? (await readTurn(trx, conversationId, card.turn_id));
      if (turn?.state !== 'running') throw notOpen('declined');
      await tell(trx, row, [{ event: 'turn', data: { turn: headOf(turn) } }]);
      return { row, turn };
    });
    if (claimed !== null) return claimed;
    await expireCard(settings, cardId);
    throw notOpen('expired');
  }

  /** Runs the stored input at the stored price, and stores how that ended. */
  async function execute(member: Member, row: CardRow, signal: AbortSignal): Promise<CardRow> {
    const { caller } = askerOf(settings.attempts, member);
    const analysis = await analysisFor(member, row);
    const body = { ...row.input, quotedCredits: row.quoted_credits, idempotencyKey: keyOfCard(row.id) };
    const conduct = { signal, progress: undefined };
    const call = callOf(settings.attempts, caller, row.action_id, body, conduct, { analysisCode: analysis });
    const { result, beside } = await settings.runs.execute(call);
    const digest = digestOf(JSON.parse(Buffer.concat(result).toString('utf8')));
    const version = beside.version?.versionNo ?? null;
    return db.transaction().execute(async (trx) => {
      const stored = {
        tool: row.action_id,
        input: row.input,
        result: digest,
        analysis: version === null ? null : (analysis ?? null),
        version,
      };
      const resultNo = await insertResult(trx, row.conversation_id, stored);
      const told = `The person agreed, and it was run${settings.house ? '' : ` for ${row.quoted_credits} credits`}.\n${fenced(nameOfResult(resultNo), digest)}`;
      const ended = await endCard(trx, row.id, ['running'], {
        state: 'done',
        told,
        resultNo,
        analysis: stored.analysis,
        version,
      });
      if (ended === null) throw new Error(`card ${row.id} was ended by somebody else`);
      await note(trx, clock, member, 'assistant.ran', {
        id: row.id,
        name: row.action_id,
        details: { credits: row.quoted_credits, ...(version === null ? {} : { analysis, version }) },
      });
      await tell(trx, ended);
      return ended;
    });
  }

  /** The analysis that runs of the conversation are stored in; made with the first that is stored. */
  async function analysisFor(member: Member, row: CardRow): Promise<string | undefined> {
    const conversation = await findConversation(db, member, row.conversation_id);
    if (conversation.analysis_code !== null) return conversation.analysis_code;
    const tool = toolbox.find(row.tool);
    if (tool === undefined || !('action' in tool) || !tool.action.storesVersion) return undefined;
    const name = conversation.title || toolbox.titleOf(row.action_id);
    const code = await settings.analyses.create(member, { name, state: {} });
    await db.transaction().execute(async (trx) => {
      await bindAnalysis(trx, row.conversation_id, code);
      await appendEvents(trx, clock, row.conversation_id, [{ event: 'conversation', data: { analysis: code } }]);
    });
    return code;
  }

  /** What becomes of a card whose run failed; throws where the person is to know at once. */
  async function failed(member: Member, row: CardRow, error: unknown): Promise<CardRow> {
    if (error instanceof ProblemError && error.code === 'quote_changed') throw await priceChanged(member, row, error);
    if (error instanceof ProblemError && OPEN_AGAIN.includes(error.code)) {
      await end(row, ['running'], { state: 'open', told: null });
      throw error;
    }
    const givenUp = error instanceof TurnEnded || error instanceof Stopping;
    const { detail, told } = givenUp ? GIVEN_UP : faultOf({ settings, turnId: row.turn_id }, error);
    return (await end(row, ['running'], { state: 'failed', told, detail })) ?? row;
  }

  /** Another price is another card: the old one dies, the new one waits for a click of its own. */
  async function priceChanged(member: Member, row: CardRow, error: ProblemError): Promise<ProblemError> {
    const { quotedCredits, quote } = error.fields as { quotedCredits: number; quote: { lines: never[] } };
    const { available } = await settings.credits(askerOf(settings.attempts, member).caller);
    const card = await db.transaction().execute(async (trx) => {
      const told = 'The price has changed before the run; the person sees a new card. Nothing was run or charged.';
      const dead = await endCard(trx, row.id, ['running'], {
        state: 'expired',
        told,
        detail: said('price_changed').text,
      });
      if (dead !== null) await tell(trx, dead);
      const made = await insertCard(trx, clock, {
        ...row,
        replaces: row.id,
        part: await takePart(trx, row.turn_id),
        quoted_credits: quotedCredits,
        lines: linesOf(quote.lines),
        balance_after: Math.round((available - quotedCredits) * 1000) / 1000,
      });
      await tell(trx, made);
      return made;
    });
    return new ProblemError('quote_changed', error.message, { ...error.fields, card: shown(card) });
  }

  /** Once no card of a turn runs any more: the turn waits for the others, goes on with the results, or ends. */
  async function goOn(member: Member, turn: TurnRow, signal: AbortSignal | null): Promise<void> {
    const next = await db.transaction().execute(async (trx) => {
      await lockConversation(trx, member, turn.conversation_id);
      const present = await readTurn(trx, turn.conversation_id, turn.id);
      if (present === null || !['running', 'waiting'].includes(present.state)) return null;
      const cards = await cardsOfTurn(trx, turn.id);
      if (cards.some(({ state }) => state === 'running')) return null;
      if (cards.some(({ state }) => state === 'open')) {
        if (present.state === 'running') await settle(trx, settings, present, { state: 'waiting' });
        return null;
      }
      if (signal?.aborted || !cards.some(({ state }) => state === 'done' || state === 'failed')) {
        await settle(trx, settings, present, { state: 'done' });
        return null;
      }
      if (present.state === 'running') return present;
      const resumed = await resumeTurn(trx, clock, turn.id);
      if (resumed !== null) {
        await appendEvents(trx, clock, turn.conversation_id, [{ event: 'turn', data: { turn: headOf(resumed) } }]);
      }
      return resumed;
    });
    if (next !== null) work.begin(askerOf(settings.attempts, member), next);
  }

  return {
    async run(member, conversationId, cardId) {
      const { row, turn } = await claim(member, conversationId, cardId);
      nudges.nudge(conversationId);
      let outcome: { readonly card: CardRow } | { readonly error: unknown } = { card: row };
      await work.during(turn, async (signal) => {
        try {
          const card = await execute(member, row, signal).catch((error) => failed(member, row, error));
          outcome = { card };
        } catch (error) {
          outcome = { error };
        }
        await goOn(member, turn, signal);
      });
      nudges.nudge(conversationId);
      const ended = outcome as { readonly card: CardRow } | { readonly error: unknown };
      if ('error' in ended) throw ended.error;
      return shown(ended.card);
    },

    async decline(member, conversationId, cardId) {
      await findConversation(db, member, conversationId);
      const card = await readCard(db, conversationId, cardId);
      if (card === null) throw unknownCard();
      const ended = await end(card, ['open'], { state: 'declined', told: DECLINED });
      if (ended === null) throw notOpen(card.state);
      const turn = await readTurn(db, conversationId, card.turn_id);
      if (turn !== null) await goOn(member, turn, null);
      nudges.nudge(conversationId);
      return shown(ended);
    },
  };
}

/** Ends an open card that nobody clicked in time, and its turn where nothing else is open. */
export async function expireCard(settings: AssistantSettings, id: string): Promise<void> {
  const { db, clock, toolbox, nudges } = settings;
  const row = await db.transaction().execute(async (trx) => {
    await lockById(trx, sql`(select conversation_id from conversation_card where id = ${id})`);
    const ended = await endCard(trx, id, ['open'], {
      state: 'expired',
      told: 'The person did not decide in time: the card has expired. Nothing was run or charged.',
    });
    if (ended === null) return null;
    const card = cardOf(ended, toolbox.titleOf(ended.action_id));
    await appendEvents(trx, clock, ended.conversation_id, [
      { event: 'part', data: { turnId: ended.turn_id, index: ended.part, part: { type: 'card', card } } },
    ]);
    const others = await cardsOfTurn(trx, ended.turn_id);
    if (!others.some(({ state }) => state === 'open' || state === 'running')) {
      const turn = await readTurn(trx, ended.conversation_id, ended.turn_id);
      if (turn?.state === 'waiting') await settle(trx, settings, turn, { state: 'done' });
    }
    return ended;
  });
  if (row !== null) nudges.nudge(row.conversation_id);
}

/** Declines the open cards of a turn, for a turn that ends without them. */
export async function declineOpen(trx: Db, settings: AssistantSettings, turn: TurnRow, detail: string): Promise<void> {
  const { clock, toolbox } = settings;
  for (const { id } of (await cardsOfTurn(trx, turn.id)).filter(({ state }) => state === 'open')) {
    const ended = await endCard(trx, id, ['open'], { state: 'declined', told: DECLINED, detail });
    if (ended === null) continue;
    const card = cardOf(ended, toolbox.titleOf(ended.action_id));
    await appendEvents(trx, clock, turn.conversation_id, [
      { event: 'part', data: { turnId: turn.id, index: ended.part, part: { type: 'card', card } } },
    ]);
  }
}

const unknownCard = () => new ProblemError('not_found', 'There is no price card with this id in the conversation.');

const ENDED: Readonly<Record<Exclude<Card['state'], 'open'>, Sentence>> = {
  running: said('card_running'),
  done: said('card_used'),
  failed: said('card_failed'),
  declined: said('card_declined'),
  expired: said('card_expired'),
};

const notOpen = (state: Card['state']) =>
  new ProblemError('card_not_open', state === 'open' ? ENDED.expired : ENDED[state]);

const overCap = ({ credit_cap: maximum }: ConversationRow, present: number, { quoted_credits: price }: CardRow) =>
  new ProblemError(
    'organization_limit_reached',
    `This run costs ${price} credits, and the conversation has spent ${cleanText(String(present))} of the ${maximum} that it may spend. Raise its limit to run it.`,
    { policy: 'assistant_credit_cap', maximum, present },
  );
