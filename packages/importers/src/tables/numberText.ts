import { type DecimalMark, plainText, readNumber } from '@hinterland/catalogue/numbers';

/** How a file writes numbers. */
export interface NumberFormat {
  /** Decimal sign; "." where absent. */
  readonly decimal?: DecimalMark | undefined;
  /** Sign between thousands; none where absent. */
  readonly thousands?: string | undefined;
  /** Cells that mean "not published", compared after trimming; an empty cell always does. */
  readonly missing?: readonly string[] | undefined;
  /** Cells that stand for so few that they count as none. */
  readonly zeros?: readonly string[] | undefined;
  /** Numbers below this mean "not published", such as 0 for the negative codes of some censuses. */
  readonly missingBelow?: number | undefined;
}

const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * The number in a cell: NaN for "not published", undefined where the text is neither. A sign that is neither the decimal sign nor
 * parts thousands is never left out.
 */
export function cellNumber(cell: string, format: NumberFormat): number | undefined {
  const text = cell.trim();
  if (text === '' || format.missing?.includes(text) === true) return Number.NaN;
  if (format.zeros?.includes(text) === true) return 0;
  const { decimal = '.', thousands = '' } = format;
  const isPlain = decimal === '.' && thousands !== '.' && PLAIN_NUMBER.test(text);
  const named = isPlain ? Number(text) : readNumber(text, { decimal, thousands: signOf(thousands) });
  // A file with decimal commas may have points in columns that a program wrote: "2.5" has one meaning, "1.234" two.
  const value = typeof named === 'string' && decimal === ',' && thousands === '' ? readNumber(text) : named;
  if (typeof value === 'string') return undefined;
  return format.missingBelow !== undefined && value < format.missingBelow ? Number.NaN : value;
}

/** Any blank stands for every other. */
const signOf = (thousands: string): string => (/^\s$/.test(thousands) ? ' ' : plainText(thousands));
