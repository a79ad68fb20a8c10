import {
  countryHabits,
  fold,
  houseNumberKey,
  isHouseNumber,
  isStreetType,
  NUMBER_WORDS,
  nameWords,
  takeUnit,
  tidyLine,
  unitKey,
} from '@hinterland/catalogue';

/** Kind of name that a word of a query may be; absent if the query does not say. */
export type Field = 'street' | 'place' | 'postcode';

/** One word of a query. */
export interface Token {
  /** In the form of the index. */
  readonly word: string;
  /** As typed, folded; the beginning of a longer word where `unfinished`. */
  readonly typed: string;
  /** It may be incomplete: the last word of a query that is still being typed. */
  readonly unfinished: boolean;
  readonly only?: Field;
  /** Weight by which it distinguishes names, above 0. */
  readonly weight: number;
}

/** One way to read a house number in a query. Tokens are bits. */
export interface NumberReading {
  /** Key of the number, "" where the query has none. */
  readonly number: string;
  readonly unit: string;
  readonly tokens: number;
  /** How likely it is meant like this, above 0 and at most 1. */
  readonly quality: number;
}

/** A query taken apart. */
export interface Query {
  readonly tokens: readonly Token[];
  /** At least the reading without a number, which is the last. */
  readonly readings: readonly NumberReading[];
}

/** Further words are ignored: masks have a bit per word. */
const MAX_TOKENS = 24;
const MAX_READINGS = 12;

/** Words that hardly distinguish names. */
const FILLERS = new Set(
  'of the de del della dei delle di da do dos das du des la le les el los las l d der die den dem am an im zu van y e and und et'.split(
    ' ',
  ),
);
const DIRECTIONS = new Set(['n', 's', 'e', 'w', 'ne', 'nw', 'se', 'sw']);

/** Returns how much a word distinguishes names, above 0 and at most 1. */
export function weightOf(word: string, countries: readonly string[]): number {
  if (isStreetType(word, countries)) return 0.3;
  if (DIRECTIONS.has(word)) return 0.8;
  return FILLERS.has(word) ? 0.15 : 1;
}

/** Reads a query of one line, such as "Unit 3, 17 High St, Sydney 2000". */
export function parseQuery(text: string, countries: readonly string[]): Query {
  const builder = new QueryBuilder(countries);
  const line = builder.takeUnit(text);
  builder.addWords(line, { numbers: true, unfinished: !/[\s,;]$/.test(text) });
  return builder.build();
}

/** Parts of an address as a caller knows them; absent or empty where not known. */
export interface AddressParts {
  readonly number?: string | undefined;
  readonly unit?: string | undefined;
  readonly street?: string | undefined;
  readonly locality?: string | undefined;
  readonly region?: string | undefined;
  readonly postcode?: string | undefined;
}

/** Reads a query of parts. The number may also be in `street`. */
export function parseParts(parts: AddressParts, countries: readonly string[]): Query {
  const builder = new QueryBuilder(countries);
  if (parts.unit) builder.unit = unitKey(parts.unit, countries);
  if (parts.number)
    builder.addWords(tidyLine(parts.number, countries), { numbers: true, unfinished: false, only: 'street' });
  if (parts.street) {
    const line = builder.takeUnit(parts.street);
    builder.addWords(line, { numbers: !parts.number, unfinished: false, only: 'street' });
  }
  for (const place of [parts.locality, parts.region]) {
    if (place) builder.addWords(tidyLine(place, countries), { numbers: false, unfinished: false, only: 'place' });
  }
  if (parts.postcode)
    builder.addWords(tidyLine(parts.postcode, countries), { numbers: false, unfinished: false, only: 'postcode' });
  return builder.build();
}

interface WordOptions {
  /** Returns whether digits may be a house number. */
  readonly numbers: boolean;
  readonly unfinished: boolean;
  readonly only?: Field;
}

class QueryBuilder {
  unit = '';
  /** Digits behind the house number that may be the flat, and stay in the line. */
  #behindNumber = '';
  readonly #countries: readonly string[];
  readonly #tokens: Token[] = [];
  readonly #readings: NumberReading[] = [];

  constructor(countries: readonly string[]) {
    this.#countries = countries;
  }

