import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { backendSecondsBetween, databaseOf, secondsByBackend } from '../databaseTime.ts';
import { type Demo, get, post, processorMilliseconds, type Served, serve } from '../demoService.ts';
import { onNewPostgres } from '../testServer.ts';
import type { Spot } from './places.ts';

/** Points of a batch: the most that a call takes. */
const BATCH = 500;
/** Batches that wait or run at once. */
const AT_ONCE = 2;
/** Points of a batch that is not counted. */
const WARM_UP = 100;
const KEYS = 20;
const PAGE = 100;

export interface Sliced {
  readonly points: number;
  readonly seconds: number;
  /** Of the service, all threads. */
  readonly processorSeconds: number;
  readonly databaseSeconds: number;
  readonly credits: number;
}

/** So many points by `enrich.points` of a service on PostgreSQL, batch by batch, results read; null without PostgreSQL. */
export function viaHttp(
  demo: Demo,
  places: Iterator<Spot, never>,
  input: object,
  points: number,
): Promise<Sliced | null> {
  return onNewPostgres((databaseUrl) =>
    serve(demo, KEYS, { DATABASE_URL: databaseUrl }, 'PostgreSQL', (served) =>
      measured(served, databaseUrl, places, input, points),
    ),
  );
}

async function measured(
  { url, pid, secrets }: Served,
  databaseUrl: string,
  places: Iterator<Spot, never>,
  input: object,
  points: number,
): Promise<Sliced> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const secret = () => secrets[turn++ % secrets.length] as string;
  const read = async (path: string) => {
    const { status, text } = await get(url, agent, path, secret());
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
    return JSON.parse(text);
  };
  const act = async (verb: string, body: object) => {
    const path = `/api/v1/actions/enrich.points/${verb}`;
    const { status, text } = await post(url, agent, path, secret(), JSON.stringify(body));
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
    return JSON.parse(text);
  };
  /** Runs a batch and reads its results. Returns what it cost. */
  const batch = async (count: number): Promise<number> => {
    const chosen = Array.from({ length: count }, (_, id) => ({ id, ...places.next().value }));
    const body = { ...input, points: chosen };
    const { quotedCredits } = await act('quote', body);
    const { result } = await act('execute', { ...body, quotedCredits });
    for (;;) {
      const job = await read(`/api/v1/jobs/${result.jobId}`);
      if (job.finishedAt !== null) {
        if (job.progress.done + job.progress.failed !== count)
          throw new Error(`A batch ended with ${JSON.stringify(job)}.`);
        break;
      }
      await sleep(200);
    }
    let rows = 0;
    for (let hasMore = true; hasMore; ) {
      const page = await read(`/api/v1/jobs/${result.jobId}/results?limit=${PAGE}&offset=${rows}`);
      rows += page.data.length;
      hasMore = page.hasMore;
    }
    if (rows !== count) throw new Error(`${rows} of ${count} results came.`);
    return quotedCredits;
  };
  try {
    await batch(WARM_UP);
    const [processor, backends] = [await processorMilliseconds(pid), await secondsByBackend(databaseOf(databaseUrl))];
    const started = performance.now();
    let left = points / BATCH;
    let credits = 0;
    const lane = async () => {
      while (left-- > 0) credits += await batch(BATCH);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    const seconds = (performance.now() - started) / 1000;
    const after = await secondsByBackend(databaseOf(databaseUrl));
    return {
      points,
      seconds,
      processorSeconds: ((await processorMilliseconds(pid)) - processor) / 1000,
      databaseSeconds: backendSecondsBetween(backends, after),
      credits,
    };
  } finally {
    agent.destroy();
  }
}
