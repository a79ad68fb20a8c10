import type { CellValue } from 'hucre';

interface DateSystem {
  readonly is1904: boolean;
  readonly formatValue: (value: unknown, format: string, options?: { readonly is1904?: boolean }) => string;
}

/** Parts of a format in quotation marks, behind a backslash or in brackets write no digits. */
const bare = (format: string): string =>
  format.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '').split(';')[0]!;

/**
 * Returns a cell as its sheet means it. A number keeps all its digits, without signs between thousands and currencies, unless its
 * format writes zeros in front ("07302") or a percentage ("12.5%"). Days are yyyy-mm-dd, with hours and minutes where the
 * format shows them; times of day are hh:mm, and durations go on beyond 24 hours.
 */
export function cellText(value: CellValue, format: string | undefined, { is1904, formatValue }: DateSystem): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return dateText(value, bare(format ?? ''), is1904);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'string') return value;
  const plain = bare(format ?? '');
  if (plain.includes('%')) return `${rounded(value * 100)}%`;
  if (/^[^0#?]*00[0\- ()/]*[^0#?.]*$/.test(plain)) return formatValue(value, format!, { is1904 });
  return String(rounded(value));
}

/** Binary fractions have digits that no sheet shows. */
const rounded = (value: number): number => (Number.isInteger(value) ? value : Number(value.toPrecision(15)));

const DAY_MILLISECONDS = 86_400_000;
const two = (value: number): string => String(value).padStart(2, '0');

function dateText(date: Date, format: string, is1904: boolean): string {
  const iso = date.toISOString();
  const shows = (letters: RegExp) => letters.test(format);
  const seconds = shows(/s/i) || date.getUTCSeconds() !== 0 ? `:${two(date.getUTCSeconds())}` : '';
  if (shows(/\[[hms]+\]/i)) {
    const first = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 31);
    const hours = Math.floor((date.getTime() - first) / DAY_MILLISECONDS) * 24 + date.getUTCHours();
    return `${hours}:${two(date.getUTCMinutes())}${seconds}`;
  }
  const time = `${iso.slice(11, 16)}${seconds}`;
  if (!shows(/[hs]/i)) return iso.slice(0, 10);
  return shows(/[dy]/i) ? `${iso.slice(0, 10)} ${time}` : time;
}
