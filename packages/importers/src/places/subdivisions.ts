import { fold, foldText } from '@hinterland/catalogue';
import { shippedTable } from './shippedTable.ts';
import { allTowns, type Town } from './towns.ts';

/** A state, province or the like of a country. */
export interface Subdivision {
  /** ISO 3166-1, two letters. */
  readonly country: string;
  /** As towns name it. */
  readonly name: string;
  /** Its part of the code of ISO 3166-2; "" where it has none. */
  readonly code: string;
  /** All of its names, folded, each between bars. */
  readonly names: string;
}

let rows: readonly Subdivision[] | undefined;

function all(): readonly Subdivision[] {
  rows ??= shippedTable('regions.tsv')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [country, name, code, otherNames] = line.split('\t') as [string, string, string, string];
      return { country, name, code, names: `|${fold(name)}${otherNames}` };
    });
  return rows;
}

/** Whether a folded text is a name of a subdivision. */
export const isNamed = ({ names }: Subdivision, key: string): boolean => key !== '' && names.includes(`|${key}|`);

/** Subdivisions that a name in one of several languages or a code such as "US-GA" means. */
export function subdivisionsCalled(text: string): readonly Subdivision[] {
  const [, country, code] = /^\s*([a-z]{2})-([a-z0-9]{1,3})\s*$/i.exec(text)?.map((part) => part.toUpperCase()) ?? [];
  const coded = country === undefined ? [] : all().filter((one) => one.country === country && one.code === code);
  const key = fold(text);
  return coded.length > 0 ? coded : all().filter((one) => isNamed(one, key));
}

/** Countries whose people write the state behind the town: "Boston, MA". */
const ABBREVIATING: ReadonlySet<string> = new Set(['US', 'CA', 'AU', 'BR', 'MX']);
/** Abbreviations that people write in place of the code. */
const USUAL: Readonly<Record<string, string>> = {
  'MX cdmx': 'CMX',
  'MX df': 'CMX',
  'MX edomex': 'MEX',
  'MX nl': 'NLE',
  'MX bc': 'BCN',
  'MX qr': 'ROO',
  'MX q roo': 'ROO',
  'MX ags': 'AGU',
  'MX chis': 'CHP',
  'MX chih': 'CHH',
  'MX dgo': 'DUR',
  'MX gto': 'GUA',
  'MX hgo': 'HID',
  'MX qro': 'QUE',
  'MX tamps': 'TAM',
  'CA pei': 'PE',
};

/** States that an abbreviation behind a town means: of ISO 3166-2, a usual one, or the beginning of a name with a dot ("Calif."). */
export function subdivisionsAbbreviated(text: string): readonly Subdivision[] {
  const key = foldText(text);
  if (key === '') return [];
  const isCut = /\p{L}{3}\.$/u.test(text.trim());
  return all().filter(
    (one) =>
      ABBREVIATING.has(one.country) &&
      (one.code.toLowerCase() === (USUAL[`${one.country} ${key}`] ?? key).toLowerCase() ||
        (isCut && fold(one.name).startsWith(key))),
  );
}

let byRegion: ReadonlyMap<string, readonly Town[]> | undefined;

/** The towns of a subdivision, the largest first. */
export function townsOfSubdivision({ country, name }: Subdivision): readonly Town[] {
  if (byRegion === undefined) {
    const found = new Map<string, Town[]>();
    for (const town of allTowns()) {
      const key = `${town.country} ${town.region}`;
      const towns = found.get(key);
      if (towns === undefined) found.set(key, [town]);
      else towns.push(town);
    }
    byRegion = found;
  }
  return byRegion.get(`${country} ${name}`) ?? [];
}

/** "Georgia, US", which means it alone. */
export const subdivisionText = ({ name, country }: Subdivision): string => `${name}, ${country}`;
