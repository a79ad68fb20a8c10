/** Months of a period, counted from year 0. */
export interface Period {
  readonly from: number;
  /** Excluded. */
  readonly to: number;
}

const monthOf = (year: string, month: number): number => Number(year) * 12 + month - 1;

/** Reads "2025", "FY2025", "2025-Q1", "Q1 2025", "2025-03", "03/2025" and dates of such a month; null for other texts. */
export function readPeriod(text: string): Period | null {
  const plain = text.trim();
  const year = /^(?:FY\s?)?((?:19|20)\d\d)$/i.exec(plain);
  if (year !== null) return { from: monthOf(year[1]!, 1), to: monthOf(year[1]!, 13) };
  const quarter =
    /^((?:19|20)\d\d)[-\s/]?Q([1-4])$/i.exec(plain) ?? reversed(/^Q([1-4])[-\s/]?((?:19|20)\d\d)$/i.exec(plain));
  if (quarter !== null) {
    const from = monthOf(quarter[1]!, 3 * Number(quarter[2]) - 2);
    return { from, to: from + 3 };
  }
  const month =
    /^((?:19|20)\d\d)[-/.](0?[1-9]|1[0-2])(?:[-/.]\d{1,2})?$/.exec(plain) ??
    reversed(/^(0?[1-9]|1[0-2])[-/.]((?:19|20)\d\d)$/.exec(plain));
  if (month === null) return null;
  const from = monthOf(month[1]!, Number(month[2]));
  return { from, to: from + 1 };
}

const reversed = (found: RegExpExecArray | null): [string, string, string] | null =>
  found === null ? null : [found[0], found[2]!, found[1]!];
