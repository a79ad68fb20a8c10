import { Worker } from 'node:worker_threads';
import type { SharedTerritory } from '@hinterland/territory';
import type { FromThread, Outcome, ThreadSettings, Work } from './protocol.ts';

/** The bundle of thread.ts: threads run it even where the process runs sources. */
const PROGRAM = new URL('../../dist/program/workThread.js', import.meta.url);

/**
 * What a thread keeps for objects that live shortly. By itself Node.js lets it grow further: the demo's worker then held 456 MB after
 * 20,000 rows instead of 377, and was no faster.
 */
const YOUNG_MEGABYTES = 24;

interface Waiting {
  readonly id: number;
  readonly work: Work;
  readonly signal: AbortSignal;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: Error) => void;
}

/** Threads that do work on one territory, whichever is free, in the order in which it comes. */
export class Threads {
  readonly count: number;
  readonly #shared: SharedTerritory;
  readonly #idle: Thread[] = [];
  readonly #all = new Set<Thread>();
  readonly #waiting: Waiting[] = [];
  #lastId = 0;
  #isClosed = false;

  constructor(shared: SharedTerritory, count: number) {
    this.#shared = shared;
    this.count = count;
  }

  /** Rejects where the thread breaks down or the signal ends the work. */
  do(work: Work, signal: AbortSignal): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(new Error('ended'));
      this.#lastId += 1;
      this.#waiting.push({ id: this.#lastId, work, signal, resolve, reject });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#all].map((thread) => thread.worker.terminate()));
  }

  #next(): void {
    for (;;) {
      const ended = this.#waiting.findIndex(({ signal }) => signal.aborted);
      if (ended >= 0) {
        this.#waiting.splice(ended, 1)[0]!.reject(new Error('ended'));
        continue;
      }
      if (this.#waiting.length === 0) return;
      const thread = this.#idle.pop() ?? (this.#all.size < this.count ? this.#start() : undefined);
      if (thread === undefined) return;
      thread.take(this.#waiting.shift()!);
    }
  }

  #start(): Thread {
    const thread = new Thread(this.#shared, {
      free: () => {
        this.#idle.push(thread);
        this.#next();
      },
      gone: () => {
        this.#all.delete(thread);
        const at = this.#idle.indexOf(thread);
        if (at >= 0) this.#idle.splice(at, 1);
        if (!this.#isClosed) this.#next();
      },
    });
    this.#all.add(thread);
    return thread;
  }
}

class Thread {
  readonly worker: Worker;
  readonly #cancelFlag = new Int32Array(new SharedArrayBuffer(4));
  #doing: Waiting | null = null;

  constructor(shared: SharedTerritory, { free, gone }: { readonly free: () => void; readonly gone: () => void }) {
    const workerData: ThreadSettings = { shared, cancelFlag: this.#cancelFlag.buffer as SharedArrayBuffer };
    this.worker = new Worker(PROGRAM, { workerData, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES } });
    this.worker.on('message', (message: FromThread) => {
      const doing = this.#done();
      if ('outcome' in message) doing?.resolve(message.outcome);
      else doing?.reject(new Error(message.error));
      free();
    });
    this.worker.on('error', (error) => this.#done()?.reject(error));
    this.worker.on('exit', () => {
      this.#done()?.reject(new Error('the thread ended'));
      gone();
    });
  }

  take(waiting: Waiting): void {
    this.#doing = waiting;
    waiting.signal.addEventListener('abort', this.#cancel);
    this.worker.postMessage({ id: waiting.id, work: waiting.work });
  }

  readonly #cancel = () => {
    if (this.#doing !== null) Atomics.store(this.#cancelFlag, 0, this.#doing.id);
  };

  /** The work that the thread was doing and does no longer. */
  #done(): Waiting | null {
    const doing = this.#doing;
    doing?.signal.removeEventListener('abort', this.#cancel);
    this.#doing = null;
    return doing;
  }
}
