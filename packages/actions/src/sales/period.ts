/** Months of a period, counted from year 0. */
export interface Period {
  readonly from: number;
  /** Excluded. */
  readonly to: number;
}

const monthOf = (year: string, month: number): number => Number(year) * 12 + month - 1;

/** Names of months in five languages, without accents; the first letters of one stand for it. */
const MONTHS: readonly (readonly string[])[] = [
  ['january', 'januar', 'janner', 'janvier', 'enero', 'gennaio'],
  ['february', 'februar', 'fevrier', 'febrero', 'febbraio'],
  ['march', 'marz', 'maerz', 'mrz', 'mars', 'marzo'],
  ['april', 'avril', 'abril', 'aprile'],
  ['may', 'mai', 'mayo', 'maggio'],
  ['june', 'juni', 'juin', 'junio', 'giugno'],
  ['july', 'juli', 'juillet', 'julio', 'luglio'],
  ['august', 'aout', 'agosto'],
  ['september', 'septembre', 'septiembre', 'setiembre', 'settembre'],
  ['october', 'oktober', 'octobre', 'octubre', 'ottobre'],
  ['november', 'novembre', 'noviembre'],
  ['december', 'dezember', 'decembre', 'diciembre', 'dicembre'],
];

/** Returns 1 to 12 for the name of a month, whole or cut, in five languages; null for other words. */
export function monthNamed(word: string): number | null {
  const plain = word
    .normalize('NFKD')
    .replace(/\p{Mark}|\.$/gu, '')
    .toLowerCase();
  if (plain.length < 3) return null;
  const at = MONTHS.findIndex((names) => names.some((name) => name.startsWith(plain)));
  return at < 0 ? null : at + 1;
}

/** Reads "2025", "FY2025", "FY25", "2025-Q1", "Q1 2025", "2025-03", "03/2025", "Mar 2025" and dates of such a month; null for other texts. */
export function readPeriod(text: string): Period | null {
  const plain = text.trim();
  const year = /^(?:FY\s?)?((?:19|20)\d\d)$/i.exec(plain) ?? shortYear(/^FY\s?(\d\d)$/i.exec(plain));
  if (year !== null) return { from: monthOf(year[1]!, 1), to: monthOf(year[1]!, 13) };
  const quarter =
    /^((?:19|20)\d\d)[-\s/]?Q([1-4])$/i.exec(plain) ?? reversed(/^Q([1-4])[-\s/]?((?:19|20)\d\d)$/i.exec(plain));
  if (quarter !== null) {
    const from = monthOf(quarter[1]!, 3 * Number(quarter[2]) - 2);
    return { from, to: from + 3 };
  }
  const month =
    /^((?:19|20)\d\d)[-/.](0?[1-9]|1[0-2])(?:[-/.]\d{1,2})?$/.exec(plain) ??
    reversed(/^(0?[1-9]|1[0-2])[-/.]((?:19|20)\d\d)$/.exec(plain)) ??
    named(plain);
  if (month === null) return null;
  const from = monthOf(month[1]!, Number(month[2]));
  return { from, to: from + 1 };
}

type Found = readonly [string, string, string];

const reversed = (found: RegExpExecArray | null): Found | null =>
  found === null ? null : [found[0], found[2]!, found[1]!];

const shortYear = (found: RegExpExecArray | null): Found | null =>
  found === null ? null : [found[0], `20${found[1]}`, ''];

/** "Mar 2025", "März 25", "2025 Mar". */
function named(text: string): Found | null {
  const [first = '', second = '', ...others] = text.split(/[\s\-/.,']+/).filter((part) => part !== '');
  if (others.length > 0) return null;
  const [word, digits] = /^\d/.test(first) ? [second, first] : [first, second];
  const month = monthNamed(word);
  if (month === null || !/^((19|20)\d\d|\d\d)$/.test(digits)) return null;
  return [text, digits.length === 2 ? `20${digits}` : digits, String(month)];
}

/**
 * Reads dates of a column as people write them, "2025-08-01" for each, "2025-08" where no day is told; null for a cell that is no date. Of
 * "01/08/2025" the column tells by its other cells whether the day or the month is first; where it does not, the cell is null.
 */
export function readDates(cells: readonly string[]): readonly (string | null)[] {
  const slashed = cells.flatMap((cell) => {
    const found = /^(\d{1,2})[/-](\d{1,2})[/-](\d{2}|\d{4})$/.exec(cell.trim());
    return found === null ? [] : [[Number(found[1]), Number(found[2])] as const];
  });
  const dayFirst = slashed.some(([first]) => first > 12);
  const monthFirst = slashed.some(([, second]) => second > 12);
  return cells.map((cell) => dateIn(cell.trim(), dayFirst === monthFirst ? null : dayFirst));
}

const yearOf = (digits: string): number =>
  digits.length === 4 ? Number(digits) : Number(digits) + (Number(digits) < 50 ? 2000 : 1900);

function dateIn(text: string, dayFirst: boolean | null): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(text);
  if (iso !== null) return dated(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{2}|\d{4})$/.exec(text);
  if (dotted !== null) return dated(yearOf(dotted[3]!), Number(dotted[2]), Number(dotted[1]));
  const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{2}|\d{4})$/.exec(text);
  if (slashed !== null) {
    const [first, second] = [Number(slashed[1]), Number(slashed[2])];
    if (dayFirst === null && first !== second) return null;
    return dated(yearOf(slashed[3]!), dayFirst === true ? second : first, dayFirst === true ? first : second);
  }
  // Days since the end of 1899, as spreadsheets keep them.
  if (/^[2-6]\d{4}$/.test(text)) return new Date(Date.UTC(1899, 11, 30 + Number(text))).toISOString().slice(0, 10);
  const period = readPeriod(text);
  if (period !== null) return `${Math.floor(period.from / 12)}-${String((period.from % 12) + 1).padStart(2, '0')}`;
  const parts = text.split(/[\s.,]+/).filter((part) => part !== '');
  const word = parts.find((part) => monthNamed(part) !== null);
  const numbers = parts.filter((part) => /^\d+(st|nd|rd|th|er)?$/.test(part));
  if (word === undefined || numbers.length !== 2 || parts.length > 5) return null;
  const year = numbers.find((part) => /^\d{4}$/.test(part));
  const day = numbers.find((part) => part !== year);
  return year === undefined ? null : dated(Number(year), monthNamed(word)!, Number.parseInt(day!, 10));
}

function dated(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null;
}
