import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { get, type Place, post } from '../demoService.ts';
import type { Receivers } from './receivers.ts';

const ISOCHRONE_EVERY_MILLISECONDS = 80;
const JOB_EVERY_MILLISECONDS = 300;
/** Wait for jobs and deliveries of a stretch after its end. */
const PATIENCE_MILLISECONDS = 5_000;
const POLL_MILLISECONDS = 50;

/** Milliseconds that an organization waited for what it asked. */
export interface Felt {
  readonly isochrones: readonly number[];
  /** From the answer that a job was made to its start. */
  readonly jobStarts: readonly number[];
  /** From the end of a job to the first delivery of its event. */
  readonly deliveries: readonly number[];
  /** What a person waits for in the web app. */
  readonly tiles: readonly number[];
  readonly signIns: readonly number[];
  readonly reports: readonly number[];
}

export const FELT_NOTHING: Felt = {
  isochrones: [],
  jobStarts: [],
  deliveries: [],
  tiles: [],
  signIns: [],
  reports: [],
};

/** Somebody who works all the while. */
export interface Working {
  prepare(): Promise<void>;
  /** Works for so long, and until all that was begun is done. */
  work(milliseconds: number): Promise<Felt>;
  close(): void;
}

export interface Organization {
  readonly secrets: readonly string[];
  readonly places: readonly Place[];
  /** Whether it asks for isochrones, too, and not for batches alone. */
  readonly asksIsochrones: boolean;
}

/** An organization that works all the while: isochrones at a steady pace, each of another home, and batches of one point, or these alone. */
export class Victim implements Working {
  readonly #url: URL;
  readonly #organization: Organization;
  readonly #receivers: Receivers;
  readonly #agent = new Agent({ keepAlive: true });
  #turn = 0;
  #isochroneCredits = 0;
  #jobCredits = 0;

  constructor(url: URL, organization: Organization, receivers: Receivers) {
    this.#url = url;
    this.#organization = organization;
    this.#receivers = receivers;
  }

  /** Asks for prices, and registers the quick receiver. */
  async prepare(): Promise<void> {
    await this.#call('/webhooks', { url: this.#receivers.quick, events: ['job.completed'] });
    this.#isochroneCredits = (await this.#call('/actions/analysis.isochrone/quote', this.#isochrone())).quotedCredits;
    this.#jobCredits = (await this.#call('/actions/enrich.points/quote', this.#batch())).quotedCredits;
  }

  async work(milliseconds: number): Promise<Felt> {
    const end = performance.now() + milliseconds;
    const isochrones: number[] = [];
    const jobs: string[] = [];
    const { asksIsochrones } = this.#organization;
    await Promise.all([
      paced(ISOCHRONE_EVERY_MILLISECONDS, asksIsochrones ? end : 0, async () => {
        const begun = performance.now();
        const quotedCredits = this.#isochroneCredits;
        await this.#call('/actions/analysis.isochrone/execute', { ...this.#isochrone(), quotedCredits });
        isochrones.push(performance.now() - begun);
      }),
      paced(JOB_EVERY_MILLISECONDS, end, async () => {
        const quotedCredits = this.#jobCredits;
        const { result } = await this.#call('/actions/enrich.points/execute', { ...this.#batch(), quotedCredits });
        jobs.push(result.jobId);
      }),
    ]);
    return { ...FELT_NOTHING, isochrones, ...(await this.#ends(jobs)) };
  }

  close(): void {
    this.#agent.destroy();
  }

  async #ends(jobs: readonly string[]): Promise<Pick<Felt, 'jobStarts' | 'deliveries'>> {
    const deadline = performance.now() + PATIENCE_MILLISECONDS;
    const { arrivals } = this.#receivers;
    while (jobs.some((id) => !arrivals.has(id)) && performance.now() < deadline) await sleep(POLL_MILLISECONDS);
    const jobStarts: number[] = [];
    for (const id of jobs) {
      const { text } = await get(this.#url, this.#agent, `/api/v1/jobs/${id}`, this.#secret());
      const { createdAt, startedAt } = JSON.parse(text);
      jobStarts.push(startedAt === null ? Number.POSITIVE_INFINITY : Date.parse(startedAt) - Date.parse(createdAt));
    }
    return { jobStarts, deliveries: jobs.map((id) => arrivals.get(id) ?? Number.POSITIVE_INFINITY) };
  }

  #place(): Place {
    const { places } = this.#organization;
    return places[this.#turn++ % places.length] as Place;
  }
  #secret(): string {
    const { secrets } = this.#organization;
    return secrets[this.#turn % secrets.length] as string;
  }
  #isochrone() {
    return { origins: [this.#place()], bandSeconds: [900] };
  }
  #batch() {
    return { points: [{ id: 0, ...this.#place() }], include: ['people'], bandSeconds: [300] };
  }
  // biome-ignore lint/suspicious/noExplicitAny: answers are read member by member
  async #call(path: string, body: object): Promise<any> {
    const { status, text } = await post(this.#url, this.#agent, `/api/v1${path}`, this.#secret(), JSON.stringify(body));
    if (status >= 300) throw new Error(`${path} answered ${status}: ${text}`);
    return JSON.parse(text);
  }
}

/** Several who work at the same time. */
export class Victims implements Working {
  readonly #all: readonly Working[];

  constructor(all: readonly Working[]) {
    this.#all = all;
  }

  async prepare(): Promise<void> {
    await Promise.all(this.#all.map((one) => one.prepare()));
  }

  /** Returns what they felt together. */
  async work(milliseconds: number): Promise<Felt> {
    const felt = await Promise.all(this.#all.map((one) => one.work(milliseconds)));
    const names = Object.keys(FELT_NOTHING) as readonly (keyof Felt)[];
    return Object.fromEntries(names.map((name) => [name, felt.flatMap((one) => one[name])])) as unknown as Felt;
  }

  close(): void {
    for (const one of this.#all) one.close();
  }
}

/** Begins a call at a steady pace, whether or not those before have ended, and waits for all. */
export async function paced(everyMilliseconds: number, end: number, call: () => Promise<void>): Promise<void> {
  const calls: Promise<void>[] = [];
  while (performance.now() < end) {
    calls.push(call());
    await sleep(everyMilliseconds);
  }
  await Promise.all(calls);
}
