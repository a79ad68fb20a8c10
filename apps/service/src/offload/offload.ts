import { Worker } from 'node:worker_threads';
import { ProblemError, unavailable } from '../problem.ts';
import { threadProgram } from '../threadProgram.ts';
import type { FromOffloadThread, OffloadTask, OffloadThreadSettings, ToOffloadThread } from './protocol.ts';

/** Work that would hold up the thread that answers requests: bodies and results above this are left to another thread. */
export const LARGE_BYTES = 65_536;

/** Texts and bytes that may wait for the thread together; above it a task is refused. */
const WAITING_BYTES = 64 * 2 ** 20;
/** A task that takes longer ends the thread, and the next one starts another. */
const TASK_MILLISECONDS = 30_000;

export interface OffloadSettings extends OffloadThreadSettings {
  /** Logs failures that callers get no details of. */
  readonly report: (event: string, details: Record<string, unknown>) => void;
}

interface Pending {
  readonly bytes: number;
  readonly timer: NodeJS.Timeout;
  settle(end: { value: unknown } | { error: unknown }): void;
}

/** One thread for work on large bodies and results, started at its first task. */
export class Offload {
  readonly #settings: OffloadSettings;
  readonly #pending = new Map<number, Pending>();
  #thread: Worker | null = null;
  #nextId = 1;
  #waitingBytes = 0;
  #closed = false;

  constructor(settings: OffloadSettings) {
    this.#settings = settings;
  }

  /** Throws the ProblemError of the task, and service_unavailable where too much waits or the thread fails. */
  perform(task: OffloadTask): Promise<unknown> {
    const bytes = sizeOf(task);
    if (this.#closed || this.#waitingBytes + bytes > WAITING_BYTES) {
      return Promise.reject(unavailable('Too many large bodies are being read. Repeat the call in a moment.', 5));
    }
    return new Promise((resolve, reject) => {
      const id = this.#nextId++;
      const timer = setTimeout(() => void this.#thread?.terminate(), TASK_MILLISECONDS);
      this.#waitingBytes += bytes;
      this.#pending.set(id, {
        bytes,
        timer,
        settle: (end) => ('value' in end ? resolve(end.value) : reject(end.error)),
      });
      this.#thread ??= this.#start();
      this.#thread.postMessage({ id, task } satisfies ToOffloadThread);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#thread?.terminate();
  }

  #start(): Worker {
    const { registry, report } = this.#settings;
    const thread = new Worker(threadProgram('offload'), {
      workerData: { registry } satisfies OffloadThreadSettings,
      execArgv: [],
    });
    thread.unref();
    thread.on('message', (message: FromOffloadThread) => this.#receive(message));
    thread.on('error', (error) => report('thread for large bodies lost', { error: String(error) }));
    thread.on('exit', () => {
      if (this.#thread === thread) this.#thread = null;
      const error = unavailable('The body could not be read now. Repeat the call in a moment.');
      for (const id of this.#pending.keys()) this.#end(id, { error });
    });
    return thread;
  }

  #receive(message: FromOffloadThread): void {
    if ('value' in message) this.#end(message.id, { value: message.value });
    else if ('problem' in message) {
      const { code, detail, fields, headers } = message.problem;
      this.#end(message.id, { error: new ProblemError(code, detail, fields, headers) });
    } else this.#end(message.id, { error: new Error(message.failure) });
  }

  #end(id: number, end: { value: unknown } | { error: unknown }): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    this.#pending.delete(id);
    clearTimeout(pending.timer);
    this.#waitingBytes -= pending.bytes;
    pending.settle(end);
  }
}

const sizeOf = (task: OffloadTask): number => (typeof task.bytes === 'number' ? task.bytes : task.bytes.byteLength);
