import { type DecimalMark, type NumberFault, type NumberReading, type NumberStyle, numberReadings } from './number.ts';
import { plainText } from './plainText.ts';
import { isCurrency } from './units.ts';

/** Texts that stand for nothing in tables of people and programs, in lower case. */
const NOTHING: ReadonlySet<string> = new Set(
  `- -- --- . .. ... … / ? x na n/a n.a. n/d n.d. k.a. #n/a #na nan null (null) none nil \\n #null! #div/0! #value! #ref! #name? #num! inf -inf`.split(
    ' ',
  ),
);

/** Whether a cell holds nothing, be it in one of the words for it. */
export const isNothing = (cell: string): boolean => {
  const plain = plainText(cell).toLowerCase();
  return plain === '' || NOTHING.has(plain);
};

/** A cell that gives no number, by its place in the column. */
export interface UnreadCell {
  readonly at: number;
  readonly text: string;
  readonly fault: Exclude<NumberFault, 'empty'>;
}

/** The numbers of a column. */
export interface NumberColumn {
  /** Null where a cell holds nothing, or cannot be read. */
  readonly values: readonly (number | null)[];
  /** The decimal mark by which cells with two readings were understood; null where there are none, or nothing decides. */
  readonly decimal: DecimalMark | null;
  readonly unread: readonly UnreadCell[];
  /** The unit as it stands in each cell, "" for none. */
  readonly units: readonly string[];
}

/**
 * Reads a column of numbers as people write them, with currencies and percentages ("12%" is 0.12). Cells that can be understood
 * in two ways ("1.234") follow the others: those that have decimals, or thousands of another kind. Where the column does not
 * tell, or tells both, `hint` decides, such as the mark of the other columns of a table; else they are left unread. With
 * `units`, the factor of each, cells may have different ones.
 */
export function numberColumn(
  cells: readonly string[],
  hint: DecimalMark | null = null,
  units?: (unit: string) => number | undefined,
): NumberColumn {
  const readings = cells.map((cell) =>
    isNothing(cell) ? null : numberReadings(cell, { units: units ?? moneyOrShare }),
  );
  const unit = firstUnit(readings);
  const shown = marksShown(readings);
  const decimal = shown.length === 0 ? hint : shown.length === 1 ? shown[0]! : null;
  const unread: UnreadCell[] = [];
  const values = readings.map((all, at) => {
    if (all === null) return null;
    const [only, ...others] = all.length > 1 ? all.filter((one) => one.decimal === decimal) : all;
    if (only !== undefined && others.length === 0 && (units !== undefined || isOfUnit(only, unit))) return only.value;
    unread.push({ at, text: cells[at]!.trim(), fault: all.length > 1 ? 'ambiguous' : 'no number' });
    return null;
  });
  const isDecided = readings.some((all) => all !== null && all.length > 1);
  return {
    values,
    decimal: isDecided ? decimal : null,
    unread,
    units: readings.map((all) => all?.[0]?.unit ?? ''),
  };
}

/**
 * Returns the decimal mark that the cells of one or more columns show: by decimals, or by thousands of the other kind. Null
 * where they show none, or both.
 */
export function decimalMarkOf(cells: readonly string[], style: NumberStyle = {}): DecimalMark | null {
  const shown = marksShown(cells.map((cell) => numberReadings(cell, style)));
  return shown.length === 1 ? shown[0]! : null;
}

type Readings = readonly (readonly NumberReading[] | null)[];

function marksShown(readings: Readings): readonly DecimalMark[] {
  const shown = new Set<DecimalMark>();
  for (const all of readings) if (all?.length === 1 && all[0]!.decimal !== null) shown.add(all[0]!.decimal);
  return [...shown];
}

/** The unit that stands first. Amounts in two currencies are not one column of numbers, nor are shares with and without %. */
const firstUnit = (readings: Readings): string =>
  readings.find((all) => (all?.[0]?.unit ?? '') !== '')?.[0]?.unit ?? '';

const isOfUnit = ({ unit, value }: NumberReading, ofColumn: string): boolean =>
  unit === ofColumn || (unit === '' && (ofColumn !== '%' || value === 0));

const moneyOrShare = (unit: string): number | undefined => (unit === '%' ? 0.01 : isCurrency(unit) ? 1 : undefined);
