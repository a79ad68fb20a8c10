import { fold } from '@hinterland/catalogue';
import type { TerritoryInputs } from '../inputs/territory.ts';
import { shippedTable } from './shippedTable.ts';

/** A country of ISO 3166-1, or Kosovo. */
export interface Country {
  /** Two letters, and three. */
  readonly code: string;
  readonly code3: string;
  /** In English. */
  readonly name: string;
  readonly continent: TerritoryInputs['continent'];
  /** ISO 4217. */
  readonly currency: string;
  /** The zone of its largest town. */
  readonly timeZone: string;
  /** As GeoNames has it; 0 where nobody lives. */
  readonly population: number;
  readonly capital: string;
  /** A box around its land and sea; west > east where it passes the antimeridian. */
  readonly box: { readonly west: number; readonly south: number; readonly east: number; readonly north: number };
}

let rows: readonly Country[] | undefined;

/** All 249 countries, by code, and Kosovo. */
export function countries(): readonly Country[] {
  rows ??= shippedTable('countries.tsv')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [code, code3, name, continent, currency, timeZone, population, capital, ...sides] = line.split('\t');
      const [west, south, east, north] = sides.map(Number);
      return {
        code: code!,
        code3: code3!,
        name: name!,
        continent: continent as Country['continent'],
        currency: currency!,
        timeZone: timeZone!,
        population: Number(population),
        capital: capital!,
        box: { west: west!, south: south!, east: east!, north: north! },
      };
    });
  return rows;
}

/** The country of a two-letter code. */
export function countryOf(code: string): Country | undefined {
  return countries().find((country) => country.code === code);
}

/** Languages in whose words a country may be typed: the six of the United Nations and thirty more. */
const LANGUAGES =
  'en zh es ar fr ru de pt it nl pl cs sk hu ro bg el uk sr hr sl sv da nb fi et lv lt tr he fa hi bn ta th vi id ko ja ka hy am sw'.split(
    ' ',
  );

let byName: ReadonlyMap<string, string> | undefined;

/** Names in many languages and scripts, folded, to codes. */
function codesByName(): ReadonlyMap<string, string> {
  if (byName !== undefined) return byName;
  const found = new Map<string, string>();
  for (const { code, name } of countries()) found.set(fold(name), code);
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames([language], { type: 'region' });
    for (const { code } of countries()) {
      const key = fold(names.of(code) ?? '');
      if (key !== '' && !found.has(key)) found.set(key, code);
    }
  }
  for (const [name, code] of OTHER_NAMES) found.set(name, code);
  byName = found;
  return found;
}

/** What people type besides. */
const OTHER_NAMES: readonly (readonly [string, string])[] = [
  ['uk', 'GB'],
  ['great britain', 'GB'],
  ['england', 'GB'],
  ['scotland', 'GB'],
  ['wales', 'GB'],
  ['northern ireland', 'GB'],
  ['usa', 'US'],
  ['united states of america', 'US'],
  ['holland', 'NL'],
  ['the netherlands', 'NL'],
  ['ivory coast', 'CI'],
  ['burma', 'MM'],
  ['swaziland', 'SZ'],
  ['cape verde', 'CV'],
  ['east timor', 'TL'],
  ['macedonia', 'MK'],
  ['turkey', 'TR'],
  ['south korea', 'KR'],
  ['north korea', 'KP'],
];

/** The country that a code of ISO 3166-1 or a name in any language means; undefined for any other text. */
export function countryCalled(text: string): Country | undefined {
  const typed = text.trim();
  if (/^[A-Za-z]{2}$/.test(typed)) {
    const code = typed.toUpperCase();
    const found = countryOf(code);
    if (found !== undefined) return found;
  }
  if (/^[A-Z]{3}$/.test(typed)) {
    const found = countries().find(({ code3 }) => code3 === typed);
    if (found !== undefined) return found;
  }
  return countryOf(codesByName().get(fold(typed)) ?? '');
}
