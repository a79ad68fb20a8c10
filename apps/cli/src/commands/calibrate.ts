import { join } from 'node:path';
import { Command } from 'commander';
import { type CsvRow, degreesIn, ENCODING_OPTION, numberOf, readCsv } from '../csvFile.ts';
import { CommandError, note, print } from '../terminal.ts';
import { territoryFolder } from '../territoryFolder.ts';

const HELP = `
The CSV file has one line per store with its yearly sales; name and square_meters may be left out:

  id,lat,lng,sales,name,square_meters
  centre,-36.2000,-151.7000,4200000,Halcyon Fare,1200

Columns are known by the names that datasets know, such as Store No, Latitude, Umsatz. Answers the result of the action
market.calibrate as JSON (docs/methods/sales-model.md), whose member model other actions take.`;

interface Options {
  readonly sector: string;
  readonly territory: string;
  readonly encoding?: string;
  readonly mode: string;
  readonly traffic: string;
}

export function calibrateCommand(): Command {
  return new Command('calibrate')
    .description('learn a sales model from own stores: market.calibrate, offline and without credits')
    .argument('<csv>', 'file with the columns id, lat, lng and sales')
    .requiredOption('--sector <code>', 'code of the sector, such as food.supermarket')
    .option(
      '--territory <dir>',
      'folder of a bundle, or its address (s3://bucket/name)',
      join('var', 'territories', 'demo'),
    )
    .option(...ENCODING_OPTION)
    .option('--mode <mode>', 'car, walk, bicycle or transit', 'car')
    .option('--traffic <traffic>', 'free, normal or heavy', 'normal')
    .addHelpText('after', HELP)
    .action(calibrate);
}

async function calibrate(path: string, options: Options): Promise<void> {
  const { findAction } = await import('@hinterland/actions');
  const { ActionProblem } = await import('@hinterland/actions/action');
  const { detailOf, inputFaults } = await import('../inputFaults.ts');
  const { loadTerritory } = await import('@hinterland/territory');
  const action = findAction('market.calibrate')!;
  const { sector: sectorCode, mode, traffic } = options;
  const { rows } = await readCsv(path, ['id', 'lat', 'lng', 'sales'], options.encoding);
  const input = { stores: rows.map((row) => storeOf(path, row)), sectorCode, mode, traffic };
  const parsed = action.input.safeParse(input);
  if (!parsed.success) throw new CommandError(`${path}:\n  ${inputFaults(parsed.error.issues, input).join('\n  ')}`, 2);
  const territory = await loadTerritory(await territoryFolder(options.territory));
  try {
    const context = { territory, channel: 'api', progress: () => {}, cancelled: () => false } as const;
    const { result } = action.run(context, parsed.data);
    print(JSON.stringify(result, null, 2));
    note((result as { readonly sentence: string }).sentence);
  } catch (error) {
    if (!(error instanceof ActionProblem)) throw error;
    throw new CommandError(`${path}: ${detailOf(error, parsed.data)}`);
  }
}

/** A store of the file; null as its sales where the cell is empty. Throws CommandError with the line at fault. */
function storeOf(path: string, row: CsvRow) {
  const { id = '', name, sales, square_meters: area } = row.values;
  if (id === '') throw new CommandError(`${path}: line ${row.line}: the id of the store is empty.`, 2);
  return {
    id,
    lat: degreesIn(path, row, 'lat'),
    lng: degreesIn(path, row, 'lng'),
    sales: sales ? numberOf(path, row, 'sales', 0.01, 1e15) : null,
    ...(name ? { name } : {}),
    ...(area ? { squareMeters: numberOf(path, row, 'square_meters', 1, 1e6) } : {}),
  };
}
