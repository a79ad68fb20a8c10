/** Numbers in prose, and whether they are known. */

/** A number as it stands in a text. */
export interface Written {
  readonly start: number;
  readonly end: number;
  /** What it may stand for: "1.234" is 1234 to one reader and 1.234 to another. */
  readonly readings: readonly Reading[];
}

interface Reading {
  readonly value: number;
  /** Worth of its last digit. */
  readonly step: number;
}

const SPACES = ' \\u00a0\\u202f\\u2009';
const NUMBER = new RegExp(`\\d{1,3}(?:[${SPACES}'’]\\d{3})+(?![\\d])(?:[.,]\\d+)?|\\d+(?:[.,]\\d+)*`, 'gu');

/** Words for powers of ten in the languages of the app, and short forms. */
const SCALES: readonly (readonly [RegExp, number])[] = [
  [/^(?:thousand|tausend|tsd\.?|mille|mila|mil|k)(?![\p{L}\d])/iu, 1e3],
  [/^(?:millions?|millionen|mio\.?|mill(?:ón|ones)|milion[ei]|mln\.?|m)(?![\p{L}\d²])/iu, 1e6],
  [/^(?:billions?|milliarden?|mrd\.?|milliards?|miliard[oi]|mld\.?|bn)(?![\p{L}\d])/iu, 1e9],
];

/** Words that make a date of the number beside them. */
const MONTH = monthNames();
const ISO_DATE = /\b\d{4}-\d{2}(?:-\d{2})?(?![\d-])/g;
const LIST_NUMBER = /(^|\n)[ \t]*\d{1,3}[.)](?=\s)/g;

/** The numbers of a text that claim something: not those of lists and dates, nor digits within a word. */
export function numbersIn(text: string, atLineStart: boolean, before = ' '): Written[] {
  const passed = [...text.matchAll(ISO_DATE), ...text.matchAll(MONTH), ...listNumbers(text, atLineStart)];
  const spans = passed.map((match) => [match.index, match.index + match[0].length] as const);
  return [...text.matchAll(NUMBER)].flatMap((match) => {
    const start = match.index;
    const end = start + match[0].length;
    const previous = start === 0 ? before : text[start - 1];
    if (previous !== undefined && /[\p{L}_#]/u.test(previous)) return [];
    if (spans.some(([from, to]) => start >= from && end <= to)) return [];
    const after = text.slice(end);
    const scale = scaleOf(after);
    const percent = /^[\s\u00a0\u202f]*(?:%|percent\b|prozent\b|pour cent\b|por ciento\b|per cento\b)/iu.test(after);
    return [{ start, end, readings: readingsOf(match[0], scale, percent) }];
  });
}

const listNumbers = (text: string, atLineStart: boolean) =>
  [...text.matchAll(LIST_NUMBER)].filter((match) => match.index > 0 || match[1] === '\n' || atLineStart);

function scaleOf(after: string): number {
  const rest = after.replace(/^[\s\u00a0\u202f]{0,2}/u, '');
  // A single letter counts only where it touches the number: "5 m" are meters, "3.5M" are millions.
  const touching = rest === after;
  const found = SCALES.find(([word]) => word.test(rest));
  if (found === undefined) return 1;
  const [word, factor] = found;
  const length = word.exec(rest)?.[0].length ?? 0;
  if (length > 1) return factor;
  return touching && /^[kM]/.test(rest) ? factor : 1;
}

function readingsOf(text: string, scale: number, percent: boolean): Reading[] {
  const plain = text.replace(new RegExp(`[${SPACES}'’]`, 'gu'), '');
  const forms = new Set<string>();
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  if (last < 0) forms.add(plain);
  else {
    const mark = plain[last] as string;
    const whole = plain.slice(0, last).replace(/[.,]/g, '');
    const other = plain.slice(0, last).includes(mark === '.' ? ',' : '.');
    const grouped = /^\d{1,3}(?:[.,]\d{3})+$/.test(plain) && !other;
    const repeated = plain.indexOf(mark) !== last;
    if (grouped) forms.add(plain.replace(/[.,]/g, ''));
    if (!repeated) forms.add(`${whole}.${plain.slice(last + 1)}`);
  }
  return [...forms].flatMap((form) => {
    const decimals = form.includes('.') ? form.length - form.indexOf('.') - 1 : 0;
    const reading = { value: Number(form) * scale, step: 10 ** -decimals * scale };
    return percent ? [reading, { value: reading.value / 100, step: reading.step / 100 }] : [reading];
  });
}

/** What people say instead of the unit that a member's name ends with: minutes and hours, kilometers. */
const SAID_IN: readonly (readonly [RegExp, readonly number[]])[] = [
  [/seconds$/i, [1, 60, 3600]],
  [/minutes$/i, [1, 60]],
  [/meters$/i, [1, 1000]],
];

/** Numbers that a conversation has seen: of results, inputs, prices and the person's own words. */
export class KnownNumbers {
  readonly #values: number[] = [];

  /** Adds every number of a value, and those within its texts; numbers of a member that says its unit also in those that people say. */
  add(value: unknown, units: readonly number[] = [1]): void {
    if (typeof value === 'number') this.#values.push(...units.map((unit) => Math.abs(value) / unit));
    else if (typeof value === 'string') this.addText(value);
    else if (Array.isArray(value)) for (const item of value) this.add(item, units);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        this.addText(name);
        this.add(member, SAID_IN.find(([ending]) => ending.test(name))?.[1]);
      }
    }
  }

  addText(text: string): void {
    for (const [digits] of asciiDigits(text).matchAll(NUMBER)) {
      for (const { value } of readingsOf(digits, 1, false)) this.#values.push(value);
    }
    for (const { readings } of numbersIn(asciiDigits(text), false)) {
      for (const { value } of readings) this.#values.push(value);
    }
  }

  /** Whether one of the readings is a known number, rounded to the digits that are written. */
  has({ readings }: Written): boolean {
    return readings.some(({ value, step }) => this.#values.some((known) => matches(known, value, step)));
  }
}

/** A small figure with decimals is not known by its whole part: of 4.4, "4" is somebody's guess. */
function matches(known: number, value: number, step: number): boolean {
  const tolerance = Number.isInteger(known) || known >= 10 * step ? step / 2 : 0;
  return Math.abs(known - value) <= tolerance * (1 + 1e-9) + 1e-9 * Math.abs(known);
}

/** Digits of any script as 0 to 9. */
export const asciiDigits = (text: string): string =>
  text.replace(/(?![0-9])\p{Nd}/gu, (character) => {
    const code = character.codePointAt(0) as number;
    let value = 0;
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
    return String(value);
  });

/** "3 October 2026", "October 2026", "3. Oktober", "octubre de 2026": in the languages of the app. */
function monthNames(): RegExp {
  const names = ['en', 'de', 'fr', 'it', 'es', 'pt'].flatMap((locale) =>
    Array.from({ length: 12 }, (_, month) =>
      new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, month, 15)),
    ),
  );
  const month = `(?:${[...new Set(names)].join('|')})`;
  return new RegExp(
    `\\b(?:\\d{1,2}(?:\\.|st|nd|rd|th|er)?\\s+(?:de\\s+)?)?${month}\\b(?:(?:\\s+de)?\\s+(?:\\d{1,2},\\s+)?\\d{4}(?!\\d)|\\s+\\d{1,2}(?!\\d))?`,
    'giu',
  );
}
