import { Worker } from 'node:worker_threads';
import { said } from '@hinterland/answers/said';
import { isProblemCode } from '@hinterland/contract';
import type { SharedTerritory } from '@hinterland/territory';
import type { QueueFigure } from '../kit/metrics/gauges.ts';
import { ProblemError, unavailable } from '../kit/problem.ts';
import { THREAD_FLAGS, threadProgram } from '../kit/threadProgram.ts';
import { presentSpan } from '../kit/traces/span.ts';
import { Durations } from './durations.ts';
import { forecast } from './forecast.ts';
import { laneOf, makeQueues, strangersAtOnce } from './lanes.ts';
import type { PoolSettings } from './poolSettings.ts';
import type { FromWorker, Task, ToWorker, WorkerSettings } from './protocol.ts';
import { best, remember, type Slot, serves } from './slot.ts';
import { CLASSES, LANES, type Lane, type PoolTask, PRIORITIES, type TaskAnswer, type TaskOptions } from './task.ts';
import { busy, crowded, internalError, timedOut, tooManyWaiting } from './taskProblems.ts';
import { noteThread, type ThreadEnd } from './threadSpan.ts';

/** Interval at which waiting tasks are compared with their time limits. */
const FORECAST_MILLISECONDS = 1000;

/**
 * Engine threads and the queues in front of them, shared fairly between organizations. Every task ends: with an answer,
 * with a problem that the action names, cancelled, timed out (run_timeout), or with internal_error when it throws or takes
 * its thread down.
 */
export class WorkerPool {
  readonly #settings: PoolSettings;
  readonly #slots: Slot[] = [];
  readonly #territories = new Map<string, SharedTerritory>();
  readonly #queues = makeQueues();
  readonly #durations: Durations;
  #forecastTimer: NodeJS.Timeout | null = null;
  #nextId = 1;
  #closed = false;

  constructor(settings: PoolSettings) {
    this.#settings = settings;
    this.#durations = settings.durations ?? new Durations();
  }

