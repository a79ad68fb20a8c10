export type Digits = ReturnType<typeof makeDigits>;

const made = new Map<string, Digits>();

/** Returns how numbers are written in a language. Formats cost more to make than to use: each language has one set. */
export function digitsOf(language: string): Digits {
  const known = made.get(language) ?? makeDigits(language);
  made.set(language, known);
  return known;
}

/** Languages whose people write thousands in full, where CLDR has a letter that they do not know: "929K" for 929.000. */
const THOUSANDS_IN_FULL: ReadonlySet<string> = new Set(['it']);

function makeDigits(language: string) {
  // What rounds to nothing has no sign.
  const format = (options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(language, { signDisplay: 'negative', ...options });
  // Also of four digits, which some languages leave whole: figures stand below each other.
  const useGrouping = 'always' as const;
  const number = format({ maximumFractionDigits: 3 });
  const whole = format({ maximumFractionDigits: 0, useGrouping });
  const three = format({ maximumSignificantDigits: 3 });
  const compact = format({ notation: 'compact', minimumSignificantDigits: 3, maximumSignificantDigits: 3 });
  const decimals = [2, 1].map((digits) => format({ minimumFractionDigits: digits, maximumFractionDigits: digits }));
  const degrees = format({ maximumFractionDigits: 5 });
  const percent = format({ style: 'percent', maximumFractionDigits: 0 });
  const portions = [0, 1, 2, 3].map((digits) => format({ style: 'percent', maximumFractionDigits: digits }));
  /** Figures below each other: two decimals below ten, one from there on, none from a hundred on or of whole numbers. */
  const rounded = (value: number): string => {
    const size = Math.abs(value);
    if (Number.isInteger(value) || size >= 100) return whole.format(value);
    return (size < 0.01 ? three : (decimals[size < 10 ? 0 : 1] as Intl.NumberFormat)).format(value);
  };
  const plain = format({ maximumFractionDigits: 20, useGrouping: false });
  return {
    number: (value: number) => number.format(value),
    /** As a sentence has it, with every digit. */
    exact: (value: number, isGrouped: boolean, decimals = 0) =>
      isGrouped
        ? value.toLocaleString(language, { minimumFractionDigits: decimals, maximumFractionDigits: 20 })
        : plain.format(value),
    /** People, stores and addresses. */
    whole: (value: number) => whole.format(value),
    /** For sentences: people say no more than three digits. */
    threeDigits: (value: number) => three.format(value),
    /** Three digits in the room of a cell: "69,900", "26.4M", "14.0M". */
    short: (value: number) => (Math.abs(value) < 1e6 ? three : compact).format(value),
    rounded,
    /** Degrees of latitude and longitude, to about a meter. */
    degrees: (value: number) => degrees.format(value),
    /** A share from 0 to 1. */
    percent: (share: number) => percent.format(share),
    /** A share that reads 0 % or 100 % only where it is. */
    portion: (share: number) => {
      const isApart = (digits: number) =>
        [0, 1].every((end) => share === end || share.toFixed(digits + 2) !== end.toFixed(digits + 2));
      return portions[[0, 1, 2].find(isApart) ?? 3]!.format(share);
    },
    /** What follows a number of percent: "%", in some languages after a space. */
    percentSign: percent.format(1).replace(/\d+/, ''),
    /** Three digits and the currency, "XMD 26.4M". */
    money: (value: number, currency: string) =>
      format({
        ...(/^[A-Z]{3}$/.test(currency) ? { style: 'currency', currency } : {}),
        ...(THOUSANDS_IN_FULL.has(language) && Math.abs(value) < 999_500
          ? { maximumFractionDigits: 0, useGrouping }
          : { notation: 'compact', compactDisplay: 'long' }),
        maximumSignificantDigits: 3,
      }).format(value),
  };
}

/** A text as it begins a line. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
