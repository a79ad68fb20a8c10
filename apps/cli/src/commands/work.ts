import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { readJson } from '../jsonFile.ts';
import { CommandError, note } from '../terminal.ts';
import { territoryFolder } from '../territoryFolder.ts';

interface WorkOptions {
  readonly territory: string;
  readonly action?: string;
  readonly input?: string;
  readonly list?: string;
  readonly outlines?: boolean;
  readonly answers?: boolean;
  readonly columns?: string;
  readonly socket?: string;
  readonly idleSeconds?: string;
  readonly threads: string;
}

/** A day; a timer takes no more than 24 of them. */
const LONGEST_IDLE_SECONDS = 86_400;

export function workCommand(): Command {
  return new Command('work')
    .description(
      'answer tables: rows in as an Arrow IPC stream, as many rows out in the same order, offline and without credits',
    )
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
    .option('--columns <patterns>', 'write these columns alone, such as residents_*,poles_10min')
    .option(
      '--socket <path>',
      'listen on a Unix socket, where each connection is a stream; else from standard input to output',
    )
    .option('--idle-seconds <number>', 'with --socket: end once there was no connection for this long')
    .option('--threads <number>', 'threads that compute', String(availableParallelism()))
    .action(work);
}

async function work(options: WorkOptions): Promise<void> {
  const count = Number(options.threads);
  if (!Number.isInteger(count) || count < 1) throw new CommandError('--threads takes a number from 1 up.', 2);
  const idleSeconds = options.idleSeconds === undefined ? null : Number(options.idleSeconds);
  if (
    idleSeconds !== null &&
    !(idleSeconds > 0 && idleSeconds <= LONGEST_IDLE_SECONDS && options.socket !== undefined)
  ) {
    throw new CommandError(
      `--idle-seconds takes a number above 0, at most ${LONGEST_IDLE_SECONDS}, together with --socket.`,
      2,
    );
  }
  const folder = await territoryFolder(options.territory);
  if (!existsSync(join(folder, 'manifest.json'))) {
    throw new CommandError(
      `There is no territory in ${options.territory} (${resolve(options.territory)}); "hinterland territory build" makes one.`,
      2,
    );
  }
  const { loadTerritory, shareTerritory } = await import('@hinterland/territory');
  const { Threads } = await import('../worker/threads.ts');
  const { answerStream } = await import('../worker/session.ts');
  const territory = await loadTerritory(folder);
  const threads = new Threads(shareTerritory(territory), count);
  const session = { territory, threads, settings: await settingsOf(options), planned: new Map() };
  try {
    if (options.socket === undefined) {
      const refused = await answerStream(session, process.stdin, process.stdout);
      if (refused !== null) throw new CommandError(refused, 2);
    } else {
      const { listen } = await import('../worker/listen.ts');
      await listen(session, options.socket, idleSeconds, () => note(`Working on ${options.socket}`));
    }
  } catch (error) {
    if (!isGone(error)) throw error;
  } finally {
    await threads.close();
  }
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
