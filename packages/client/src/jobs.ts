import type { Schemas } from './interface.ts';
import { pages } from './pages.ts';
import type { Transport } from './transport.ts';

export type Job = Schemas['Job'];
export type JobRow = Schemas['JobResults']['data'][number];
export type JobPart = Schemas['JobPart'];

export interface WaitOptions {
  /** Interval of polling, in seconds; 2 where absent. */
  readonly everySeconds?: number;
  /** Called with the job at every poll. */
  readonly onProgress?: (job: Job) => void;
  /** Ends the waiting, not the job. */
  readonly signal?: AbortSignal;
}

const PATH = '/api/v1/jobs';
const of = (id: string): string => `${PATH}/${encodeURIComponent(id)}`;
const PAGE = 500;

/** Background jobs, such as those that enrich.points starts. */
export class Jobs {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Your 100 newest, newest first. */
  async list(): Promise<Job[]> {
    return (await this.#get<Schemas['JobList']>(PATH)).data;
  }

  get(id: string): Promise<Job> {
    return this.#get(of(id));
  }

  /** Points that are done stay done and charged; the rest is skipped. */
  async stop(id: string): Promise<Job> {
    return (await this.#transport.call<Job>({ method: 'POST', path: `${of(id)}/stop` })).body;
  }

  /** Waits until a job has finished, however it ended: look at its `status` and `result`. */
  async wait(id: string, { everySeconds = 2, onProgress, signal }: WaitOptions = {}): Promise<Job> {
    for (;;) {
      const job = await this.#get<Job>(of(id), {}, signal);
      onProgress?.(job);
      if (job.finishedAt !== null) return job;
      await this.#transport.sleep(everySeconds * 1000, signal);
    }
  }

  /** Every row in the order of the input, page by page; they can be read while the job runs. */
  results(id: string): AsyncGenerator<JobRow, void, undefined> {
    return pages(0, async (offset) => {
      const page = await this.#get<Schemas['JobResults']>(`${of(id)}/results`, { offset, limit: PAGE });
      return { rows: page.data, hasMore: page.hasMore };
    });
  }

  /** The full result of one point, by its position in the input from 0. */
  result(id: string, index: number): Promise<Schemas['EnrichPointResult']> {
    return this.#get(`${of(id)}/results/${index}`);
  }

  /** The files of a job on a dataset that are finished, in the order of its rows; each address can be read for an hour. */
  async parts(id: string): Promise<JobPart[]> {
    return (await this.#get<Schemas['JobParts']>(`${of(id)}/parts`)).data;
  }

  /** Deletes the results and files of a finished job before their time; the job and its summary stay. */
  async deleteResults(id: string): Promise<Job> {
    return (await this.#transport.call<Job>({ method: 'DELETE', path: `${of(id)}/results` })).body;
  }

  async #get<T>(path: string, query: Record<string, number> = {}, signal?: AbortSignal): Promise<T> {
    return (await this.#transport.call<T>({ method: 'GET', path, query, signal })).body;
  }
}
