import { Command } from 'commander';
import { ENCODING_OPTION } from '../csvFile.ts';
import { parseAmount, parseMinutes } from '../terminal.ts';
import type { ServiceOptions } from '../worker/viaService.ts';

interface BatchOptions extends ServiceOptions {
  readonly minutes: string;
  readonly mode: string;
  readonly include: string;
  readonly sectors: string;
  readonly brands?: string;
  readonly maxCredits?: string;
}

/** A name for `work FILE --url …` whose options are members of the input of enrich.points. */
export function batchCommand(): Command {
  return new Command('batch')
    .description(
      'enrich the points of a CSV file through a running service, and wait for the result: "work FILE --url"',
    )
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
    .action(async (path: string, options: BatchOptions) => {
      const { enrichViaService } = await import('../worker/viaService.ts');
      await enrichViaService(path, () => inputOf(options), options);
    });
}

function inputOf({ minutes, mode, include, sectors, brands, maxCredits }: BatchOptions): object {
  const listed = (text: string) => text.split(',').map((part) => part.trim());
  return {
    bandSeconds: parseMinutes(minutes).map((limit) => Math.round(limit * 60)),
    mode,
    include: listed(include),
    sectors: sectors === 'auto' ? 'auto' : listed(sectors),
    ...(brands === undefined ? {} : { brands: listed(brands) }),
    ...(maxCredits === undefined ? {} : { maxCredits: parseAmount(maxCredits, 'credits') }),
  };
}
