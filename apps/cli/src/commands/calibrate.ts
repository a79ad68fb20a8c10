import { join } from 'node:path';
import type { CalibrationReport } from '@hinterland/actions';
import { Command } from 'commander';
import { type CsvRow, degreesIn, ENCODING_OPTION, numberOf, readCsv } from '../csvFile.ts';
import { CommandError, note, print } from '../terminal.ts';
import { territoryFolder } from '../territoryFolder.ts';

const HELP = `
The CSV file has one line per store with its yearly sales:

  id,lat,lng,sales,name,square_meters
  centre,-36.2000,-151.7000,4200000,Halcyon Fare,1200

or one line per store and origin with the customers who came from there; origins are codes of areas ("areas.list"):

  id,lat,lng,origin,customers
  centre,-36.2000,-151.7000,1000,311

name and square_meters may be left out: a store is taken for the one that the territory knows near it by that name, and
else stands beside it with the median floor area of the sector.

Answers JSON: parameters before and after, how well they meet what was observed (R², mean absolute percentage error,
global error), and every observation beside what the model says. Nothing is changed: to use the new parameters, put them
into the sector's row of packages/territory/src/sectors/parameters.ts and raise the version of the table.
Columns are known by the names that datasets know, such as Store No, Latitude, Umsatz.
docs/methods/calibration.md explains it with an example.`;

interface Options {
  readonly sector: string;
  readonly territory: string;
  readonly encoding?: string;
  readonly mode: string;
  readonly traffic: string;
  readonly fixedAttraction?: boolean;
  readonly freeScale?: boolean;
  readonly exponential?: boolean;
}

export function calibrateCommand(): Command {
  return new Command('calibrate')
    .description("fit the parameters of a sector's market model to own sales or to customers' origins")
    .argument('<csv>', 'file with the columns id, lat, lng and either sales, or origin and customers')
    .requiredOption('--sector <code>', 'code of the sector, such as food.supermarket')
    .option(
      '--territory <dir>',
      'folder of a bundle, or its address (s3://bucket/name)',
      join('var', 'territories', 'demo'),
    )
    .option(...ENCODING_OPTION)
    .option('--mode <mode>', 'car, walk or bicycle', 'car')
    .option('--traffic <traffic>', 'free, normal or heavy', 'normal')
    .option('--fixed-attraction', 'keep the exponent of floor area; for few stores')
    .option(
      '--free-scale',
      'let one factor stand between modelled and observed sales; for shops that sell only a part of their sector',
    )
    .option('--exponential', 'fit exp(-λ · minutes) instead of minutes^-β')
    .addHelpText('after', HELP)
    .action(calibrate);
}

async function calibrate(path: string, options: Options): Promise<void> {
  const { calibrateSector } = await import('@hinterland/actions');
  const { ActionProblem } = await import('@hinterland/actions/action');
  const { CatchmentError } = await import('@hinterland/engine/query');
  const { MODES, sectorOf, TRAFFICS } = await import('@hinterland/catalogue');
  const { loadTerritory } = await import('@hinterland/territory');
  const sector = sectorOf(options.sector);
  if (sector === undefined)
    throw new CommandError(`There is no sector ${options.sector}; markets.sectors lists them.`, 2);
  const mode = MODES.find((known) => known === options.mode);
  if (mode === undefined) throw new CommandError(`--mode must be one of ${MODES.join(', ')}, not ${options.mode}.`, 2);
  const traffic = TRAFFICS.find((known) => known === options.traffic);
  if (traffic === undefined) {
    throw new CommandError(`--traffic must be one of ${TRAFFICS.join(', ')}, not ${options.traffic}.`, 2);
  }
  const { rows } = await readCsv(path, ['id', 'lat', 'lng'], options.encoding);
  const observed = observationsOf(path, rows);
  const { fixedAttraction, freeScale, exponential } = options;
  if (freeScale && observed.origins !== undefined) {
    throw new CommandError('--free-scale needs sales: numbers of customers have no scale.', 2);
  }
  const territory = await loadTerritory(await territoryFolder(options.territory));
  try {
    const question = { sector, mode, traffic, ...observed, fixedAttraction, freeScale, exponential };
    const report = calibrateSector(territory, question);
    print(JSON.stringify(report, null, 2));
    say(report);
  } catch (error) {
    if (error instanceof ActionProblem || error instanceof CatchmentError || error instanceof RangeError) {
      throw new CommandError(`${path}: ${error.message}`);
    }
    throw error;
  }
}

/** Stores of the file, each once, with sales or origins. Throws CommandError with the line at fault. */
function observationsOf(path: string, rows: readonly CsvRow[]) {
  const has = (name: string) => rows[0]?.values[name] !== undefined;
  if (has('sales') === has('customers')) {
    throw new CommandError(`${path} needs either the column sales, or the columns origin and customers.`, 2);
  }
  if (has('customers') && !has('origin')) {
    throw new CommandError(`${path} has the column customers but not the column origin.`, 2);
  }
  const positions = new Map<string, number>();
  const stores: { id: string; lat: number; lng: number; name?: string; squareMeters?: number }[] = [];
  for (const row of rows) {
    const id = row.values.id ?? '';
    if (id === '') throw new CommandError(`${path}: line ${row.line}: the id of the store is empty.`, 2);
    if (positions.has(id)) {
      if (has('sales')) throw new CommandError(`${path}: line ${row.line}: the store ${id} is listed twice.`, 2);
      continue;
    }
    positions.set(id, stores.length);
    const { name, square_meters: area } = row.values;
    stores.push({
      id,
      lat: degreesIn(path, row, 'lat'),
      lng: degreesIn(path, row, 'lng'),
      ...(name ? { name } : {}),
      ...(area ? { squareMeters: numberOf(path, row, 'square_meters', 1, 1e6) } : {}),
    });
  }
  if (has('sales')) return { stores, sales: rows.map((row) => numberOf(path, row, 'sales', 0.01, 1e15)) };
  return {
    stores,
    origins: rows.map((row) => ({
      store: positions.get(row.values.id!)!,
      area: row.values.origin ?? '',
      customers: numberOf(path, row, 'customers', 0, 1e12),
    })),
  };
}

/** Prints the outcome in words, in addition to the JSON. */
function say({ before, after, fitBefore, fitAfter, atBound, scale, leftOut }: CalibrationReport): void {
  const decay = ({ decay: of }: CalibrationReport['after']) =>
    of.kind === 'power' ? `β ${of.exponent.toFixed(3)}` : `λ ${of.perMinute.toFixed(4)}`;
  const percent = (value: number | null) => (value === null ? '-' : `${(100 * value).toFixed(1)}%`);
  note(
    `before: α ${before.attractionExponent.toFixed(3)}, ${decay(before)}; off by ${percent(fitBefore.meanAbsolutePercentageError)} on average`,
  );
  note(
    `after:  α ${after.attractionExponent.toFixed(3)}, ${decay(after)}${scale === 1 ? '' : `, scale ${scale.toFixed(3)}`}; off by ${percent(fitAfter.meanAbsolutePercentageError)} on average, R² ${fitAfter.rSquared?.toFixed(3) ?? '-'}`,
  );
  for (const name of atBound) {
    note(
      `${name === 'decay' ? 'The decay' : 'The exponent of floor area'} ended at its bound: the data do not say how far beyond it lies. More stores, or --fixed-attraction, may help.`,
    );
  }
  if (leftOut.length > 0)
    note(`${leftOut.length} origins were left out: nobody there lives within reach of the store.`);
}
