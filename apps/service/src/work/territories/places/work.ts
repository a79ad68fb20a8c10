import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock, Db } from '../../../kit/db/database.ts';
import type { Log } from '../../../kit/log.ts';
import { type Command, ended, lastOf, putBehind, sentenceIn, startGet } from './command.ts';
import { type CommandEvent, readEvent } from './events.ts';
import type { Progress } from './schemas.ts';
import { type End, endJob, type HeldJob, LEASE_SECONDS, renewJob } from './store.ts';

const RENEWED_MILLISECONDS = 1000;
const KILL_MILLISECONDS = 5000;
const ENDING_ATTEMPTS = 20;

export interface WorkSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** Why the command was ended from here. */
type Reason = 'stopped' | 'interrupted' | 'lost';

/** A place that this process makes: the command as a child, its lines as the progress of the row, the row's lease as its life. */
export class PlaceWork {
  readonly done: Promise<void>;
  readonly #settings: WorkSettings;
  readonly #job: HeldJob;
  readonly #child: Command;
  #progress: Progress | null = null;
  #last: Exclude<CommandEvent, { event: 'progress' }> | null = null;
  #reason: Reason | null = null;
  #heldAt = performance.now();

  constructor(settings: WorkSettings, job: HeldJob, options: readonly string[], place: string) {
    this.#settings = settings;
    this.#job = job;
    this.#child = startGet(options, place);
    putBehind(this.#child);
    this.done = this.#run();
  }

  /** Ends the command. What it has fetched stays. */
  end(reason: Reason): void {
    if (this.#reason !== null) return;
    this.#reason = reason;
    this.#child.kill('SIGTERM');
    setTimeout(() => this.#child.kill('SIGKILL'), KILL_MILLISECONDS).unref();
  }

  async #run(): Promise<void> {
    const stderr = lastOf(this.#child.stderr);
    createInterface({ input: this.#child.stdout }).on('line', (text) => this.#hear(readEvent(text)));
    const timer = setInterval(() => void this.#renew(), RENEWED_MILLISECONDS);
    const { code, signal } = await ended(this.#child);
    clearInterval(timer);
    if (this.#reason === 'lost') return;
    await this.#write(this.#endOf(code, signal, stderr()));
  }

  #hear(event: CommandEvent | null): void {
    if (event?.event !== 'progress') {
      this.#last = event ?? this.#last;
      return;
    }
    const { event: _, ...progress } = event;
    this.#progress = progress;
  }

  async #renew(): Promise<void> {
    const { db, clock, log } = this.#settings;
    try {
      const held = await renewJob(db, clock, this.#job, this.#progress);
      if (held === null) return this.end('lost');
      this.#heldAt = performance.now();
      if (held.isStopping) this.end('stopped');
    } catch (error) {
      log.warn({ job: this.#job.id, err: error }, 'lease of a place not renewed');
      if (performance.now() - this.#heldAt > LEASE_SECONDS * 1000) this.end('lost');
    }
  }

  #endOf(code: number | null, signal: NodeJS.Signals | null, said: string): End {
    const progress = this.#progress;
    const last = this.#last;
    if (last?.event === 'done')
      return { state: 'done', progress, result: { verdict: last.verdict, center: last.center } };
    if (this.#reason === 'stopped' || this.#reason === 'interrupted') return { state: this.#reason, progress };
    const sentence = last?.event === 'failed' ? last.detail : sentenceIn(said);
    return { state: 'failed', progress, fault: sentence ?? brokenOff(code, signal) };
  }

  /** The row outlives a database that is away for a moment. */
  async #write(end: End): Promise<void> {
    const { db, clock, log } = this.#settings;
    for (let attempt = 1; ; attempt++) {
      try {
        await endJob(db, clock, this.#job, end);
        log.info({ job: this.#job.id, state: end.state, fault: end.fault }, 'place ended');
        return;
      } catch (error) {
        log.warn({ job: this.#job.id, err: error }, 'end of a place not stored');
        if (attempt === ENDING_ATTEMPTS || this.#reason === 'interrupted') return;
        await sleep(1000);
      }
    }
  }
}

const brokenOff = (code: number | null, signal: NodeJS.Signals | null): string =>
  signal === 'SIGKILL'
    ? 'The system ended it, which it does where memory runs out. Make room, or take a smaller place.'
    : `It broke off (${signal ?? `code ${code}`}). The log of the service may say more.`;
