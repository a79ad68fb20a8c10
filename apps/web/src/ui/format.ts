import { digitsOf } from '@hinterland/answers/words';
import { useText } from '../text/index.ts';

/** Numbers and times in the reader's language. Credits have up to three decimals. */
export function useFormat() {
  const { language } = useText();
  return formatOf(language);
}

const formats = new Map<string, Format>();

/** Formats cost more to make than to use, and a page has thousands of figures: each language has one set. */
function formatOf(language: string): Format {
  const made = formats.get(language) ?? makeFormat(language);
  formats.set(language, made);
  return made;
}

type Format = ReturnType<typeof makeFormat>;

/** The reader's own form of a language, as their browser names it: days are written otherwise in en-GB than in en-US. Node.js 20 has no `navigator`. */
const regional = (language: string): string =>
  globalThis.navigator?.languages.find((tag) => tag.split('-')[0] === language) ?? language;

function makeFormat(language: string) {
  const digits = digitsOf(language);
  const signed = new Intl.NumberFormat(language, { maximumFractionDigits: 3, signDisplay: 'exceptZero' });
  const compactDown = new Intl.NumberFormat(language, {
    notation: 'compact',
    maximumSignificantDigits: 3,
    roundingMode: 'floor',
  });
  const bytes = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const place = regional(language);
  const day = new Intl.DateTimeFormat(place, { dateStyle: 'medium' });
  const date = new Intl.DateTimeFormat(place, { dateStyle: 'medium', timeZone: 'UTC' });
  const moment = new Intl.DateTimeFormat(place, { dateStyle: 'medium', timeStyle: 'short' });
  const month = new Intl.DateTimeFormat(place, { month: 'short', year: '2-digit', timeZone: 'UTC' });
  const regions = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  return {
    ...digits,
    signed: (value: number) => signed.format(value),
    /** People are whole numbers. */
    people: digits.whole,
    /** Credits in the room of a phone's bar, never more than there are: "9,999.125", "99,843", "9.99M". */
    balance: (value: number) =>
      value < 1e6 ? digits.number(value < 1e4 ? value : Math.floor(value)) : compactDown.format(value),
    megabytes: (value: number) =>
      value > 0 && value < 1e5 ? `${bytes.format(value / 1e3)} kB` : `${bytes.format(value / 1e6)} MB`,
    day: (iso: string) => day.format(new Date(iso)),
    /** A day of the calendar, wherever the reader is. */
    date: (iso: string) => date.format(new Date(`${iso}T00:00:00Z`)),
    moment: (iso: string) => moment.format(new Date(iso)),
    /** "Italy" for IT; undefined for a code of no country, such as that of the demo. */
    country: (code: string) => (/^[A-Z]{2}$/.test(code) ? regions.of(code) : undefined),
    /** "Nov 26" for 2026-11. */
    month: (iso: string) => month.format(new Date(`${iso}-01T00:00:00Z`)),
    /** "3 minutes ago". */
    ago: (iso: string, now: number) => {
      const seconds = (new Date(iso).getTime() - now) / 1000;
      const [size, unit] = UNITS.find(([size]) => Math.abs(seconds) >= size) ?? ([1, 'second'] as const);
      return relative.format(Math.round(seconds / size), unit);
    },
  };
}

const UNITS = [
  [31_536_000, 'year'],
  [2_592_000, 'month'],
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
] as const;
