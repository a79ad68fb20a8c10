import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { access, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { type Readable, Writable } from 'node:stream';
import { Command } from 'commander';
import { ENCODING_OPTION, markOf } from '../csvFile.ts';
import { readJson } from '../jsonFile.ts';
import { CommandError, figure, noFile, note, progressBar } from '../terminal.ts';
import { territoryFolder } from '../territoryFolder.ts';
import type { Form } from '../worker/forms/form.ts';
import { type FormName, formOf } from '../worker/forms/formOf.ts';
import type { Session } from '../worker/session.ts';

export interface WorkOptions {
  readonly territory: string;
  readonly action?: string | undefined;
  readonly input?: string;
  readonly list?: string | undefined;
  readonly lists?: string | undefined;
  readonly outlines?: boolean;
  readonly answers?: boolean;
  readonly columns?: string;
  readonly format?: string;
  readonly encoding?: string;
  readonly quote?: boolean | undefined;
  readonly figures?: boolean | undefined;
  readonly socket?: string;
  readonly portFile?: string;
  readonly idleSeconds?: string;
  readonly threads?: string;
  readonly url?: string;
  readonly key?: string;
  readonly analysis?: string;
  readonly idempotencyKey?: string;
  readonly yes?: boolean;
  readonly out?: string | undefined;
}

/** A day; a timer takes no more than 24 of them. */
const LONGEST_IDLE_SECONDS = 86_400;

export function workCommand(): Command {
  return new Command('work')
    .description(
      'answer tables: rows in as CSV, lines of JSON or an Arrow IPC stream, as many out in the same order and form, offline and without credits',
    )
    .argument('[file]', 'the rows; "-" for standard input', '-')
    .option(
      '--territory <dir>',
      'folder of a bundle, or its address (s3://bucket/name)',
      join('var', 'territories', 'demo'),
    )
    .option('--action <id>', 'the action, such as analysis.isochrone; streams may say it themselves')
    .option('--input <file>', 'JSON file with members of its input that are the same for every row')
    .option('--list <name>', 'the list of the input that rows of a whole table are, such as candidates')
    .option('--outlines', 'also write polygons, as columns of WKB')
    .option('--answers', 'also write whole answers, as a column of JSON')
    .option(
      '--format <format>',
      'csv (also .xlsx), jsonl or arrow; by the end of the name or the first bytes where absent',
    )
    .option(...ENCODING_OPTION)
    .option('--out <file>', 'write the answers to this file instead of standard output')
    .option('--quote', 'of lines of JSON: prices instead of results')
    .option('--figures', 'of lines of JSON: figures by the names of columns instead of results')
    .option(
      '--lists <paths>',
      'with figures: also the items of these lists of the answer, such as whiteSpots,combinedPlan.opening',
    )
    .option('--columns <patterns>', 'write these columns alone, such as residents_*,poles_10min')
    .option(
      '--socket <path>',
      'listen on a Unix socket, where each connection is a stream; else from standard input to output',
    )
    .option(
      '--port-file <path>',
      'listen on a port of this machine, and write it with the token of connections into this file: for systems without Unix sockets',
    )
    .option('--idle-seconds <number>', 'with --socket or --port-file: end once there was no connection for this long')
    .option('--threads <number>', 'threads that compute; all processors where absent')
    .option('--url <address>', 'enrich.points of a CSV file through a running service: the price, with --yes the rows')
    .option('--key <key>', 'with --url: API key with the scope run (HINTERLAND_KEY)')
    .option('--analysis <code>', 'with --url: store the result as a version of this analysis of yours')
    .option('--idempotency-key <key>', 'with --url: repeated commands with this key never start or charge it twice')
    .option('--yes', 'with --url: start it; without this option only the price is printed')
    .action(work);
}

/** Answers the rows of a file, "-" for standard input. Throws CommandError, also at the end where rows of a text have problems, so that scripts notice. */
export async function work(path: string, options: WorkOptions): Promise<void> {
  if (options.url !== undefined) return viaService(path, options.url, options);
  const count = options.threads === undefined ? availableParallelism() : Number(options.threads);
  if (!Number.isInteger(count) || count < 1) throw new CommandError('--threads takes a number from 1 up.', 2);
  const idleSeconds = idleOf(options);
  const folder = await territoryFolder(options.territory);
  if (!existsSync(join(folder, 'manifest.json'))) {
    throw new CommandError(
      `There is no territory in ${options.territory} (${resolve(options.territory)}); "hinterland territory build" makes one.`,
      2,
    );
  }
  if (path !== '-') await access(path).catch(() => Promise.reject(noFile(path)));
  const settings = await settingsOf(options);
  const { loadTerritory, shareTerritory } = await import('@hinterland/territory');
  const { Threads } = await import('../worker/threads.ts');
  const territory = await loadTerritory(folder);
  const threads = new Threads(shareTerritory(territory), count);
  const session = { territory, threads, settings, planned: new Map() };
  try {
    const { socket, portFile } = options;
    const door = socket !== undefined ? { socket } : portFile !== undefined ? { portFile } : null;
    if (door === null) await stream(session, path, options);
    else {
      const { listen } = await import('../worker/listen.ts');
      await listen(session, door, idleSeconds, () => note(`Working on ${socket ?? portFile}`));
    }
  } catch (error) {
    if (!isGone(error)) throw error;
  } finally {
    await threads.close();
  }
}

/** Answers one input in the form that it has. */
async function stream(session: Session, path: string, options: WorkOptions): Promise<void> {
  const input = path === '-' ? process.stdin : createReadStream(path);
  const form = await formOf(options.format, path, input);
  requireFits(form, options);
  const output = outputOf(form, options.out);
  if (form === 'arrow') {
    const { ARROW } = await import('../worker/forms/arrow.ts');
    await answered(session, ARROW, input, output);
    return;
  }
  const kind = form === 'csv' ? 'rows' : 'lines';
  const bar = progressBar();
  let [rows, withProblem] = [0, 0];
  const told: Session = {
    ...session,
    answered(more, moreWithProblem) {
      rows += more;
      withProblem += moreWithProblem;
      if (process.stderr.isTTY) bar.update(`${figure(rows)} ${kind}, ${figure(withProblem)} with a problem`, 0);
    },
  };
  try {
    if (form === 'csv') {
      const { csvForm } = await import('../worker/forms/csv.ts');
      await answered(told, csvForm(path === '-' ? 'The input' : path, options.encoding), input, output);
    } else {
      const { answerJsonLines } = await import('../worker/lines.ts');
      const { quote = false, figures = false } = options;
      const lists = options.lists?.split(',') ?? [];
      await answerJsonLines(told, { quote, figures, lists }, input, output);
    }
  } finally {
    bar.stop();
  }
  if (withProblem > 0)
    throw new CommandError(`${figure(withProblem)} of ${figure(rows)} ${kind} have a problem instead of a result.`);
}

/** A CSV file is written as a whole, with the mark that spreadsheets need for its letters. */
function outputOf(form: FormName, out: string | undefined): Writable {
  if (out === undefined) return process.stdout;
  if (form !== 'csv') return createWriteStream(out);
  const chunks: Uint8Array[] = [];
  return new Writable({
    write(chunk, _encoding, done) {
      chunks.push(chunk);
      done();
    },
    final(done) {
      const text = Buffer.concat(chunks).toString();
      writeFile(out, markOf(text) + text).then(() => done(), done);
    },
  });
}

async function answered<Part, Out>(
  session: Session,
  form: Form<Part, Out>,
  input: Readable,
  output: Writable,
): Promise<void> {
  const { answerStream } = await import('../worker/session.ts');
  const refused = await answerStream(session, form, input, output);
  if (refused !== null) throw new CommandError(refused, 2);
}

/** Throws CommandError for options that mean nothing for a form. */
function requireFits(
  form: FormName,
  { quote, figures, lists, outlines, answers, columns, encoding }: WorkOptions,
): void {
  const [strange] =
    Object.entries(
      form === 'jsonl'
        ? { outlines, answers, columns, encoding }
        : { quote, figures, lists, ...(form === 'csv' ? {} : { encoding }) },
    ).find(([, value]) => value !== undefined) ?? [];
  if (strange === undefined) return;
  const names = { arrow: 'Arrow', csv: 'CSV', jsonl: 'lines of JSON' };
  throw new CommandError(`--${strange} has no meaning for ${names[form]}; see "hinterland work --help".`, 2);
}

function idleOf({ idleSeconds, socket, portFile }: WorkOptions): number | null {
  if (idleSeconds === undefined) return null;
  const seconds = Number(idleSeconds);
  if (seconds > 0 && seconds <= LONGEST_IDLE_SECONDS && (socket ?? portFile) !== undefined) return seconds;
  throw new CommandError(
    `--idle-seconds takes a number above 0, at most ${LONGEST_IDLE_SECONDS}, together with --socket or --port-file.`,
    2,
  );
}

/** Sends the rows to a service, whose enrich.points takes them. */
async function viaService(path: string, url: string, options: WorkOptions): Promise<void> {
  if ((options.action ?? 'enrich.points') !== 'enrich.points')
    throw new CommandError('With --url, rows are answered by enrich.points.', 2);
  const { input } = await settingsOf(options);
  if (input === undefined)
    throw new CommandError('Say what to ask of each point: --input FILE, such as {"bandSeconds": [600]}.', 2);
  const { enrichViaService } = await import('../worker/viaService.ts');
  await enrichViaService(path, () => input as { bandSeconds: number[] }, { ...options, url });
}

/** Whether the reader of the answers has left: no failure of the work. */
const isGone = (error: unknown): boolean =>
  ['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes((error as NodeJS.ErrnoException).code ?? '');

async function settingsOf({
  action,
  input,
  list,
  outlines,
  answers,
  columns,
}: WorkOptions): Promise<Record<string, unknown>> {
  return {
    ...(action === undefined ? {} : { action }),
    ...(input === undefined ? {} : { input: await readJson(input) }),
    ...(list === undefined ? {} : { list }),
    ...(outlines === undefined ? {} : { outlines }),
    ...(answers === undefined ? {} : { answers }),
    ...(columns === undefined ? {} : { columns: columns.split(',').map((one) => one.trim()) }),
  };
}
