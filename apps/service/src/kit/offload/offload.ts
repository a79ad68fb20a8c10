import { Worker } from 'node:worker_threads';
import { said } from '@hinterland/answers/said';
import { afterWork } from '../countWork.ts';
import { FairQueue, type Waiting } from '../fairness/fairQueue.ts';
import { ProblemError, unavailable } from '../problem.ts';
import { THREAD_FLAGS, threadProgram } from '../threadProgram.ts';
import type { FromOffloadThread, OffloadTask, OffloadThreadSettings, ToOffloadThread } from './protocol.ts';

/** Work that would hold up the thread that answers requests: bodies and results above this are left to another thread. */
export const LARGE_BYTES = 65_536;

/** Texts and bytes that may wait for the thread together; above it a task is refused, but for one that is alone. */
const WAITING_BYTES = 64 * 2 ** 20;
/** A task that takes more work ends the thread, and the next one starts another. Each so many bytes have this time. */
const TASK_MILLISECONDS = 30_000;
const TASK_BYTES = 16 * 2 ** 20;

export interface OffloadSettings extends OffloadThreadSettings {
  /** Logs failures that callers get no details of. */
  readonly report: (event: string, details: Record<string, unknown>) => void;
}

interface Pending extends Waiting {
  readonly id: number;
  readonly task: OffloadTask;
  readonly bytes: number;
  settle(end: { value: unknown } | { error: unknown }): void;
}

/**
 * One thread for work on large bodies and results, started at its first task. Organizations take turns with it, by the time that
 * their tasks took, and it gets one task at a time: the thread that answers requests takes in one result at a time, too.
 */
export class Offload {
  readonly #settings: OffloadSettings;
  readonly #queue = new FairQueue<Pending>();
  /** What the thread has, since when, and what calls its end off. */
  #running: { readonly pending: Pending; readonly since: number; calledOff(): void } | null = null;
  #thread: Worker | null = null;
  #nextId = 1;
  #waitingBytes = 0;
  #closed = false;

  constructor(settings: OffloadSettings) {
    this.#settings = settings;
  }

  /**
   * Does a task for an organization, or for nobody in particular: those share one share. Throws the ProblemError of the task, and
   * service_unavailable where too much waits or the thread fails.
   */
  perform(task: OffloadTask, organizationId?: number): Promise<unknown> {
    const bytes = sizeOf(task);
    // One that is larger by itself is repeated by its caller, and would be refused for ever.
    const isTooMuch = this.#waitingBytes > 0 && this.#waitingBytes + bytes > WAITING_BYTES;
    if (this.#closed || isTooMuch) {
      return Promise.reject(unavailable('Too many large bodies are being read. Repeat the call in a moment.', 5));
    }
    return new Promise((resolve, reject) => {
      const id = this.#nextId++;
      this.#waitingBytes += bytes;
      this.#queue.add({
        id,
        task,
        bytes,
        flow: `${organizationId ?? ''}`,
        weight: 1,
        dueAt: id,
        settle: (end) => ('value' in end ? resolve(end.value) : reject(end.error)),
      });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const error = unavailable(said('stopping'));
    for (const { settle } of this.#queue.clear()) settle({ error });
    await this.#thread?.terminate();
  }

  #start(): Worker {
    const { registry, report } = this.#settings;
    const thread = new Worker(threadProgram('offload'), {
      workerData: { registry } satisfies OffloadThreadSettings,
      execArgv: THREAD_FLAGS,
    });
    thread.unref();
    thread.on('message', (message: FromOffloadThread) => this.#receive(message));
    thread.on('error', (error) => report('thread for large bodies lost', { error: String(error) }));
    thread.on('exit', () => {
      if (this.#thread !== thread) return;
      this.#thread = null;
      this.#end({ error: unavailable('The body could not be read now. Repeat the call in a moment.') });
    });
    return thread;
  }

  #receive(message: FromOffloadThread): void {
    if (message.id !== this.#running?.pending.id) return;
    if ('value' in message) this.#end({ value: message.value });
    else if ('problem' in message) {
      const { code, detail, fields, headers } = message.problem;
      this.#end({ error: new ProblemError(code, detail, fields, headers) });
    } else this.#end({ error: new Error(message.failure) });
  }

  #next(): void {
    if (this.#running !== null) return;
    const pending = this.#queue.next();
    if (pending === undefined) return;
    this.#thread ??= this.#start();
    const thread = this.#thread;
    const milliseconds = TASK_MILLISECONDS * Math.max(1, pending.bytes / TASK_BYTES);
    const calledOff = afterWork(milliseconds, () => void thread.terminate());
    this.#running = { pending, since: performance.now(), calledOff };
    thread.postMessage({ id: pending.id, task: pending.task } satisfies ToOffloadThread);
  }

  /** Ends the task that the thread has. */
  #end(end: { value: unknown } | { error: unknown }): void {
    if (this.#running === null) return;
    const { pending, since, calledOff } = this.#running;
    calledOff();
    this.#running = null;
    this.#queue.charge(pending, performance.now() - since);
    this.#waitingBytes -= pending.bytes;
    pending.settle(end);
    this.#next();
  }
}

const sizeOf = (task: OffloadTask): number => (typeof task.bytes === 'number' ? task.bytes : task.bytes.byteLength);
