import { withoutDecimalZeros } from '@hinterland/catalogue';

/** One house number of an address: "12A", a range "10" to "14", a unit "Suite 401" of number "142". */
export interface HouseNumber {
  /** First number with its suffix. */
  readonly number: string;
  /** Last number of a range, else "". */
  readonly numberLast: string;
  /** Flat, suite or shop in the same text, else "". */
  readonly unit: string;
}

/** How a country writes what can be read in two ways. */
export interface HouseNumberStyle {
  /** "3/17": `unit` = flat 3 at number 17 (Australia, New Zealand); `number` = a number of its own (Italy, Germany). */
  readonly slash: 'unit' | 'number';
  /** "10-14": `range` = from 10 to 14; `number` = a number of its own (Hawaii, Queens; Colombia, with "#" before it). */
  readonly hyphen: 'range' | 'number';
}

export const USUAL_STYLE: HouseNumberStyle = { slash: 'number', hyphen: 'range' };

/** A range that is longer than this is a number with a hyphen in it ("94-790"). A guess. */
const MAX_RANGE = 60;

/** Texts that mappers write where there is no number. */
const NO_NUMBER = /^(yes|no|none|n\/?a|s\/?n|\?+|-+|0+|unknown|fixme)$/i;

/** Words and signs for a number, before it: "No. 12", "№ 12", "Nr.12"; "#12" where no other number follows. */
const MARK = /^\s*(?:n[or][.:°º]*|n[°º.]+|№|#)\s*(?=\p{Nd}+\p{L}?(?:[-/]\p{Nd}+\p{L}?)?\s*$)/iu;

const UNIT =
  /(?:\b(?:suite|ste|unit|apt|apartment|flat|shop|level|floor|room|lot)\b\.?\s*#?\s*|#\s*)[a-z]?-?\d*(?:-\d+)?[a-z]?\b/i;

/**
 * Reads a value of addr:housenumber. A list ("12;14", "1, 3", "1 & 3") gives several numbers, a range one number with
 * its last. A unit in the text is separated from the number, and the street's name is left out of it. Empty where the text
 * holds no number.
 */
export function parseHouseNumbers(written: string, street: string, style: HouseNumberStyle): HouseNumber[] {
  const text = withoutDecimalZeros(written).replace(MARK, '');
  const unit = UNIT.exec(text);
  // "Level 13/50": the slash goes with the unit.
  const rest = (unit === null ? text : text.replace(unit[0], ' ').replace(/^\s*[/,]|[,/]\s*$/g, ' ')).trim();
  const parts = rest.split(/[;,&|]|\s+and\s+/i).map((part) => tidy(part, street));
  return parts
    .filter((part) => part !== '' && !NO_NUMBER.test(part))
    .map((part) => {
      const found = parsePart(part, style);
      return unit === null ? found : { ...found, unit: unit[0].trim() };
    });
}

function tidy(part: string, street: string): string {
  const text = part.replace(/½/, ' 1/2').trim().replace(/\s+/g, ' ');
  const [number = '', ...words] = text.split(' ');
  const isStreet =
    words.length > 0 && words[0]!.length > 2 && street.toLowerCase().startsWith(words.join(' ').toLowerCase());
  return isStreet ? number : text;
}

function parsePart(part: string, style: HouseNumberStyle): HouseNumber {
  const slash = /^(\S+)\s?\/\s?(\d.*)$/.exec(part);
  if (style.slash === 'unit' && slash !== null) {
    return { ...parsePart(slash[2]!, style), unit: slash[1]! };
  }
  const range = /^(\d+)\s?([a-z]?)\s?[-–—]\s?(\d+)\s?([a-z]?)$/i.exec(part);
  if (style.hyphen === 'range' && range !== null) {
    const [first, last] = [Number(range[1]), Number(range[3])];
    const isRange = last > first && last - first <= MAX_RANGE;
    const isSuffixRange = last === first && range[2]!.toUpperCase() < range[4]!.toUpperCase();
    if (isRange || isSuffixRange) {
      return { number: withSuffix(range[1]!, range[2]!), numberLast: withSuffix(range[3]!, range[4]!), unit: '' };
    }
  }
  const single = /^(\d+)\s?([a-z])$/i.exec(part);
  return { number: single === null ? part : withSuffix(single[1]!, single[2]!), numberLast: '', unit: '' };
}

function withSuffix(number: string, suffix: string): string {
  return number + suffix.toUpperCase();
}
