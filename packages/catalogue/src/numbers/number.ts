import { plainText } from './plainText.ts';

/** The sign before the decimals. */
export type DecimalMark = '.' | ',';

/** What is known of how numbers are written; each member where absent: any way that can be told from the text. */
export interface NumberStyle {
  readonly decimal?: DecimalMark | undefined;
  /** The sign between thousands, "" for none. */
  readonly thousands?: string | undefined;
  /** The factor of a unit that may stand before or behind a number; undefined for a text that is no unit. */
  readonly units?: ((unit: string) => number | undefined) | undefined;
}

/** One way to understand a text as a number. */
export interface NumberReading {
  readonly value: number;
  /** The decimal mark that this reading takes for granted, be it that the other mark parts thousands; null where it needs none. */
  readonly decimal: DecimalMark | null;
  /** The unit as it stands in the text, "" for none. */
  readonly unit: string;
}

/** Signs between thousands; Indian groups have two digits above the thousand. */
const GROUPINGS = [' ', "'", '.', ',', '\u066c', '_'] as const;
const OTHER: Readonly<Record<string, DecimalMark>> = { '.': ',', ',': '.' };

/** A sign in front, with an apostrophe where a spreadsheet marked the cell as text. */
const LEADING = /^'?([-+])? ?/;
const EXPONENT = /e([-+]?\d{1,3})$/i;
const AFFIXES =
  /^([-+]?) ?([^\d,'+-]*?) ?([-+]?[.,]?\d(?:[\d.,' _\u066b\u066c]*\d)?[.,]?(?:e[-+]?\d{1,3})?-?) ?((?:[^\d,'+-][^,+]*)?)$/i;

/**
 * Returns every way to understand a text as a decimal number: none where it is no number, two where a single mark with three
 * digits behind it may part thousands or begin decimals ("1.234"), else one. Takes digits of every script, the minus signs of
 * typography, a minus behind and parentheses of accountants, thousands by blank, apostrophe, point, comma or underscore, and exponents.
 * A sign that fits nowhere is never left out: "12.5.2024" is no number.
 */
export function numberReadings(text: string, style: NumberStyle = {}): readonly NumberReading[] {
  const plain = plainText(text);
  const own = readingsOf(plain, 1, '', style);
  if (own.length > 0 || style.units === undefined) return own;
  const parts = AFFIXES.exec(plain.replace(/[.,] ?-(?=\D*$)/, ''));
  if (parts === null) return [];
  const [sign, before, number, behind] = parts.slice(1) as [string, string, string, string];
  const unit = (before + behind).trim();
  const isTwice = (before !== '' && behind !== '') || (sign !== '' && /^[-+]/.test(number));
  const factor = unit === '' ? 1 : style.units(unit);
  return isTwice || factor === undefined ? [] : readingsOf(sign + number, factor, unit, style);
}

function readingsOf(plain: string, factor: number, unit: string, style: NumberStyle): NumberReading[] {
  const bracketed = /^\((.+)\)$/.exec(plain)?.[1];
  const [lead, leading] = LEADING.exec(bracketed ?? plain) ?? ['', undefined];
  const unsigned = (bracketed ?? plain).slice(lead.length);
  const isBehind = leading === undefined && bracketed === undefined && /\d-$/.test(unsigned);
  const isNegative = leading === '-' || bracketed !== undefined || isBehind;
  if (bracketed !== undefined && leading !== undefined) return [];
  const body = isBehind ? unsigned.slice(0, -1) : unsigned;
  const exponent = EXPONENT.exec(body);
  const mantissa = exponent === null ? body : body.slice(0, -exponent[0].length);
  const power = exponent === null ? '' : `e${exponent[1]}`;
  return unsignedReadings(mantissa, exponent !== null, style).map(({ digits, decimal }) => {
    const value = Number(`${isNegative ? '-' : ''}${digits}${power}`) * factor;
    return { value: factor === 1 ? value : Number(value.toPrecision(15)), decimal, unit };
  });
}

type Unsigned = { readonly digits: string; readonly decimal: DecimalMark | null };

function unsignedReadings(body: string, hasExponent: boolean, style: NumberStyle): Unsigned[] {
  if (/^\d+$/.test(body)) return [{ digits: body, decimal: null }];
  const groupings = GROUPINGS.filter(
    (sign) => !hasExponent && sign !== style.decimal && (style.thousands === undefined || sign === style.thousands),
  );
  const readings: Unsigned[] = [];
  for (const grouping of groupings) {
    const whole = ungrouped(body, grouping);
    if (whole !== null) readings.push({ digits: whole, decimal: OTHER[grouping] ?? null });
  }
  for (const mark of ['.', ',', '\u066b'] as const) {
    if (mark !== '\u066b' && style.decimal !== undefined && mark !== style.decimal) continue;
    const at = body.indexOf(mark);
    if (at < 0 || mark === style.thousands) continue;
    const [before, behind] = [body.slice(0, at), body.slice(at + 1)];
    if (!/^\d*$/.test(behind) || before + behind === '') continue;
    const parted = groupings.filter((sign) => sign !== mark).map((sign) => ungrouped(before, sign));
    const whole = /^\d*$/.test(before) ? before : (parted.find((digits) => digits !== null) ?? null);
    if (whole !== null) readings.push({ digits: `${whole}.${behind}`, decimal: mark === '\u066b' ? null : mark });
  }
  return readings;
}

/** The digits of a whole number whose thousands a sign parts; null where it does not part thousands. */
function ungrouped(text: string, sign: string): string | null {
  const groups = text.split(sign);
  const [first = ''] = groups;
  if (groups.length < 2 || !/^[1-9]\d{0,2}$/.test(first)) return null;
  const others = groups.slice(1);
  const areThousands = others.every((group) => /^\d{3}$/.test(group));
  const areLakhs =
    sign === ',' &&
    first.length <= 2 &&
    others.length >= 2 &&
    others.every((group, i) => (i === others.length - 1 ? /^\d{3}$/ : /^\d{2}$/).test(group));
  return areThousands || areLakhs ? groups.join('') : null;
}

/** Why a text gives no number. */
export type NumberFault = 'empty' | 'no number' | 'ambiguous';

/** Returns the number that a text writes, or why there is none; see `numberReadings`. */
export function readNumber(text: string, style: NumberStyle = {}): number | NumberFault {
  const readings = numberReadings(text, style);
  if (readings.length === 1) return readings[0]!.value;
  return readings.length > 1 ? 'ambiguous' : plainText(text) === '' ? 'empty' : 'no number';
}

/** Returns the number that a text writes; NaN where it writes none, or one that can be understood in two ways. */
export function numberOf(text: string, style: NumberStyle = {}): number {
  const number = readNumber(text, style);
  return typeof number === 'number' ? number : Number.NaN;
}

/**
 * Returns the whole number that a text writes, null where it writes none. Programs with decimals alone write "3.0" for 3: decimals
 * that are zeros count as none. Thousands are not parted.
 */
export function wholeNumberOf(text: string, least = 0, most = Number.MAX_SAFE_INTEGER): number | null {
  const value = numberOf(text, { thousands: '' });
  return Number.isInteger(value) && value >= least && value <= most ? value + 0 : null;
}