  /**
   * Resolves when every thread for runs has loaded the registry; rejects where one cannot. They do lookups too until
   * the threads for those are there, which come after, so that they do not hold up the start.
   */
  async start(): Promise<void> {
    const { workers, lookupWorkers } = this.#settings;
    await Promise.all(Array.from({ length: workers }, () => this.#spawn(this.#addSlot('runs'))));
    for (let i = 0; i < lookupWorkers && !this.#closed; i++) this.#begin(this.#addSlot('lookups'));
  }

  /** Threads that items of a batch may be computed in. */
  get batchThreads(): number {
    return this.#settings.longWorkers || this.#settings.workers;
  }

  /** Threads that are ready, and tasks that run and wait. */
  get state(): { ready: number; running: number; waiting: number } {
    return {
      ready: this.#slots.filter((slot) => slot.ready).length,
      running: this.#slots.filter((slot) => slot.job !== null).length,
      waiting: this.#waiting,
    };
  }

  /** What waits for a thread, by class. */
  get waiting(): readonly QueueFigure[] {
    const now = performance.now();
    return PRIORITIES.map((priority) => {
      const tasks = LANES.flatMap((lane) => this.#queues[lane].all).filter(
        ({ options }) => options.priority === priority,
      );
      const oldest = Math.min(now, ...tasks.map(({ cameAt }) => cameAt));
      return { queue: 'engine', class: priority, length: tasks.length, oldest_seconds: (now - oldest) / 1000 };
    });
  }

  get #waiting(): number {
    return LANES.reduce((sum, lane) => sum + this.#queues[lane].length, 0);
  }

  /** Gives every thread a territory, under a key that tasks name. */
  addTerritory(key: string, shared: SharedTerritory): void {
    this.#territories.set(key, shared);
    for (const slot of this.#slots) this.#say(slot, { type: 'territory', key, shared });
  }

  dropTerritory(key: string): void {
    this.#territories.delete(key);
    for (const slot of this.#slots) this.#say(slot, { type: 'drop', key });
  }

  perform(task: Task, options: TaskOptions): Promise<TaskAnswer> {
    if (this.#closed) return Promise.reject(unavailable(said('stopping')));
    if (options.signal?.aborted) return Promise.reject(options.signal.reason);
    if (this.#waiting >= this.#settings.queueMax) {
      return Promise.reject(unavailable(said('too_many_waiting'), 5));
    }
    const lane = laneOf(options, this.#settings);
    const flow = `${options.organizationId ?? options.party ?? ''}`;
    const refused = this.#refusal(lane, flow, options);
    if (refused !== null) return Promise.reject(refused);
    return new Promise((resolve, reject) => {
      const now = performance.now();
      const job: PoolTask = {
        id: this.#nextId++,
        task,
        options,
        caller: presentSpan(),
        cameAt: now,
        lane,
        flow,
        isStrangers: options.isStranger === true,
        weight: CLASSES[options.priority].weight,
        dueAt: now + CLASSES[options.priority].patienceMilliseconds,
        chargedMilliseconds: 0,
        deadline: now + options.timeLimitMilliseconds,
        settled: false,
        settle: (end) => {
          if (job.settled) return;
          job.settled = true;
          clearTimeout(timer);
          options.signal?.removeEventListener('abort', abort);
          if ('answer' in end) resolve(end.answer);
          else reject(end.error);
        },
      };
      const timer = setTimeout(() => this.#giveUp(job, timedOut(options)), options.timeLimitMilliseconds);
      const abort = () => this.#giveUp(job, options.signal?.reason);
      options.signal?.addEventListener('abort', abort);
      this.#queues[lane].add(job)?.settle({ error: crowded() });
      this.#next();
      this.#refuseLate();
    });
  }

  /** Ends every thread; tasks that run or wait end with service_unavailable. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#forecastTimer !== null) clearInterval(this.#forecastTimer);
    const stopping = unavailable(said('stopping'));
    for (const lane of LANES) for (const job of this.#queues[lane].clear()) job.settle({ error: stopping });
    await Promise.all(
      this.#slots.map(async (slot) => {
        slot.job?.settle({ error: stopping });
        if (slot.killTimer !== null) clearTimeout(slot.killTimer);
        await slot.worker.terminate();
      }),
    );
  }

  #addSlot(lane: Lane): Slot {
    const number = this.#slots.length;
    const slot = { number, lane, lately: [], job: null, killTimer: null, ready: false } as unknown as Slot;
    this.#slots.push(slot);
    return slot;
  }

  #spawn(slot: Slot): Promise<void> {
    const flag = new SharedArrayBuffer(4);
    slot.cancelFlag = new Int32Array(flag);
    slot.ready = false;
    const worker = new Worker(threadProgram('engine'), {
      workerData: {
        registry: this.#settings.registry,
        cancelFlag: flag,
        yields: slot.lane === 'long',
      } satisfies WorkerSettings,
      execArgv: THREAD_FLAGS,
    });
    slot.worker = worker;
    for (const [key, shared] of this.#territories) this.#say(slot, { type: 'territory', key, shared });
    return new Promise((resolve, reject) => {
      let cause: unknown = new Error('the thread ended');
      let started = false;
      worker.on('message', (message: FromWorker) => {
        if (message.type === 'ready') {
          started = true;
          slot.ready = true;
          resolve();
          this.#next();
        } else this.#receive(slot, message);
      });
      worker.on('error', (error) => {
        cause = error;
      });
      worker.on('exit', () => {
        if (slot.worker !== worker || this.#closed) return;
        slot.ready = false;
        reject(cause);
        const job = slot.job;
        if (job !== null) this.#count(slot, job, { type: 'lost' });
        this.#free(slot);
        if (job !== null && !job.settled) {
          this.#settings.report('engine thread lost', { action: job.task.actionId, error: String(cause) });
          job.settle({ error: internalError(cause) });
        }
        if (started) this.#begin(slot);
      });
    });
  }

  /** Starts a thread. One that cannot is tried again every second: the cause may pass (memory). */
  #begin(slot: Slot): void {
    this.#spawn(slot).catch((error) => {
      this.#settings.report('engine thread cannot start', { error: String(error) });
      const again = () => {
        if (!this.#closed && !slot.ready) this.#begin(slot);
      };
      setTimeout(again, 1000).unref();
    });
  }

  #receive(slot: Slot, message: Exclude<FromWorker, { type: 'ready' }>): void {
    const job = slot.job;
    if (job === null || job.id !== message.id) return;
    switch (message.type) {
      case 'progress':
        if (!job.settled) job.options.progress?.(message.fraction, message.step, message.soFar);
        return;
      case 'done':
        job.settle({ answer: { outcome: message.outcome, worker: slot.number } });
        break;
      case 'problem':
        if (isProblemCode(message.code)) {
          job.settle({ error: new ProblemError(message.code, message.detail, message.fields) });
        } else {
          this.#settings.report('unknown problem', { action: job.task.actionId, code: message.code });
          job.settle({ error: internalError(new Error(`unknown problem ${message.code}: ${message.detail}`)) });
        }
        break;
      case 'failed':
        if (!job.settled) {
          this.#settings.report('action failed', {
            action: job.task.actionId,
            error: message.message,
            stack: message.stack,
          });
        }
        job.settle({ error: internalError(new Error(message.message)) });
        break;
      case 'cancelled':
        // A cancellation without a request is a fault of the action.
        job.settle({ error: internalError(new Error('the action cancelled itself')) });
    }
    if (message.type !== 'cancelled') this.#durations.note(kindOf(job), performance.now() - slot.startedAt);
    this.#count(slot, job, message);
    this.#free(slot);
    this.#next();
    this.#refuseLate();
  }

  #count(slot: Slot, job: PoolTask, end: ThreadEnd): void {
    const { task, options, cameAt } = job;
    noteThread(slot, job, end);
    this.#settings.computed?.({
      action: task.actionId,
      priority: options.priority,
      organization: options.organizationId,
      waitedSeconds: (slot.startedAt - cameAt) / 1000,
      ranSeconds: (performance.now() - slot.startedAt) / 1000,
    });
  }

