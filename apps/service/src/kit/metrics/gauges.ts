import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge, type OpenMetricsContentType, type Registry } from 'prom-client';

/** Figures that are read at each scrape. */
export interface Gauges {
  /** Length and age of the oldest of every queue, by queue and class. */
  queues(): Promise<readonly QueueFigure[]>;
  /** Seconds since each regular task last began. */
  tasks(): Promise<readonly { readonly task: string; readonly age_seconds: number }[]>;
  /** Connections of this process to the database. */
  connections(): { readonly idle: number; readonly busy: number; readonly waiting: number };
  /** Engine threads of this process, and its tasks by class. */
  threads(): {
    readonly ready: number;
    readonly running: number;
    readonly waiting: readonly QueueFigure[];
  };
  /** Territories of this process: in force, behind what other processes have in force, and damaged. */
  territories(): { readonly in_force: number; readonly behind: number; readonly damaged: number };
  /** Whether database, threads and territories are there. */
  ready(): Promise<boolean>;
}

export interface QueueFigure {
  readonly queue: string;
  readonly class: string;
  readonly length: number;
  /** 0 where nothing waits. */
  readonly oldest_seconds: number;
}

/**
 * Adds gauges to a registry. A database that does not answer leaves its gauges without series: the others are answered all
 * the same.
 */
export function addGauges(registry: Registry<OpenMetricsContentType>, gauges: Gauges): void {
  const registers = [registry];
  // Before the others, whose statements take connections.
  new Gauge({
    name: 'hinterland_database_connections',
    help: 'Connections of this process by state, and callers that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(gauges.connections())) this.set({ state }, count);
    },
  });
  /** Read once for each scrape, by the first of its two gauges. */
  let queues: Promise<readonly QueueFigure[]> = Promise.resolve([]);
  const readQueues = async () => [...gauges.threads().waiting, ...(await orNone(gauges.queues()))];
  new Gauge({
    name: 'hinterland_queue_length',
    help: 'Work that waits or is under way, by queue and class. All but engine are of the whole service, not of this process',
    labelNames: ['queue', 'class'],
    registers,
    async collect() {
      queues = readQueues();
      const figures = await queues;
      this.reset();
      for (const figure of figures) this.set({ queue: figure.queue, class: figure.class }, figure.length);
    },
  });
  new Gauge({
    name: 'hinterland_queue_oldest_seconds',
    help: 'Age of the oldest in a queue, counted from when it was due; 0 where nothing waits',
    labelNames: ['queue', 'class'],
    registers,
    async collect() {
      const figures = await queues;
      this.reset();
      for (const figure of figures) this.set({ queue: figure.queue, class: figure.class }, figure.oldest_seconds);
    },
  });
  new Gauge({
    name: 'hinterland_task_age_seconds',
    help: 'Time since a regular task last began, in any process',
    labelNames: ['task'],
    registers,
    async collect() {
      const ages = await orNone(gauges.tasks());
      this.reset();
      for (const { task, age_seconds } of ages) this.set({ task }, age_seconds);
    },
  });
  new Gauge({
    name: 'hinterland_engine_threads',
    help: 'Engine threads of this process: ready, and running a task',
    labelNames: ['state'],
    registers,
    collect() {
      const { ready, running } = gauges.threads();
      this.set({ state: 'ready' }, ready);
      this.set({ state: 'running' }, running);
    },
  });
  new Gauge({
    name: 'hinterland_territories',
    help: 'Territories of this process: in_force, behind what other processes have in force, and damaged',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(gauges.territories())) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'hinterland_ready',
    help: '1 while database, engine threads and at least one territory are there, else 0',
    registers,
    async collect() {
      this.set((await gauges.ready()) ? 1 : 0);
    },
  });
}

/** Time that the database has to answer a scrape. */
const ANSWER_MILLISECONDS = 2000;

async function orNone<T>(answer: Promise<readonly T[]>): Promise<readonly T[]> {
  const late = new AbortController();
  const timeUp = sleep(ANSWER_MILLISECONDS, [], { signal: late.signal }).catch(() => []);
  return Promise.race([answer.catch(() => []), timeUp]).finally(() => late.abort());
}
