import { writeFile } from 'node:fs/promises';
import { rolesByName } from '@hinterland/catalogue/columns';
import {
  type ActionInput,
  ConnectionError,
  Hinterland,
  HinterlandError,
  type Job,
  type JobRow,
} from '@hinterland/client';
import { csvLines } from '@hinterland/tables';
import { type CsvRow, degreesIn, markOf, readCsv } from '../csvFile.ts';
import { CommandError, figure, note, print, progressBar } from '../terminal.ts';

/** A running service in place of a territory of one's own. */
export interface ServiceOptions {
  readonly url: string;
  readonly key?: string | undefined;
  readonly encoding?: string | undefined;
  readonly analysis?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly yes?: boolean | undefined;
  readonly out?: string | undefined;
}

type Input = ActionInput<'enrich.points'>;

/** Columns that are put behind those of the file. */
const ADDED = ['status', 'reason', 'credits_charged', 'residents', 'poles'];

/**
 * Enriches the rows of a CSV file by a job of the service and writes the file with what came of each row. Without `yes` it says the price alone.
 * Throws CommandError, with what the service says.
 */
export async function enrichViaService(
  path: string,
  inputOf: () => Omit<Input, 'points'>,
  options: ServiceOptions,
): Promise<void> {
  const apiKey = options.key ?? process.env.HINTERLAND_KEY;
  if (!apiKey) throw new CommandError('Say which API key to use: --key, or the variable HINTERLAND_KEY.', 2);
  const file = await readCsv(path, ['lat', 'lng'], options.encoding);
  const points = file.rows.map((row, i) => pointOf(path, row, i));
  const input = { points, ...inputOf() };
  const service = new Hinterland({ baseUrl: options.url, apiKey });
  try {
    const { quotedCredits } = await service.quote('enrich.points', input);
    const price = `${figure(points.length)} points, about ${figure(quotedCredits)} credits`;
    if (!options.yes) {
      note(`${price}. Nothing was started or charged; repeat the command with --yes to start it.`);
      return;
    }
    const { analysis, idempotencyKey } = options;
    const { result } = await service.execute('enrich.points', input, {
      quotedCredits,
      ...(analysis === undefined ? {} : { analysisId: analysis }),
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    });
    const id = result.jobId;
    note(`${price}. Job ${id}`);
    const job = await ended(service, id);
    const rows: JobRow[] = [];
    for await (const row of service.jobs.results(id)) rows.push(row);
    const isNumbered = rolesByName(file.columns).id === undefined;
    const lines = [
      [...(isNumbered ? ['id'] : []), ...file.columns, ...ADDED],
      ...rows.map((row, i) => [
        ...(isNumbered ? [String(row.id)] : []),
        ...(file.rows[i]?.cells ?? []),
        ...cellsOf(row),
      ]),
    ];
    const csv = csvLines(lines, '\n', file.separator);
    if (options.out === undefined) print(csv.slice(0, -1));
    else await writeFile(options.out, markOf(csv) + csv);
    tellEnd(job);
  } catch (error) {
    throw said(error, options.url);
  }
}

const pointOf = (path: string, row: CsvRow, i: number) => ({
  id: row.values.id || String(i + 1),
  lat: degreesIn(path, row, 'lat'),
  lng: degreesIn(path, row, 'lng'),
});

const cellsOf = ({ status, reason, creditsCharged, summary }: JobRow): string[] =>
  [status, reason ?? '', creditsCharged, summary?.residents ?? '', summary?.poles ?? ''].map(String);

/** Shows how far a job is until it has ended. The job goes on when the command is broken off. */
async function ended(service: Hinterland, id: string): Promise<Job> {
  const bar = progressBar();
  const onProgress = ({ status, progress: { total, done, failed } }: Job) =>
    bar.update(`${status === 'queued' ? 'waiting' : 'enriching'} ${figure(total)} points`, (done + failed) / total);
  try {
    return await service.jobs.wait(id, { everySeconds: 0.5, onProgress });
  } finally {
    bar.stop();
  }
}

function tellEnd({ id, status, result, error }: Job): void {
  const { done, skipped, failed, creditsCharged, stopReason } = result!;
  note(
    `${status}${stopReason === null ? '' : ` (${stopReason})`}: ${done} done, ${skipped} skipped, ${failed} failed, ` +
      `${figure(creditsCharged, 3)} credits. Full results: GET /api/v1/jobs/${id}/results/0 and so on, for 30 days.`,
  );
  if (error !== null) throw new CommandError(`${error.error}: ${error.detail}`);
}

/** What a call met, as a sentence. */
function said(error: unknown, url: string): unknown {
  if (error instanceof HinterlandError) return new CommandError(`${error.code}: ${error.problem.detail}`);
  if (!(error instanceof ConnectionError)) return error;
  const { cause, message } = error;
  return new CommandError(`${url} cannot be reached: ${cause instanceof Error ? cause.message : message}.`);
}
