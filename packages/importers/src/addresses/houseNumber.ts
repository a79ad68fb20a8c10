export interface HouseNumber {
  /** First number with its suffix: "12A". */
  readonly number: string;
  /** Last number of a range, else "". */
  readonly numberLast: string;
  /** Flat before a slash, else "". */
  readonly unit: string;
}

const RANGE = /^(\d+)([A-Za-z]?)\s*[-–]\s*(\d+)([A-Za-z]?)$/;
const UNIT_FIRST = /^([A-Za-z]?\d+[A-Za-z]?)\s*\/\s*(\d.*)$/;
/** A wider span is no range but a hyphenated number, such as "37-112" in Queens. */
const WIDEST_RANGE = 100;

/**
 * Takes a house number apart. A range rises: "10-19a" runs from 10 to 19a, "1016-18" to 1018 (the same side of the
 * street), but "37-12" is one hyphenated number. `unitFirst`: "3/12" is flat 3 of number 12, as in Australia and New
 * Zealand; elsewhere a slash belongs to the number.
 */
export function parseHouseNumber(text: string, unitFirst: boolean): HouseNumber {
  const trimmed = text.trim().replace(/\s+/g, ' ');
  const flat = unitFirst ? UNIT_FIRST.exec(trimmed) : null;
  const unit = flat?.[1] ?? '';
  const rest = (flat?.[2] ?? trimmed).replace(/^(\d+) ([A-Za-z])$/, '$1$2');
  const range = RANGE.exec(rest);
  if (range === null) return { number: rest, numberLast: '', unit };
  const [, first, firstSuffix, last, lastSuffix] = range as unknown as [string, string, string, string, string];
  const shared = first.slice(0, Math.max(0, first.length - last.length));
  const difference = Number(shared + last) - Number(first);
  const isAbbreviated = shared !== '';
  if (difference <= 0 || difference > WIDEST_RANGE || (isAbbreviated && difference % 2 !== 0)) {
    return { number: rest, numberLast: '', unit };
  }
  return { number: first + firstSuffix, numberLast: shared + last + lastSuffix, unit };
}

const NUMBER_AND_STREET = /^(\d+[A-Za-z]?(?:-\d+[A-Za-z]?)?)\s+\p{L}{3,}/u;

/** Some registers put the whole address into a column: "1016-18 WILLOW AVE" has the number "1016-18". */
export function leadingNumber(text: string): string | null {
  return NUMBER_AND_STREET.exec(text.trim())?.[1] ?? null;
}
