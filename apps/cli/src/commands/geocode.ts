import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AddressColumns, Reason } from '@hinterland/actions';
import { ADDRESS_ROLES } from '@hinterland/catalogue/columns';
import { Command } from 'commander';
import { asCommandError, ENCODING_OPTION, markOf, tellsOf } from '../csvFile.ts';
import { CommandError, figure, noFile, note, print, progressBar } from '../terminal.ts';
import { territoryFolder } from '../territoryFolder.ts';

interface GeocodeOptions {
  readonly territory: string;
  readonly out?: string;
  readonly address?: string;
  readonly number?: string;
  readonly unit?: string;
  readonly street?: string;
  readonly locality?: string;
  readonly region?: string;
  readonly postcode?: string;
  readonly encoding?: string;
}

/** Columns that are put behind those of the file. */
const ADDED = ['lat', 'lng', 'matchedAddress', 'confidence', 'reason'] as const;
const ROWS_PER_PROGRESS = 200;

export function geocodeCommand(): Command {
  return new Command('geocode')
    .description('add coordinates to the addresses of a CSV file, with a confidence and a reason for each row')
    .argument('<file>', 'CSV with a header')
    .option(
      '--territory <dir>',
      'folder of a bundle, or its address (s3://bucket/name)',
      join('var', 'territories', 'demo'),
    )
    .option('--out <file>', 'CSV to write; standard output where absent')
    .option('--address <column>', 'column with the address in one line')
    .option('--number <column>', 'column with the house number')
    .option('--unit <column>', 'column with the flat or unit')
    .option('--street <column>', 'column with the street, or number and street')
    .option('--locality <column>', 'column with the town or suburb')
    .option('--region <column>', 'column with the state or region')
    .option('--postcode <column>', 'column with the postcode')
    .option(...ENCODING_OPTION)
    .addHelpText(
      'after',
      '\nGive --address, or --street with other parts. Rows are kept as they are, but for those of another width than the header, which are named and left out; how many were matched, and why not, is told at the end.',
    )
    .action(geocode);
}

async function geocode(path: string, options: GeocodeOptions): Promise<void> {
  const size = await stat(path).catch(() => null);
  if (size === null) throw noFile(path);
  if (options.address === undefined && options.street === undefined && options.postcode === undefined) {
    throw new CommandError('Say which columns hold the address: --address, or --street with other parts.', 2);
  }
  const { geocodeRow, MATCHED, REASONS } = await import('@hinterland/actions');
  const { csvLines, readTable } = await import('@hinterland/tables');
  const { loadTerritory } = await import('@hinterland/territory');
  const territory = await loadTerritory(await territoryFolder(options.territory));
  const context = { territory, channel: 'batch' as const, progress: () => undefined, cancelled: () => false };
  const counts = new Map<Reason, number>();
  const out = options.out === undefined ? null : createWriteStream(options.out);
  const rowsOut: (readonly string[])[] = [];
  let sign = ',';
  const bar = progressBar();
  let addressColumns: AddressColumns | null = null;
  let rows = 0;
  let done = 0;
  try {
    const table = { encoding: options.encoding, ...tellsOf(path) };
    for await (const { columns, rows: some, separator } of readTable(createReadStream(path), table)) {
      sign = separator;
      if (addressColumns === null) {
        addressColumns = columnsIn(path, columns, options);
        rowsOut.push([...columns, ...ADDED]);
      }
      for (const { cells } of some) {
        const { address, reason } = geocodeRow(context, addressColumns, cells);
        counts.set(reason, (counts.get(reason) ?? 0) + 1);
        const added =
          address === null
            ? ['', '', '', '0']
            : [address.lat, address.lng, address.displayLine, address.confidence].map(String);
        rowsOut.push([...cells, ...added, reason]);
        done += cells.join().length + 1;
        if (++rows % ROWS_PER_PROGRESS === 0) bar.update('addresses', Math.min(1, done / size.size));
      }
    }
  } catch (error) {
    throw asCommandError(path, error);
  } finally {
    bar.stop();
  }
  const lines = rowsOut.map((row) => csvLines([row], '\n', sign));
  await write(out, out === null ? lines : [markOf(lines.join('')), ...lines]);
  const matched = MATCHED.reduce((sum, reason) => sum + (counts.get(reason) ?? 0), 0);
  note(`${figure(matched)} of ${figure(rows)} rows matched (${figure((100 * matched) / Math.max(1, rows), 1)}%).`);
  for (const [reason, count] of [...counts].sort((a, b) => b[1] - a[1])) {
    note(`${figure(count).padStart(9)}  ${reason.padEnd(16)} ${REASONS[reason]}`);
  }
}

/** Where the columns that were named stand. Throws where one is not in the header. */
function columnsIn(path: string, header: readonly string[], options: GeocodeOptions): AddressColumns {
  const named = ADDRESS_ROLES.flatMap((role) => {
    const name = options[role];
    if (name === undefined) return [];
    const at = header.indexOf(name);
    if (at < 0) throw new CommandError(`${path} has no column "${name}". It has: ${header.join(', ')}.`, 2);
    return [[role, at] as const];
  });
  return Object.fromEntries(named);
}

async function write(out: ReturnType<typeof createWriteStream> | null, lines: readonly string[]): Promise<void> {
  if (out === null) {
    for (const line of lines) print(line.slice(0, -1));
    return;
  }
  for (const line of lines) if (!out.write(line)) await once(out, 'drain');
  out.end();
  await once(out, 'finish');
}
