import { LIMITS } from '@hinterland/contract';
import { sql } from 'kysely';
import { limitOf, requireRoom } from '../../kit/fairness/limits.ts';
import { ProblemError, rateLimited, unavailable } from '../../kit/problem.ts';
import { QUESTIONS_PER_USER } from '../../kit/rates/attempts.ts';
import type { Member } from '../../kit/who.ts';
import { findOwn } from '../../work/analyses/access.ts';
import { askerOf } from './asker.ts';
import { type Cards, declineOpen, makeCards } from './cards.ts';
import { cleanText } from './evidence/untrusted.ts';
import type { Model } from './model/model.ts';
import type { LlmConfig } from './model/settings.ts';
import { makeNudges } from './nudges.ts';
import type { Conversation, ConversationItem, NewTurn, Turn } from './schemas.ts';
import type { AssistantSettings } from './settings.ts';
import { creditsSpent } from './store/cards.ts';
import {
  changeConversation,
  deleteConversation,
  findConversation,
  insertConversation,
  itemOf,
  listConversations,
  lockConversation,
} from './store/conversations.ts';
import { appendEvents, readEvents, turnsOf } from './store/events.ts';
import { headOf, insertTurn, openTurn, readTurn, runningTurns } from './store/turns.ts';
import { eventStream } from './stream.ts';
import { tidyAssistant } from './tasks.ts';
import { makeToolbox, type ToolboxServices } from './toolbox.ts';
import { settle, Work } from './turn/work.ts';

export interface AssistantParts
  extends Omit<AssistantSettings, 'toolbox' | 'model' | 'nudges' | 'modelMilliseconds' | 'silentMilliseconds'>,
    ToolboxServices {
  /** The model that the operator has set; null where there is none. */
  readonly llm: LlmConfig | null;
  readonly modelMilliseconds?: number | undefined;
  readonly silentMilliseconds?: number | undefined;
}

export type Assistant = ReturnType<typeof makeAssistant>;

const SETTINGS = ['HINTERLAND_LLM_URL', 'HINTERLAND_LLM_MODEL', 'HINTERLAND_LLM_KEY', 'HINTERLAND_LLM_DIALECT'];

const CANCELED = { state: 'canceled', error: { code: 'canceled', detail: 'You ended this answer.' } } as const;

