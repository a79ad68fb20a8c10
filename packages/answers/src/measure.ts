/** How a member of a result is named and counted where people read it. */
export interface Measure {
  readonly title: string;
  /** Stands beside the title; empty for none. */
  readonly unit: string;
  /** A value times this has the unit. */
  readonly factor: number;
}

/** Units at the end of a name, the words that stand for them, what a value is multiplied by, and the title of the bare unit. */
const UNITS: readonly (readonly [RegExp, string, number, string])[] = [
  [/(^s|S)econds$/, 'min', 1 / 60, 'Time'],
  [/(^s|S)quareMeters$/, 'm²', 1, 'Size'],
  [/SquareKm$/, 'km²', 1, 'Size'],
  [/(^m|M)eters$/, 'm', 1, 'Distance'],
  [/(^m|M)inutes$/, 'min', 1, 'Time'],
];

const PERCENT = /percent$/i;
const SHARE = /share(Of[A-Z]\w*)?$/i;

/** "bandSeconds" is "Band" in min, "sharedShare" is "Shared share" in %, "male_0_4" is "Male 0 4". */
export function measureOf(name: string): Measure {
  if (SHARE.test(name)) return { title: wordsOf(name), unit: '%', factor: 100 };
  if (PERCENT.test(name)) return { title: wordsOf(name), unit: '%', factor: 1 };
  const found = UNITS.find(([end]) => end.test(name));
  if (found === undefined) return { title: wordsOf(name), unit: '', factor: 1 };
  const [end, unit, factor, bare] = found;
  const plain = name.replace(end, '');
  return { title: plain === '' ? bare : wordsOf(plain), unit, factor };
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

/** Units of the service, as people write them. */
const NAMED: Readonly<Record<string, string>> = {
  percent: '%',
  share: '%',
  square_meters: 'm²',
  persons_per_square_km: 'persons per km²',
};

/** "currency_per_year" reads "XMD per year". */
export function unitWords(unit: string, currency: string): string {
  const named = NAMED[unit];
  if (named !== undefined) return named;
  return unit.replace(/^currency/, currency === '' ? 'currency' : currency).replace(/_/g, ' ');
}

/** A value in the unit of its measure, without the noise of floating point. */
export const inUnit = (value: number, factor: number): number =>
  factor === 1 ? value : Number((value * factor).toPrecision(12));
