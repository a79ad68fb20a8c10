/** How a file writes numbers. */
export interface NumberFormat {
  /** Decimal sign; "." where absent. */
  readonly decimal?: '.' | ',' | undefined;
  /** Sign between thousands, left out of numbers. */
  readonly thousands?: string | undefined;
  /** Cells that mean "not published", compared after trimming; an empty cell always does. */
  readonly missing?: readonly string[] | undefined;
  /** Numbers below this mean "not published", such as 0 for the negative codes of some censuses. */
  readonly missingBelow?: number | undefined;
}

const PLAIN_NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** The number in a cell: NaN for "not published", undefined where the text is neither. */
export function cellNumber(cell: string, format: NumberFormat): number | undefined {
  let text = cell.trim();
  if (text === '' || format.missing?.includes(text) === true) return Number.NaN;
  if (format.thousands !== undefined) text = text.replaceAll(format.thousands, '');
  if (format.decimal === ',') text = text.replace(',', '.');
  if (!PLAIN_NUMBER.test(text)) return undefined;
  const value = Number(text);
  return format.missingBelow !== undefined && value < format.missingBelow ? Number.NaN : value;
}
