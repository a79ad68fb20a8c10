import { keepLease } from '../../../kit/background/lease.ts';
import type { Db } from '../../../kit/db/database.ts';
import { ModelFault } from '../model/model.ts';
import type { Asker } from '../readingTools.ts';
import type { TurnHead } from '../schemas.ts';
import type { AssistantSettings } from '../settings.ts';
import { type AssistantEvent, appendEvents } from '../store/events.ts';
import { headOf, renewTurn, settleTurn, TURN_LEASE_SECONDS, type TurnRow, takePart } from '../store/turns.ts';
import { type LoopEnd, runLoop } from './loop.ts';
import { TurnEnded, Writer } from './writer.ts';

/** Turns that this process works on. */
export class Work {
  readonly #settings: AssistantSettings;
  readonly #underWay = new Map<string, { readonly controller: AbortController; readonly ended: Promise<void> }>();
  #stopping = false;

  constructor(settings: AssistantSettings) {
    this.#settings = settings;
  }

  /** Goes on with a running turn in the background. */
  begin(asker: Asker, turn: TurnRow): void {
    void this.during(turn, (signal) => this.#answer(asker, turn, signal));
  }

  /** Does something for a running turn, under its lease. `signal` is aborted when the turn is canceled, lost or given up. */
  during(turn: TurnRow, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { db, clock, log } = this.#settings;
    const controller = new AbortController();
    const lease = keepLease({
      seconds: TURN_LEASE_SECONDS,
      renew: () => renewTurn(db, clock, turn.id),
      lost: () => new TurnEnded(),
      onError: (error) => log.warn({ turn: turn.id, err: error }, 'lease not renewed'),
    });
    const key = `${turn.id} ${Math.random()}`;
    const signal = AbortSignal.any([controller.signal, lease.signal]);
    if (this.#stopping) controller.abort(new Stopping());
    const ended = work(signal)
      .catch((error) => {
        if (!(error instanceof TurnEnded)) log.error({ turn: turn.id, err: error }, 'assistant turn failed');
      })
      .finally(() => {
        lease.stop();
        this.#underWay.delete(key);
      });
    this.#underWay.set(key, { controller, ended });
    return ended;
  }

  /** Ends what this process does for a turn. */
  cancel(turnId: string): void {
    for (const [key, { controller }] of this.#underWay) {
      if (key.startsWith(`${turnId} `)) controller.abort(new TurnEnded());
    }
  }

  /** Ends every turn with a sentence, and waits for that. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const all = [...this.#underWay.values()];
    for (const { controller } of all) controller.abort(new Stopping());
    await Promise.all(all.map(({ ended }) => ended));
  }

  async #answer(asker: Asker, turn: TurnRow, signal: AbortSignal): Promise<void> {
    const settings = this.#settings;
    const { conversation_id: conversationId } = turn;
    const { db, clock, nudges } = settings;
    const writer = new Writer({ db, clock, nudge: nudges.nudge }, conversationId, turn);
    const end = await runLoop(settings, asker, turn, writer, signal).catch((error) => this.#failed(turn, error));
    if (end === null) return;
    await writer.flush();
    await settings.db.transaction().execute(async (trx) => {
      const row = await settle(trx, settings, turn, end);
      if (row === null) return;
      settings.metrics.asked({
        outcome: end.state === 'failed' ? end.error.code : end.state,
        tokensIn: row.tokens_in - turn.tokens_in,
        tokensOut: row.tokens_out - turn.tokens_out,
      });
    });
    settings.nudges.nudge(conversationId);
  }

  /** The sentence that a turn ends with; null where it has ended already. */
  #failed(turn: TurnRow, error: unknown): LoopEnd | null {
    if (error instanceof TurnEnded) return null;
    const { log } = this.#settings;
    if (error instanceof ModelFault) {
      log.warn({ turn: turn.id, code: error.code, err: error.cause }, 'assistant model failed');
      return { state: 'failed', error: { code: error.code, detail: error.message } };
    }
    if (error instanceof Stopping) return { state: 'failed', error: { code: 'stopping', detail: error.message } };
    log.error({ turn: turn.id, err: error }, 'assistant turn failed');
    return {
      state: 'failed',
      error: { code: 'internal_error', detail: 'Something went wrong on our side. Ask again.' },
    };
  }
}

/** The process stops while it works on a turn. */
export class Stopping extends Error {
  constructor() {
    super('The service was stopped while it answered. Ask again in a moment.');
  }
}

/** Ends a turn or lets it wait, with the events that say so; null where it has ended before. */
export async function settle(
  trx: Db,
  { clock }: Pick<AssistantSettings, 'clock'>,
  turn: Pick<TurnRow, 'id' | 'conversation_id'>,
  end: LoopEnd | { readonly state: 'canceled'; readonly error: { readonly code: string; readonly detail: string } },
): Promise<TurnRow | null> {
  const error = 'error' in end ? end.error : null;
  const row = await settleTurn(trx, clock, turn.id, end.state as Exclude<TurnHead['state'], 'running'>, error);
  if (row === null) return null;
  const events: AssistantEvent[] = [];
  if (error !== null) {
    const index = await takePart(trx, turn.id);
    const part = { type: 'notice', code: error.code, text: error.detail } as const;
    events.push({ event: 'part', data: { turnId: turn.id, index, part } });
  }
  events.push({ event: 'turn', data: { turn: headOf(row) } });
  if (end.state !== 'waiting') events.push({ event: 'done', data: { turnId: turn.id } });
  await appendEvents(trx, clock, turn.conversation_id, events);
  return row;
}