  /** Tidies a line and takes its unit out. */
  takeUnit(text: string): string {
    const { unit, rest, mayBeNumber } = takeUnit(tidyLine(text, this.#countries), this.#countries);
    if (mayBeNumber) this.#behindNumber = unit;
    else if (unit !== '') this.unit = unit;
    return rest;
  }

  addWords(line: string, options: WordOptions): void {
    const pieces = line.split(/[\s,;]+/).filter((piece) => piece !== '');
    let words: string[] = [];
    const flush = (isLast: boolean) => {
      if (words.length > 0) this.#add(words.join(' '), isLast, options);
      words = [];
    };
    pieces.forEach((piece, at) => {
      if (!/\d/.test(piece)) {
        words.push(piece);
        return;
      }
      flush(false);
      const first = this.#tokens.length;
      this.#add(piece, at === pieces.length - 1, options);
      if (!options.numbers) return;
      const next = pieces[at + 1] ?? '';
      this.#read(piece, next, first, pieces[at - 1] ?? '');
    });
    flush(true);
  }

  build(): Query {
    const tokens = this.#tokens.slice(0, MAX_TOKENS);
    const readings = this.#readings.filter((reading) => reading.tokens < 2 ** tokens.length).slice(0, MAX_READINGS);
    return { tokens, readings: [...readings, { number: '', unit: this.unit, tokens: 0, quality: 1 }] };
  }

  #add(text: string, isLast: boolean, { unfinished, only }: WordOptions): void {
    const words = nameWords(text, this.#countries);
    const typed = fold(text).split(' ');
    words.forEach((word, i) => {
      const isEnd = isLast && unfinished && i === words.length - 1;
      this.#tokens.push({
        word,
        typed: isEnd ? typed.at(-1)! : word,
        unfinished: isEnd,
        weight: weightOf(word, this.#countries),
        ...(only === undefined ? {} : { only }),
      });
    });
  }

  /** Returns every way to read a number in a piece with digits; `first` is the piece's first token. */
  #read(piece: string, next: string, first: number, before: string): void {
    const text = piece.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
    if (!(isHouseNumber(text) || STAIR_AND_DOOR.test(text)) || this.#tokens.length > MAX_TOKENS) return;
    let own = 0;
    for (let token = first; token < this.#tokens.length; token++) own |= 1 << token;
    // In "6 1/2" the fraction is no number of its own, or hardly.
    const likely = FRACTION.test(text) && /^\d+$/.test(before) ? UNLIKELY : 1;
    const add = (number: string, unit: string, tokens: number, quality = 1) => {
      this.#readings.push({
        number: houseNumberKey(number),
        unit: unit === '' ? this.unit : houseNumberKey(unit),
        tokens,
        quality: likely * quality,
      });
    };
    const isSuffix = NUMBER_WORDS.has(next.toLowerCase()) || /^(?:\p{L}\.?|1\/2|rear\S{0,2}|\d{1,2})$/iu.test(next);
    // The words of the suffix are added next.
    if (isSuffix) {
      const more = 2 ** nameWords(next, this.#countries).length - 1;
      const both = own | (more << this.#tokens.length);
      const suffix = next.replace('.', '');
      add(`${text} ${suffix}`, '', both);
      for (const { number, unit, quality } of partsOf(text, this.#countries)) {
        add(`${number} ${suffix}`, unit, both, quality);
      }
    }
    if (before.toLowerCase() === 'lot') add(`lot ${text}`, '', own | (1 << (first - 1)));
    if (next !== '' && next === this.#behindNumber) add(text, next, own | (1 << this.#tokens.length));
    add(text, '', own);
    for (const { number, unit, quality } of partsOf(text, this.#countries)) add(number, unit, own, quality);
  }
}

/** A house number with a part of it that may be something else: a flat, or the other number of the house. */
interface NumberPart {
  readonly number: string;
  readonly unit: string;
  readonly quality: number;
}

const FRACTION = /^[1-3]\/[2-4]$/;

/** House, stair and door in Austria: "12/3/4". */
const STAIR_AND_DOOR = /^\d{1,4}\p{L}?\/\d{1,3}\p{L}?\/\d{1,4}\p{L}?$/u;

/** Qualities of the readings of a number in two parts, the likelier one first. */
const LIKELY = 0.99;
const UNLIKELY = 0.95;

/** Returns the ways to read "3/17", "12/3/4" and "3-17" besides as one number. */
function partsOf(text: string, countries: readonly string[]): NumberPart[] {
  const habits = countries.map(countryHabits);
  const has = (sign: '/' | '-') => habits.some(({ unitBeforeNumber }) => unitBeforeNumber === sign);
  if (has('-')) {
    const [, unit, number] = /^(\w{1,5})-(\d{1,5}\p{L}?)$/u.exec(text) ?? [];
    if (unit !== undefined) return [{ number: number!, unit, quality: UNLIKELY }];
  }
  const [left = '', ...others] = text.split('/');
  const right = others.join('/');
  if (right === '') return [];
  if (!/^\d/.test(right)) return [{ number: left, unit: '', quality: 1 }];
  if (others.length > 1) return [{ number: left, unit: right, quality: 1 }];
  if (habits.some(({ doubleNumbers }) => doubleNumbers === 'usual')) {
    return [
      { number: right, unit: '', quality: LIKELY },
      { number: left, unit: '', quality: UNLIKELY },
    ];
  }
  const isFirst = has('/');
  return [
    { number: right, unit: left, quality: isFirst ? 1 : UNLIKELY },
    { number: left, unit: right, quality: isFirst ? UNLIKELY : 1 },
  ];
}
