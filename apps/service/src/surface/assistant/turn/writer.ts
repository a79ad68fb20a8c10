import type { Clock, Db } from '../../../kit/db/database.ts';
import type { Part } from '../schemas.ts';
import { type AssistantEvent, appendToRunning } from '../store/events.ts';

/** The turn is not running any more: it was canceled, or given up. */
export class TurnEnded extends Error {
  constructor() {
    super('the turn has ended');
    this.name = 'TurnEnded';
  }
}

export interface WriterSettings {
  readonly db: Db;
  readonly clock: Clock;
  /** Called when events were written. */
  readonly nudge: (conversationId: string) => void;
}

/** Words come by the dozen in a second; pages are told this often. */
const FLUSH_MILLISECONDS = 120;

/** Writes the parts of an answer as events. Throws TurnEnded once the turn is not running any more. */
export class Writer {
  readonly #settings: WriterSettings;
  readonly #conversationId: string;
  readonly #turnId: string;
  readonly #waiting: AssistantEvent[] = [];
  #parts: number;
  #openText: number | null = null;
  #flushedAt = performance.now();

  constructor(settings: WriterSettings, conversationId: string, turn: { readonly id: string; readonly parts: number }) {
    this.#settings = settings;
    this.#conversationId = conversationId;
    this.#turnId = turn.id;
    this.#parts = turn.parts;
  }

  /** Parts so far. */
  get parts(): number {
    return this.#parts;
  }

  /** Adds words to the text that is being written, or begins one. */
  async text(words: string): Promise<void> {
    if (this.#openText === null) this.#openText = this.part({ type: 'text', text: words });
    else this.#addText(this.#openText, words);
    if (performance.now() - this.#flushedAt >= FLUSH_MILLISECONDS) await this.flush();
  }

  /** Adds a part and returns its place. */
  part(part: Part): number {
    const index = this.reserve();
    this.replace(index, part);
    return index;
  }

  /** Returns the place of a part that follows. */
  reserve(): number {
    this.#openText = null;
    return this.#parts++;
  }

  replace(index: number, part: Part): void {
    this.#waiting.push({ event: 'part', data: { turnId: this.#turnId, index, part } });
  }

  /** The words that come next begin a text of their own. */
  closeText(): void {
    this.#openText = null;
  }

  async flush(): Promise<void> {
    const events = this.#waiting.splice(0);
    this.#flushedAt = performance.now();
    if (events.length === 0) return;
    const { db, clock, nudge } = this.#settings;
    if (!(await appendToRunning(db, clock, this.#conversationId, this.#turnId, events))) throw new TurnEnded();
    nudge(this.#conversationId);
  }

  #addText(index: number, delta: string): void {
    const last = this.#waiting.at(-1);
    if (last?.event === 'text' && last.data.index === index) {
      this.#waiting[this.#waiting.length - 1] = { ...last, data: { ...last.data, delta: last.data.delta + delta } };
    } else this.#waiting.push({ event: 'text', data: { turnId: this.#turnId, index, delta } });
  }
}
