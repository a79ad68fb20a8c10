import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ActionContext } from '@hinterland/actions';
import { isObject } from '@hinterland/answers/words';
import type { Territory } from '@hinterland/territory';
import { Command } from 'commander';
import { drawTo, WIDTH_PIXELS } from '../drawTo.ts';
import { readJson } from '../jsonFile.ts';
import { CommandError, note } from '../terminal.ts';
import { territoryFolder } from '../territoryFolder.ts';

interface CallOptions {
  readonly territory: string;
  readonly quote?: boolean;
  readonly draw?: string;
  readonly lines?: boolean;
  readonly format: string;
  readonly list?: string;
  readonly lists?: string;
  readonly out?: string;
}

export function callCommand(): Command {
  return new Command('call')
    .description('run an action offline on a territory, without credits; "-" reads the input from standard input')
    .argument('<action>', 'id of the action, such as analysis.isochrone')
    .argument('<input>', 'JSON file with its input, or with --lines an input on each line')
    .option(
      '--territory <dir>',
      'folder of a bundle, or its address (s3://bucket/name)',
      join('var', 'territories', 'demo'),
    )
    .option('--quote', 'print the price of the call instead of running it')
    .option(
      '--lines',
      'answer each line of the file with a line, as "work" does: {"result": …} or {"problem": {"error", "detail"}}',
    )
    .option(
      '--format <format>',
      'json; figures by the names of columns; or arrow and parquet, as the service answers them',
      'json',
    )
    .option('--list <name>', 'with figures and arrow: a row for each item of this list of the answer')
    .option(
      '--lists <paths>',
      'with figures: also the items of these lists with their places, such as whiteSpots,combinedPlan.opening',
    )
    .option('--out <file>', 'write the answer to this file instead of standard output')
    .option('--draw <file>', 'also write the answer as a map in SVG')
    .action(call);
}

async function call(id: string, inputPath: string, options: CallOptions): Promise<void> {
  const { actions, findAction } = await import('@hinterland/actions');
  const { loadTerritory } = await import('@hinterland/territory');
  const action = findAction(id);
  if (action === undefined) {
    throw new CommandError(`There is no action ${id}. There are: ${actions.map((known) => known.id).join(', ')}.`, 2);
  }
  const format = formatOf(options);
  if (options.lines) {
    const { territory, list, lists, quote, out } = options;
    const { work } = await import('./work.ts');
    const answers = { figures: format === 'figures' ? true : undefined, quote, list, lists };
    return work(inputPath, { territory, action: id, format: 'jsonl', ...answers, out });
  }
  const given = await readJson(inputPath);
  const drawn = options.draw !== undefined && id === 'network.coverage' ? { geometry: true } : {};
  const parsed = action.input.safeParse(isObject(given) ? { ...given, ...drawn } : given);
  if (!parsed.success) {
    const { inputFaults } = await import('../inputFaults.ts');
    const places = inputFaults(parsed.error.issues, given);
    throw new CommandError(`The input does not fit ${id}:\n  ${places.join('\n  ')}`, 2);
  }
  const territory = await loadTerritory(await territoryFolder(options.territory));
  const { ActionProblem } = await import('@hinterland/actions/action');
  try {
    const context = contextOf(territory);
    if (options.quote) {
      await written(options, Buffer.from(`${JSON.stringify(action.quote(context, parsed.data), null, 2)}\n`));
      return;
    }
    const { result } = action.run(context, parsed.data);
    await written(options, await answerIn(options, format, { result, input: given, action: id, territory }));
    if (options.draw === undefined) return;
    await drawTo(options.draw, territory, { actionId: id, input: parsed.data, result }, WIDTH_PIXELS);
  } catch (error) {
    if (!(error instanceof ActionProblem)) throw error;
    const { detailOf } = await import('../inputFaults.ts');
    throw new CommandError(`${error.code}: ${detailOf(error, parsed.data)}`);
  }
}

const FORMATS = ['json', 'figures', 'arrow', 'parquet'] as const;
type Format = (typeof FORMATS)[number];

function formatOf({ format, lines, quote }: CallOptions): Format {
  const found = FORMATS.find((one) => one === format);
  if (found === undefined) throw new CommandError(`--format is one of ${FORMATS.join(', ')}, not ${format}.`, 2);
  if ((found === 'arrow' || found === 'parquet') && (lines || quote)) {
    throw new CommandError('Prices and lines are JSON; "hinterland work" answers tables as Arrow.', 2);
  }
  return found;
}

interface Called {
  readonly result: unknown;
  readonly input: unknown;
  /** Id of the action. */
  readonly action: string;
  readonly territory: Territory;
}

/** An answer as JSON, or as the file that the service has for it. */
async function answerIn(
  { list, lists }: CallOptions,
  format: Format,
  { result, input, action, territory }: Called,
): Promise<Uint8Array> {
  if (format === 'json') return Buffer.from(`${JSON.stringify(result, null, 2)}\n`);
  const [{ FORMATS: files, originOf }, { findAction, outputPlan }] = await Promise.all([
    import('@hinterland/answers'),
    import('@hinterland/actions'),
  ]);
  const answered = {
    result,
    input,
    area: null,
    plan: outputPlan(findAction(action)!),
    origin: originOf(action, [territory]),
  };
  if (format === 'parquet') return files.parquet.write(answered);
  return files[format === 'figures' ? 'json' : 'arrow'].write(answered, list, lists?.split(','));
}

async function written({ out }: CallOptions, bytes: Uint8Array): Promise<void> {
  if (out === undefined) process.stdout.write(bytes);
  else await writeFile(out, bytes);
}

/** Notes each step of a long run once. */
function contextOf(territory: Territory): ActionContext {
  let step = '';
  return {
    territory,
    channel: 'api',
    progress: (_fraction, name) => {
      if (name !== step) note(`${name} …`);
      step = name;
    },
    cancelled: () => false,
  };
}
