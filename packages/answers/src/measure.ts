/** How a member of a result is counted where people read it. */
export interface Measure {
  /** The name without its unit; a noun of its own where nothing is left. */
  readonly name: string;
  /** Stands beside the title, the same in every language; empty for none. */
  readonly unit: string;
  /** A value times this has the unit. */
  readonly factor: number;
}

/** Units at the end of a name, the signs that stand for them, what a value is multiplied by, and the name of the bare unit. */
const UNITS: readonly (readonly [RegExp, string, number, string])[] = [
  [/(^s|S)econds$/, 'min', 1 / 60, 'time'],
  [/(^s|S)quareMeters$/, 'm²', 1, 'size'],
  [/SquareKm$/, 'km²', 1, 'size'],
  [/(^m|M)eters$/, 'm', 1, 'distance'],
  [/(^m|M)inutes$/, 'min', 1, 'time'],
];

const PERCENT = /percent$/i;
const SHARE = /share(Of[A-Z]\w*)?$/i;

/** "bandSeconds" is "band" in min, "sharedShare" is "sharedShare" in %, "male_0_4" is itself. */
export function measureOf(name: string): Measure {
  if (SHARE.test(name)) return { name, unit: '%', factor: 100 };
  if (PERCENT.test(name)) return { name, unit: '%', factor: 1 };
  const found = UNITS.find(([end]) => end.test(name));
  if (found === undefined) return { name, unit: '', factor: 1 };
  const [end, unit, factor, bare] = found;
  const plain = name.replace(end, '');
  return { name: plain === '' ? bare : plain, unit, factor };
}

/** "coveredByTwoOrMore" reads "Covered by two or more". */
export function wordsOf(name: string): string {
  const words = name
    .replace(/_/g, ' ')
    .replace(/([a-z])(\d{3,})/g, '$1 $2')
    .replace(/([a-z0-9])([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`)
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "Categories" reads "Category": the name of one of a list. */
export const oneOf = (list: string): string => list.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');

/** A value in the unit of its measure, without the noise of floating point. */
export const inUnit = (value: number, factor: number): number =>
  factor === 1 ? value : Number((value * factor).toPrecision(12));

/** Members that count people, stores and addresses, which are whole. */
const COUNTED =
  /residents|people|poles|stores|reached|covered|exclusive|shared$|lost|gained|count$|coveredBy|families|households/i;
export const countsWhole = (name: string): boolean =>
  measureOf(name).unit === '' && COUNTED.test(name) && !/per\d|share/i.test(name);

/** Units that titles of figures name themselves: "Median age" is in years, but "Residents" are people. */
const NAMED_BY_TITLE =
  /^(share|persons|families|households|dwellings|rooms|vehicles|stores|listings)(_per_\w+)?$|^per_100$/;
export const isNamedByTitle = (unit: string): boolean => NAMED_BY_TITLE.test(unit);

/** Counted things, which are whole numbers. */
const WHOLE = new Set(['persons', 'people', 'stores', 'listings', 'families', 'households', 'square_meters', 'days']);
export const isCounted = (unit: string): boolean => WHOLE.has(unit);
export const isMoney = (unit: string): boolean => unit.startsWith('currency');

/** Units of the service, as files name them. */
const NAMED: Readonly<Record<string, string>> = {
  percent: '%',
  share: '%',
  seconds: 's',
  minutes: 'min',
  meters: 'm',
  square_meters: 'm²',
  square_km: 'km²',
  persons_per_square_km: 'persons per km²',
};

/** "currency_per_year" reads "XMD per year". */
export function unitName(unit: string, currency = ''): string {
  const named = NAMED[unit];
  if (named !== undefined) return named;
  return unit.replace(/^currency/, currency === '' ? 'currency' : currency).replace(/_/g, ' ');
}