  #free(slot: Slot): void {
    if (slot.job !== null) {
      const { job } = slot;
      this.#queues[job.lane].charge(job, performance.now() - slot.startedAt - job.chargedMilliseconds);
    }
    slot.job = null;
    if (slot.killTimer !== null) clearTimeout(slot.killTimer);
    slot.killTimer = null;
  }

  /** The caller is answered at once; the thread gets a moment to notice, then it is replaced. */
  #giveUp(job: PoolTask, error: unknown): void {
    job.settle({ error });
    if (this.#queues[job.lane].remove(job)) return;
    const slot = this.#slots.find((one) => one.job === job);
    if (slot === undefined) return;
    const now = performance.now();
    // A caller who went says nothing about the task; one that timed out takes at least as long.
    if (now >= job.deadline) this.#durations.note(kindOf(job), now - slot.startedAt);
    Atomics.store(slot.cancelFlag, 0, job.id);
    slot.killTimer = setTimeout(() => {
      this.#settings.report('engine thread did not stop', { action: job.task.actionId });
      // It may say that it is done before it ends, and gets no other task then.
      slot.ready = false;
      void slot.worker.terminate();
    }, this.#settings.killAfterMilliseconds);
  }

  #next(): void {
    this.#addLongThread();
    // Threads for runs do lookups only where no run waits: lookups have threads of their own.
    for (const lane of LANES) {
      for (;;) {
        const idle = this.#slots.filter((slot) => slot.ready && slot.job === null && serves(slot.lane, lane));
        const job = idle.length === 0 ? undefined : this.#taken(lane);
        if (job === undefined) break;
        this.#start(best(idle, job.options), job);
      }
    }
  }

  /** Takes the task whose turn it is; that of a stranger only where another one may have a thread of the lane. */
  #taken(lane: Lane): PoolTask | undefined {
    const running = this.#slots.filter(({ job }) => job?.lane === lane && job.isStrangers);
    const mayStrangers = running.length < strangersAtOnce(this.#settings);
    return this.#queues[lane].next(({ isStrangers }) => mayStrangers || !isStrangers);
  }

  #start(slot: Slot, job: PoolTask): void {
    slot.job = job;
    slot.startedAt = performance.now();
    job.chargedMilliseconds = this.#expected(job, slot.startedAt);
    this.#queues[job.lane].charge(job, job.chargedMilliseconds);
    remember(slot.lately, job.options.about);
    const withProgress = job.options.progress !== undefined;
    this.#say(slot, { type: 'task', id: job.id, task: job.task, withProgress });
  }

  /** The refusal of a task whose organization has too many waiting; items of batches are bounded by their jobs. */
  #refusal(lane: Lane, flow: string, { organizationId, priority }: TaskOptions): ProblemError | null {
    if (organizationId === undefined || priority === 'batch') return null;
    const maximum = this.#settings.waitingMax?.(organizationId) ?? Number.POSITIVE_INFINITY;
    if (this.#queues[lane].waitingOf(flow) < maximum) return null;
    const now = performance.now();
    const waiting = this.#queues[lane].inOrder((job) => this.#expected(job, now));
    // Its first task starts at the latest after those before it: then there is room for another.
    const before = waiting.slice(0, 1 + waiting.findIndex((job) => job.flow === flow));
    const milliseconds = before.reduce((sum, job) => sum + this.#expected(job, now), 0);
    return tooManyWaiting(maximum, Math.min(60, Math.max(1, Math.ceil(milliseconds / 1000))));
  }

  /**
   * Refuses waiting tasks that are not expected to end within their time limits, as soon as that shows: when they come,
   * when another one ends, and every second. They name the time after which the same task would be in time.
   */
  #refuseLate(): void {
    const now = performance.now();
    const queue = LANES.flatMap((lane) => this.#queues[lane].inOrder((job) => this.#expected(job, now)));
    const tasks = queue.map((job) => ({
      takenBy: (lane: Lane) => serves(lane, job.lane),
      duration: this.#expected(job, now),
      timeLeft: job.deadline - now,
    }));
    for (const [i, { late }] of forecast(this.#threads(now), tasks).entries()) {
      const job = queue[i]!;
      if (late === 0) continue;
      this.#queues[job.lane].remove(job);
      job.settle({ error: busy(job.options, late) });
    }
    this.#watchQueue();
  }

  /** Every thread with the time until it is free; a long one that has not been started yet is. */
  #threads(now: number) {
    const threads = this.#slots.map(({ lane, job, startedAt }) => ({
      lane,
      freeIn: job === null ? 0 : job.settled ? 1 : Math.max(1, startedAt + this.#expected(job, now) - now),
    }));
    const long = this.#settings.longWorkers - threads.filter(({ lane }) => lane === 'long').length;
    return [...threads, ...Array.from({ length: Math.max(0, long) }, () => ({ lane: 'long' as const, freeIn: 0 }))];
  }

  /** Milliseconds that a task is expected to take: the mean of its kind; of a new kind, as long as one has been running. */
  #expected(job: PoolTask, now: number): number {
    const kind = kindOf(job);
    const mean = this.#durations.mean(kind);
    if (mean > 0) return mean;
    const running = this.#slots.filter((slot) => slot.job !== null && kindOf(slot.job) === kind);
    return Math.max(0, ...running.map(({ startedAt }) => now - startedAt));
  }

  #watchQueue(): void {
    if (this.#waiting > 0) {
      this.#forecastTimer ??= setInterval(() => this.#refuseLate(), FORECAST_MILLISECONDS).unref();
    } else if (this.#forecastTimer !== null) {
      clearInterval(this.#forecastTimer);
      this.#forecastTimer = null;
    }
  }

  /** Another thread for long work that waits while all there are have some. */
  #addLongThread(): void {
    const there = this.#slots.filter(({ lane }) => lane === 'long');
    if (this.#closed || there.length >= this.#settings.longWorkers || there.some(({ job }) => job === null)) return;
    if (this.#queues.long.length === 0) return;
    this.#begin(this.#addSlot('long'));
  }

  #say(slot: Slot, message: ToWorker): void {
    slot.worker.postMessage(message);
  }
}

/** Tasks of a kind are expected to take as long as each other. */
const kindOf = ({ task: { kind, actionId } }: PoolTask): string => `${kind} ${actionId}`;
