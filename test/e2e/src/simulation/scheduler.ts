import { AsyncLocalStorage } from 'node:async_hooks';
import { SeededRandom } from '@hinterland/geo';

/** A process of the simulated service, or the world outside of it, which never dies. */
export interface Process {
  readonly name: string;
  isDead: boolean;
  /** It does nothing until then, as a process that its machine stopped: by the time that has passed. */
  frozenUntil: number;
  /** Its timers do nothing until then: what it does takes all of its time. */
  starvedUntil: number;
  /** Told when it dies. */
  readonly death: Promise<'dead'>;
  die(): void;
}

interface Waiting {
  readonly process: Process;
  /** The connection that asks; null for a pause. */
  readonly connection: object | null;
  readonly go: () => Promise<void>;
}

interface Timer {
  readonly process: Process;
  readonly everyMilliseconds: number;
  readonly work: () => void;
  at: number;
}

/** The simulation can go no further, though something waits. */
export class Stalled extends Error {}

/** Shortly before the end of a month. */
const START = Date.UTC(2026, 10, 30, 23, 57);
/** Mean of the time between two steps. */
const STEP_MILLISECONDS = 300;
const HOUR_MILLISECONDS = 3_600_000;

/**
 * Runs everything that waits, one step after the other, in an order that a seed draws: a step is a statement of a connection or a pause
 * of a process. Time is a number that grows with each step, and jumps where the seed says so. While a transaction is open, its
 * connection alone goes on.
 */
export class Scheduler {
  readonly random: SeededRandom;
  /** Steps so far. */
  steps = 0;
  /** The connection whose transaction is open. */
  owner: object | null = null;
  /** Whether the clock jumps. */
  jumps = true;
  /** What the clock shows. */
  #milliseconds = START;
  /** Time that has passed: what timers go by, whatever the clock does. */
  #elapsed = 0;
  #waiting: Waiting[] = [];
  readonly #timers = new Set<Timer>();
  readonly #running = new AsyncLocalStorage<Process>();

  constructor(seed: number) {
    this.random = new SeededRandom(seed);
  }

  instant(): Date {
    return new Date(this.#milliseconds);
  }

  /** Whether a thing of this probability happens. */
  happens(probability: number): boolean {
    return this.random.next() < probability;
  }

  advance(milliseconds: number): void {
    this.#milliseconds += milliseconds;
    this.#elapsed += milliseconds;
  }

  startProcess(name: string): Process {
    let tell: (how: 'dead') => void = () => {};
    const death = new Promise<'dead'>((resolve) => {
      tell = resolve;
    });
    return {
      name,
      isDead: false,
      frozenUntil: 0,
      starvedUntil: 0,
      death,
      die() {
        this.isDead = true;
        tell('dead');
      },
    };
  }

  /** Kills a process between two steps: none of what it does goes on. */
  kill(process: Process): void {
    process.die();
    this.#waiting = this.#waiting.filter((one) => one.process !== process);
    for (const timer of this.#timers) if (timer.process === process) this.#timers.delete(timer);
  }

  /** Stops a process for a time. A transaction that it has open ends first: in the simulation all others wait for it. */
  freeze(process: Process, milliseconds: number): void {
    process.frozenUntil = this.#elapsed + milliseconds;
  }

  /** Stops its timers alone, so that its leases end while it works. */
  starve(process: Process, milliseconds: number): void {
    process.starvedUntil = this.#elapsed + milliseconds;
  }

  /** Runs work as a part of a process. */
  within<T>(process: Process, work: () => Promise<T>): Promise<T> {
    return this.#running.run(process, work);
  }

  /** Lets others go on; returns when it is this one's turn. Never returns in a process that has died. */
  pause(process: Process): Promise<void> {
    return this.perform(process, null, async () => {});
  }

  /** Does a step when its turn comes. In a process that has died it never comes. */
  perform<T>(process: Process, connection: object | null, step: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (process.isDead) return;
      const go = () =>
        step().then(
          (value) => {
            if (!process.isDead) resolve(value);
          },
          (error) => {
            if (!process.isDead) reject(error);
          },
        );
      this.#waiting.push({ process, connection, go });
    });
  }

  /** Does steps until there is nothing more to do, as `isDone` says after each. Throws Stalled where nothing can go on. */
  async run(isDone: () => boolean): Promise<void> {
    const [set, clear] = [globalThis.setInterval, globalThis.clearInterval];
    globalThis.setInterval = ((work: () => void, milliseconds: number) => {
      const process = this.#running.getStore();
      return process === undefined ? set(work, milliseconds) : this.#startTimer(process, work, milliseconds);
    }) as typeof setInterval;
    globalThis.clearInterval = ((timer: unknown) => {
      if (!this.#timers.delete(timer as Timer)) clear(timer as NodeJS.Timeout);
    }) as typeof clearInterval;
    try {
      for (;;) {
        await new Promise((resume) => setImmediate(resume));
        if (isDone()) return;
        this.#fireTimers();
        await this.#step();
      }
    } finally {
      globalThis.setInterval = set;
      globalThis.clearInterval = clear;
    }
  }

  async #step(): Promise<void> {
    const able = this.#able();
    if (able.length === 0) throw new Stalled(`nothing can go on after ${this.steps} steps`);
    const next = this.random.pick(able);
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    this.advance(Math.ceil(-Math.log(1 - this.random.next()) * STEP_MILLISECONDS));
    if (this.jumps) this.#jump();
    this.#milliseconds = Math.round(this.#milliseconds);
    this.steps++;
    await next.go();
  }

  /** What can go on; where all is frozen, time passes until something can. */
  #able(): readonly Waiting[] {
    if (this.owner !== null) return this.#waiting.filter(({ connection }) => connection === this.owner);
    const able = this.#waiting.filter(({ process }) => process.frozenUntil <= this.#elapsed);
    if (able.length > 0 || this.#waiting.length === 0) return able;
    this.advance(Math.min(...this.#waiting.map(({ process }) => process.frozenUntil)) - this.#elapsed);
    return this.#able();
  }

  #jump(): void {
    if (this.happens(0.0004)) this.#milliseconds += this.random.between(0, 72) * HOUR_MILLISECONDS;
    if (this.happens(0.0002)) this.#milliseconds -= this.random.between(0, 2) * HOUR_MILLISECONDS;
  }

  #startTimer(process: Process, work: () => void, everyMilliseconds: number): Timer & { unref(): void } {
    const timer = { process, work, everyMilliseconds, at: this.#elapsed + everyMilliseconds, unref() {} };
    this.#timers.add(timer);
    return timer;
  }

  #fireTimers(): void {
    for (const timer of this.#timers) {
      const { frozenUntil, starvedUntil } = timer.process;
      if (Math.max(timer.at, frozenUntil, starvedUntil) > this.#elapsed) continue;
      timer.at = this.#elapsed + timer.everyMilliseconds;
      this.#running.run(timer.process, timer.work);
    }
  }
}