/** Conversations with the assistant, for members who have been admitted; each belongs to one of them. */
export function makeAssistant({ llm, ...parts }: AssistantParts) {
  const settings: AssistantSettings = {
    ...parts,
    toolbox: makeToolbox(parts),
    model: openOnce(llm),
    nudges: makeNudges(),
    modelMilliseconds: parts.modelMilliseconds ?? LIMITS.assistantModelSecondsPerTurn * 1000,
    silentMilliseconds: parts.silentMilliseconds ?? LIMITS.assistantSilenceSeconds * 1000,
  };
  const { db, clock, nudges } = settings;
  const work = new Work(settings);
  const cards: Cards = makeCards(settings, work);
  const streams = new Map<number, number>();
  const stopping = new AbortController();

  async function turnOf(member: Member, conversationId: string, turnId: string): Promise<Turn> {
    const found = (await read(member, conversationId)).turns.find(({ id }) => id === turnId);
    if (found === undefined) throw unknownTurn();
    return found;
  }

  async function read(member: Member, id: string): Promise<Conversation> {
    const row = await findConversation(db, member, id);
    const [spent, events] = await Promise.all([creditsSpent(db, id), readEvents(db, id, 0, row.last_event)]);
    return {
      ...itemOf(row),
      creditCap: row.credit_cap,
      creditsSpent: spent,
      expiresAt: row.expires_at.toISOString(),
      turns: turnsOf(events.filter(({ no }) => no <= row.last_event)),
      lastEventId: row.last_event,
    };
  }

  return {
    /** The regular task, see tasks.ts. */
    tidy: () => tidyAssistant(settings),

    state: () => ({
      configured: llm !== null,
      ...(llm === null ? { settings: SETTINGS } : { model: llm.model, host: new URL(llm.url).hostname }),
      creditCapDefault: LIMITS.assistantCreditCap,
      limits: {
        toolCallsPerTurn: LIMITS.assistantToolCallsPerTurn,
        modelSecondsPerTurn: LIMITS.assistantModelSecondsPerTurn,
        tokensPerTurn: LIMITS.assistantTokensPerTurn,
        cardMinutes: LIMITS.assistantCardMinutes,
        keptDays: LIMITS.assistantKeptDays,
      },
    }),

    list: (member: Member, cursor: string | undefined): Promise<{ items: ConversationItem[]; next: string | null }> =>
      listConversations(db, member, cursor),

    /** Throws not_found and not_owner for an analysis that is not the person's own. */
    async create(
      member: Member,
      {
        analysis,
        creditCap = LIMITS.assistantCreditCap,
      }: { analysis?: string | undefined; creditCap?: number | undefined },
    ): Promise<Conversation> {
      if (analysis !== undefined) await findOwn(db, clock, member, analysis, 'let the assistant store runs in it');
      const { id } = await insertConversation(db, clock, member, { analysis: analysis ?? null, creditCap });
      return read(member, id);
    },

    read,

    async change(
      member: Member,
      id: string,
      wanted: { title?: string | undefined; creditCap?: number | undefined },
    ): Promise<Conversation> {
      await findConversation(db, member, id);
      const title = wanted.title === undefined ? undefined : cleanText(wanted.title, 120);
      await changeConversation(db, id, { ...wanted, title });
      return read(member, id);
    },

    /** Ends what goes on in it. */
    async remove(member: Member, id: string): Promise<void> {
      await findConversation(db, member, id);
      const open = await openTurn(db, id);
      if (open !== null) work.cancel(open.id);
      await deleteConversation(db, id);
      nudges.nudge(id);
    },

    /**
     * Asks. A card that still waits is declined by the new question. Throws service_unavailable without a model,
     * assistant_busy while the conversation answers, rate_limited and organization_limit_reached.
     */
    async ask(member: Member, id: string, asked: NewTurn): Promise<Turn> {
      await findConversation(db, member, id);
      if (llm === null) throw unavailable(`The assistant is off: the operator sets ${SETTINGS.join(', ')}.`, 3600);
      await settings.attempts.take(QUESTIONS_PER_USER, member.user.id);
      const turn = await db.transaction().execute(async (trx) => {
        await sql`select from organization where id = ${member.organization.id} for no key update`.execute(trx);
        const conversation = await lockConversation(trx, member, id);
        const open = await openTurn(trx, id);
        if (open?.state === 'running') throw busy();
        if (open !== null) {
          await declineOpen(trx, settings, open, 'A new question came instead.');
          await settle(trx, settings, open, { state: 'done' });
        }
        await requireTurns(member, await runningTurns(trx, member.organization.id, member.user.id), trx);
        if (conversation.title === '') await changeConversation(trx, id, { title: cleanText(asked.text, 80) });
        const row = await insertTurn(trx, clock, id, asked);
        await appendEvents(trx, clock, id, [{ event: 'turn', data: { turn: headOf(row) } }]);
        return row;
      });
      nudges.nudge(id);
      work.begin(askerOf(settings.attempts, member), turn);
      return { ...headOf(turn), parts: [] };
    },

    /** Ends an answer at once, wherever it is made. One that has ended stays as it is. Throws not_found. */
    async cancel(member: Member, id: string, turnId: string): Promise<Turn> {
      await findConversation(db, member, id);
      const turn = await readTurn(db, id, turnId);
      if (turn === null) throw unknownTurn();
      await db.transaction().execute(async (trx) => {
        await lockConversation(trx, member, id);
        await declineOpen(trx, settings, turn, 'The answer was ended.');
        await settle(trx, settings, turn, CANCELED);
      });
      work.cancel(turnId);
      nudges.nudge(id);
      return turnOf(member, id, turnId);
    },

    /** Throws not_found; rate_limited for a person who has too many streams open. */
    async events(member: Member, id: string, after: number, gone: AbortSignal): Promise<ReadableStream<Uint8Array>> {
      await findConversation(db, member, id);
      const userId = member.user.id;
      const open = streams.get(userId) ?? 0;
      if (open >= LIMITS.assistantStreamsPerUser) throw tooManyStreams();
      streams.set(userId, open + 1);
      let counts = true;
      const end = () => {
        if (!counts) return;
        counts = false;
        const left = (streams.get(userId) ?? 1) - 1;
        if (left === 0) streams.delete(userId);
        else streams.set(userId, left);
      };
      gone.addEventListener('abort', end, { once: true });
      const signal = AbortSignal.any([gone, stopping.signal]);
      return ReadableStream.from(counted(eventStream(db, nudges, member, id, after, signal), end));
    },

    cards,

    /** Ends streams and answers of this process. */
    async stop(): Promise<void> {
      stopping.abort();
      await work.stop();
    },
  };

  async function requireTurns(
    member: Member,
    { mine, all }: { readonly mine: number; readonly all: number },
    trx: typeof db,
  ): Promise<void> {
    if (mine >= LIMITS.assistantTurnsAtOncePerUser) throw tooManyTurns(mine);
    const { rows } = await sql<{ maximum: number }>`
      select ${limitOf('assistant_turns', sql`${member.organization.id}`)}::integer as maximum`.execute(trx);
    requireRoom('assistant_turns', all, rows[0]?.maximum ?? 0);
  }
}

async function* counted<T>(items: AsyncIterable<T>, end: () => void): AsyncGenerator<T> {
  try {
    yield* items;
  } finally {
    end();
  }
}

/** The library of models is loaded with the first question, so that it does not hold up the start. */
function openOnce(llm: LlmConfig | null): () => Promise<Model> {
  let opened: Promise<Model> | undefined;
  return () => {
    if (llm === null) throw new Error('there is no language model');
    opened ??= import('./model/provider.ts').then(({ openModel }) => openModel(llm));
    return opened;
  };
}

const unknownTurn = () => new ProblemError('not_found', 'There is no question with this id in the conversation.');

const busy = () =>
  new ProblemError('assistant_busy', 'The conversation is being answered. Wait for the answer, or end it first.');

const limited = (policy: string, detail: string, present: number, maximum: number) =>
  rateLimited(detail, policy, 5, { maximum, present });

const tooManyTurns = (present: number) =>
  limited(
    'assistant_turns_of_user',
    `${present} questions of yours are being answered. Wait until one has its answer.`,
    present,
    LIMITS.assistantTurnsAtOncePerUser,
  );

const tooManyStreams = () =>
  limited(
    'assistant_streams',
    'You have too many windows of the assistant open. Close some.',
    LIMITS.assistantStreamsPerUser,
    LIMITS.assistantStreamsPerUser,
  );
