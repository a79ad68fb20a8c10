import { loadTerritory } from '@hinterland/territory';
import { percentile } from '../percentile.ts';
import { formsWithMistyped } from './forms.ts';
import { type FormFigures, measurePostalLines } from './measure.ts';
import { type AddressFile, EXTRACTS, isAtHand, REGISTERS, withAddressesOf } from './territories.ts';

const NEW_YORK = 'new-york';

export interface PostalLinesSettings {
  readonly dataDir: string;
  /** A bundle of New York built by its recipe takes the place of its addresses alone. */
  readonly territories: readonly string[];
}

/** Writes every address of the real files at hand as postal lines of its country, and searches for them. */
export async function postalLines({ dataDir, territories }: PostalLinesSettings): Promise<string> {
  const rows: string[] = [];
  const add = (name: string, figures: readonly FormFigures[]) => {
    for (const one of figures) rows.push(row(name, one));
    if (process.env.SHOW_MISSES === undefined) return;
    for (const { form, misses } of figures)
      process.stderr.write(`${name}, ${form}\n  ${misses.slice(0, 8).join('\n  ')}\n`);
  };
  const built = new Map<string, string>();
  for (const dir of territories) built.set((await loadTerritory(dir)).manifest.id, dir);
  for (const file of [...REGISTERS, ...EXTRACTS].filter((one) => isAtHand(dataDir, one))) {
    const measure = (territory: Awaited<ReturnType<typeof loadTerritory>>) =>
      measurePostalLines(
        territory,
        file.country,
        Array(territory.addresses.rows).keys(),
        file.unsaid,
        formsWithMistyped(file.country),
      );
    const dir = isNewYork(file) ? built.get(NEW_YORK) : undefined;
    const figures =
      dir === undefined ? await withAddressesOf(dataDir, file, measure) : measure(await loadTerritory(dir));
    add(file.file.split('/').at(-1)!, figures);
  }
  return [
    'Every address with street and number of the real files at hand, written as six lines of its country, and as one with a wrong letter, with town and state',
    'of the file where the address holds none, and with flats where it holds none. "Exact": the address itself comes first, in the',
    'town and postcode that the line says. "Another number": an address of the same street with another number comes first.',
    '',
    '| file | line | lines | exact first | another number | p50 ms | p99 ms |',
    '|---|---|--:|--:|--:|--:|--:|',
    ...rows,
  ].join('\n');
}

const isNewYork = ({ file }: AddressFile): boolean => file.startsWith(`${NEW_YORK}/`);

function row(name: string, { form, lines, exact, otherNumber, milliseconds }: FormFigures): string {
  const share = `${((100 * exact) / Math.max(1, lines)).toFixed(2)}%`;
  return `| ${name} | ${form} | ${lines} | ${share} | ${otherNumber} | ${percentile(milliseconds, 0.5).toFixed(2)} | ${percentile(milliseconds, 0.99).toFixed(1)} |`;
}
