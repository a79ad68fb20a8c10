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

/** The countries that a name means, and whether it is a name of their own rather than one in another language. */
export interface CountryName {
  readonly codes: readonly string[];
  readonly isOwn: boolean;
}

let byName: ReadonlyMap<string, CountryName> | undefined;

/** Names in many languages and scripts, folded. */
function codesByName(): ReadonlyMap<string, CountryName> {
  if (byName !== undefined) return byName;
  const found = new Map<string, CountryName>(OTHER_NAMES.map(([name, ...codes]) => [name, { codes, isOwn: true }]));
  const add = (name: string | undefined, code: string, isOwn: boolean) => {
    const key = fold(name ?? '');
    if (key !== '' && !found.has(key)) found.set(key, { codes: [code], isOwn });
  };
  const named = (language: string) => new Intl.DisplayNames([language], { type: 'region' });
  const english = named('en');
  for (const { code, name } of countries()) {
    add(name, code, true);
    add(english.of(code), code, true);
    add(named(new Intl.Locale('und', { region: code }).maximize().language).of(code), code, true);
  }
  for (const language of LANGUAGES) {
    const names = named(language);
    for (const { code } of countries()) add(names.of(code), code, false);
  }
  byName = found;
  return found;
}

/** What people type besides; several codes where a name alone does not say which. */
const OTHER_NAMES: readonly (readonly [name: string, ...codes: string[]])[] = [
  ['uk', 'GB'],
  ['great britain', 'GB'],
  ['britain', 'GB'],
  ['usa', 'US'],
  ['u s', 'US'],
  ['u s a', 'US'],
  ['united states of america', 'US'],
  ['america', 'US'],
  ['holland', 'NL'],
  ['the netherlands', 'NL'],
  ['ivory coast', 'CI'],
  ['burma', 'MM'],
  ['swaziland', 'SZ'],
  ['cape verde', 'CV'],
  ['east timor', 'TL'],
  ['macedonia', 'MK'],
  ['turkey', 'TR'],
  ['palestine', 'PS'],
  ['south korea', 'KR'],
  ['north korea', 'KP'],
  ['korea', 'KR', 'KP'],
  ['dr congo', 'CD'],
  ['drc', 'CD'],
  ['republic of the congo', 'CG'],
  ['congo', 'CD', 'CG'],
  ['czech republic', 'CZ'],
];

/** The countries that a code of ISO 3166-1 or a name in any language means; undefined for any other text. */
export function countriesCalled(text: string): CountryName | undefined {
  const typed = text.trim();
  const code = typed.toUpperCase();
  if (/^[A-Za-z]{2}$/.test(typed) && countryOf(code) !== undefined) return { codes: [code], isOwn: true };
  const long = /^[A-Z]{3}$/.test(typed) ? countries().find(({ code3 }) => code3 === typed) : undefined;
  return long === undefined ? codesByName().get(fold(typed)) : { codes: [long.code], isOwn: true };
}

/** The first of them. */
export const countryCalled = (text: string): Country | undefined => countryOf(countriesCalled(text)?.codes[0] ?? '');

/** Every name of a country, folded, with its code. */
export const countryNames = (): Iterable<readonly [name: string, found: CountryName]> => codesByName();
