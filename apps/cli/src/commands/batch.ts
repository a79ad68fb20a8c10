import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { rolesByName } from '@hinterland/catalogue/columns';
import type { ExecuteAnswer, Job, JobResultRow, JobResults, QuoteAnswer } from '@hinterland/contract';
import { csvLines } from '@hinterland/tables';
import { Command } from 'commander';
import { type CsvRow, degreesIn, ENCODING_OPTION, markOf, readCsv } from '../csvFile.ts';
import { CommandError, figure, note, parseAmount, parseMinutes, print, progressBar } from '../terminal.ts';

interface BatchOptions {
  readonly url: string;
  readonly key?: string;
  readonly encoding?: string;
  readonly minutes: string;
  readonly mode: string;
  readonly include: string;
  readonly sectors: string;
  readonly brands?: string;
  readonly maxCredits?: string;
  readonly analysis?: string;
  readonly idempotencyKey?: string;
  readonly yes?: boolean;
  readonly out?: string;
}

export function batchCommand(): Command {
  return new Command('batch')
    .description('enrich the points of a CSV file through a running service, and wait for the result')
    .argument('<csv>', 'file with the columns lat, lng and, if wanted, id, by the names that datasets know')
    .option('--url <address>', 'the service', 'http://127.0.0.1:8080')
    .option('--key <key>', 'API key with the scope run (HINTERLAND_KEY)')
    .option(...ENCODING_OPTION)
    .option('--minutes <list>', 'limits of the catchment, such as 5,10', '10')
    .option('--mode <mode>', 'car, walk, bicycle or transit', 'car')
    .option('--include <list>', 'sections: people, economy, realestate, brands, sectors', 'people,economy')
    .option('--sectors <list>', 'sector codes, or auto', 'auto')
    .option('--brands <list>', 'names of brands, separated by commas')
    .option('--max-credits <number>', 'the most that it may charge; default: the estimate')
    .option('--analysis <code>', 'store the result as a version of this analysis of yours')
    .option('--idempotency-key <key>', 'repeated commands with this key never start or charge it twice')
    .option('--yes', 'start it; without this option only the price is printed')
    .option('--out <file>', 'write the rows to this CSV file instead of standard output')
    .action(batch);
}

async function batch(path: string, options: BatchOptions): Promise<void> {
  const key = options.key ?? process.env.HINTERLAND_KEY;
  if (!key) throw new CommandError('Say which API key to use: --key, or the variable HINTERLAND_KEY.', 2);
  const file = await readCsv(path, ['lat', 'lng'], options.encoding);
  const input = inputOf(pointsOf(path, file.rows), options);
  const call = caller(options, key);
  const action = '/api/v1/actions/enrich.points';
  const { quotedCredits } = await call<QuoteAnswer>('POST', `${action}/quote`, input);
  const price = `${figure(input.points.length)} points, about ${figure(quotedCredits)} credits`;
  if (!options.yes) {
    note(`${price}. Nothing was started or charged; repeat the command with --yes to start it.`);
    return;
  }
  const { result } = await call<ExecuteAnswer>('POST', `${action}/execute`, { ...input, quotedCredits });
  const id = result.jobId as string;
  note(`${price}. Job ${id}`);
  const job = await waitFor(id, call);
  const rows = await call<JobResults>('GET', `/api/v1/jobs/${id}/results?limit=500`);
  const isNumbered = rolesByName(file.columns).id === undefined;
  const added = (row: JobResultRow, i: number) => [
    ...(isNumbered ? [String(row.id)] : []),
    ...(file.rows[i]?.cells ?? []),
    ...cellsOf(row),
  ];
  const header = [...(isNumbered ? ['id'] : []), ...file.columns, ...ADDED];
  const csv = csvLines([header, ...rows.data.map(added)], '\n', file.separator);
  if (options.out === undefined) print(csv.slice(0, -1));
  else await writeFile(options.out, markOf(csv) + csv);
  const { done, skipped, failed, creditsCharged, stopReason } = job.result as NonNullable<Job['result']>;
  note(
    `${job.status}${stopReason === null ? '' : ` (${stopReason})`}: ${done} done, ${skipped} skipped, ${failed} failed, ` +
      `${figure(creditsCharged, 3)} credits. Full results: GET /api/v1/jobs/${id}/results/0 and so on, for 30 days.`,
  );
  if (job.error !== null) throw new CommandError(`${job.error.error}: ${job.error.detail}`);
}

interface Point {
  readonly id: string;
  readonly lat: number;
  readonly lng: number;
}

/** Points of the rows of a file. Throws CommandError with the line at fault. */
const pointsOf = (path: string, rows: readonly CsvRow[]): Point[] =>
  rows.map((row, i) => ({
    id: row.values.id || String(i + 1),
    lat: degreesIn(path, row, 'lat'),
    lng: degreesIn(path, row, 'lng'),
  }));

function inputOf(points: readonly Point[], options: BatchOptions) {
  const listed = (text: string) => text.split(',').map((part) => part.trim());
  const maxCredits = options.maxCredits === undefined ? undefined : parseAmount(options.maxCredits, 'credits');
  return {
    points,
    bandSeconds: parseMinutes(options.minutes).map((minutes) => Math.round(minutes * 60)),
    mode: options.mode,
    include: listed(options.include),
    sectors: options.sectors === 'auto' ? 'auto' : listed(options.sectors),
    ...(options.brands === undefined ? {} : { brands: listed(options.brands) }),
    ...(maxCredits === undefined ? {} : { maxCredits }),
  };
}

type Caller = <T>(method: string, path: string, body?: object) => Promise<T>;

/** Calls the service; a problem becomes the sentence that it carries. */
function caller({ url, analysis, idempotencyKey }: BatchOptions, key: string): Caller {
  return async <T>(method: string, path: string, body?: object): Promise<T> => {
    const headers: Record<string, string> = { Authorization: `Bearer ${key}` };
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    if (analysis !== undefined) headers['X-Analysis-Id'] = analysis;
    if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey;
    let answer: Response;
    try {
      answer = await fetch(url.replace(/\/+$/, '') + path, {
        method,
        headers,
        body: body ? JSON.stringify(body) : null,
      });
    } catch (error) {
      const { cause, message } = error as Error;
      throw new CommandError(`${url} cannot be reached: ${cause instanceof Error ? cause.message : message}.`);
    }
    const json = (await answer.json().catch(() => ({}))) as { error?: string; detail?: string };
    if (!answer.ok) throw new CommandError(`${json.error ?? answer.status}: ${json.detail ?? answer.statusText}`);
    return json as T;
  };
}

/** Shows how far a job is until it has ended. The job goes on when the command is broken off. */
async function waitFor(id: string, call: Caller): Promise<Job> {
  const bar = progressBar();
  try {
    for (;;) {
      const job = await call<Job>('GET', `/api/v1/jobs/${id}`);
      if (job.finishedAt !== null) return job;
      const { total, done, failed } = job.progress;
      bar.update(
        `${job.status === 'queued' ? 'waiting' : 'enriching'} ${figure(total)} points`,
        (done + failed) / total,
      );
      await sleep(500);
    }
  } finally {
    bar.stop();
  }
}

/** Columns that are put behind those of the file. */
const ADDED = ['status', 'reason', 'credits_charged', 'residents', 'poles'];

const cellsOf = ({ status, reason, creditsCharged, summary }: JobResultRow): string[] =>
  [status, reason ?? '', creditsCharged, summary?.residents ?? '', summary?.poles ?? ''].map(String);
