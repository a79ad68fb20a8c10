import {
  fold,
  houseNumberKey,
  inOneScript,
  isHouseNumber,
  isStreetType,
  nameWords,
  takeUnit,
  tidyLine,
  unitKey,
  vocabularyOf,
  writesNumberFirst,
} from '@hinterland/catalogue';
import { type NumberReading, readingsOf, STAIRS_AND_DOORS } from './readings.ts';
import { hasUnreadable, mendedEnding, withUnreadable } from './slips.ts';

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
  /** Its place among the parts between commas. */
  readonly segment: number;
  /** Its place among the pieces between spaces. */
  readonly piece: number;
  /** A word that it may stand for besides: the postcode that lost its zero. */
  readonly also?: string;
  /** Whether a slip in it is mended. */
  readonly isMended?: true;
}

/** A query taken apart. */
export interface Query {
  readonly tokens: readonly Token[];
  /** At least the reading without a number, which is the last. */
  readonly readings: readonly NumberReading[];
  /** The same with slips mended in kinds of streets that are glued to names: "Berliner Staße". Absent without such slips. */
  readonly mended?: Query;
  /**
   * The line as it was typed, with words that may be marks of a number or a flat, for numbers that begin with such words: "Plot 5".
   * Absent where it has none.
   */
  readonly asTyped?: Query;
}

/** Further words are ignored: masks have a bit per word. */
const MAX_TOKENS = 24;
const MAX_READINGS = 12;
/** Quality of a number that is rather a unit, where the line has another number. */
const UNIT_AS_NUMBER = 0.9;

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
  const unfinished = !/[\s,;]$/.test(text);
  const query = built(countries, (builder) => builder.addWords(builder.takeUnit(text), { numbers: true, unfinished }));
  const typing = new QueryBuilder(countries, false);
  typing.addWords(typing.tidy(text, true), { numbers: true, unfinished });
  const asTyped = typing.build();
  const wordsOf = ({ tokens }: Query) => tokens.map(({ word }) => word).join(' ');
  return wordsOf(asTyped) === wordsOf(query) ? query : { ...query, asTyped };
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
  return built(countries, (builder) => {
    if (parts.unit) builder.unit = unitKey(parts.unit, countries);
    if (parts.number)
      builder.addWords(builder.tidy(parts.number), { numbers: true, unfinished: false, only: 'street' });
    if (parts.street) {
      const line = builder.takeUnit(parts.street);
      builder.addWords(line, { numbers: !parts.number, unfinished: false, only: 'street' });
    }
    for (const place of [parts.locality, parts.region]) {
      if (place) builder.addWords(builder.tidy(place), { numbers: false, unfinished: false, only: 'place' });
    }
    if (parts.postcode)
      builder.addWords(builder.tidy(parts.postcode), { numbers: false, unfinished: false, only: 'postcode' });
  });
}

/** Reads a query, a second time with slips mended if it has some. */
function built(countries: readonly string[], fill: (builder: QueryBuilder) => void): Query {
  const builder = new QueryBuilder(countries, false);
  fill(builder);
  const query = builder.build();
  if (!builder.hasSlips) return query;
  const mending = new QueryBuilder(countries, true);
  fill(mending);
  return { ...query, mended: mending.build() };
}

interface WordOptions {
  /** Returns whether digits may be a house number. */
  readonly numbers: boolean;
  readonly unfinished: boolean;
  readonly only?: Field;
}

/** A piece of a line between spaces and commas. */
interface Piece {
  readonly text: string;
  readonly segment: number;
  /** Whether the next piece follows a comma without a space. */
  readonly comma: boolean;
}

class QueryBuilder {
  unit = '';
  hasSlips = false;
  /** A number that may be the flat or the house's, and stays in the line; its key and its tokens. */
  #unsure = { key: '', isRatherUnit: false, tokens: 0 };
  #segment = 0;
  #piece = 0;
  readonly #countries: readonly string[];
  readonly #isMending: boolean;
  readonly #tokens: Token[] = [];
  readonly #readings: NumberReading[] = [];

  constructor(countries: readonly string[], isMending: boolean) {
    this.#countries = countries;
    this.#isMending = isMending;
  }

  tidy(text: string, keepsMarks = false): string {
    return withUnreadable(tidyLine(text, this.#countries, keepsMarks));
  }

  /** Tidies a line and takes its unit out. */
  takeUnit(text: string): string {
    const line = this.tidy(text);
    const { unit, unsure, rest } = takeUnit(line, this.#countries);
    this.#unsure = { key: unsure, isRatherUnit: line.includes('#') || writesNumberFirst(this.#countries), tokens: 0 };
    if (unit !== '') this.unit = unit;
    return rest;
  }

  addWords(line: string, options: WordOptions): void {
    const pieces = this.#piecesOf(line);
    let words: string[] = [];
    const flush = (isLast: boolean, segment: number) => {
      if (words.length > 0) this.#add(words.join(' '), segment, isLast, options);
      words = [];
    };
    /** Tokens of each piece with digits that may be a number, as bits; read once all tokens are known. */
    const numbered: { readonly at: number; readonly first: number; readonly end: number }[] = [];
    const firstToken: number[] = [];
    pieces.forEach(({ text, segment }, at) => {
      if (!/\d/.test(text)) {
        if (at > 0 && pieces[at - 1]!.segment !== segment) flush(false, pieces[at - 1]!.segment);
        words.push(text);
        firstToken[at] = -1;
        return;
      }
      flush(false, pieces[at - 1]?.segment ?? segment);
      const first = this.#tokens.length;
      this.#add(text, segment, at === pieces.length - 1, options);
      if (options.numbers) numbered.push({ at, first, end: this.#tokens.length });
    });
    flush(true, pieces.at(-1)?.segment ?? 0);
    for (const { at, first, end } of numbered) this.#read(pieces, at, first, end);
    this.#segment = (pieces.at(-1)?.segment ?? this.#segment) + 1;
  }

  build(): Query {
    const tokens = this.#tokens.slice(0, MAX_TOKENS);
    const readings = this.#withUnsure(this.#readings.filter((reading) => reading.tokens < 2 ** tokens.length));
    const most = readings.slice(0, MAX_READINGS);
    return { tokens, readings: [...most, { number: '', unit: this.unit, tokens: 0, quality: 1 }] };
  }

  /** Has the number that may be a flat be one for every other number, and the house's number itself. */
  #withUnsure(readings: readonly NumberReading[]): readonly NumberReading[] {
    const { key, isRatherUnit, tokens } = this.#unsure;
    if (key === '' || tokens === 0) return readings;
    const others = readings.filter((reading) => (reading.tokens & tokens) === 0);
    const isUnit = isRatherUnit && others.some(({ number }) => number.length < 5);
    return [
      ...others.map((reading) => ({ ...reading, unit: key + reading.unit, tokens: reading.tokens | tokens })),
      // It may be a postcode.
      ...(/^\d{3,}$/.test(key) ? others : []),
      ...readings
        .filter((reading) => (reading.tokens & tokens) !== 0)
        .map((reading) => (isUnit ? { ...reading, quality: reading.quality * UNIT_AS_NUMBER } : reading)),
    ];
  }

  #piecesOf(line: string): Piece[] {
    const pieces: Piece[] = [];
    let segment = this.#segment;
    for (const found of line.matchAll(/[^\s,;]+|[,;]/g)) {
      const [text] = found;
      if (text !== ',' && text !== ';') {
        const end = found.index + text.length;
        pieces.push({ text, segment, comma: line[end] === ',' && /[^\s,;]/.test(line[end + 1] ?? ' ') });
      } else segment++;
    }
    return pieces;
  }

  #add(text: string, segment: number, isLast: boolean, { unfinished, only }: WordOptions): void {
    const plain = nameWords(text, this.#countries);
    const mended = nameWords(text, this.#countries, (word) => mendedEnding(word, this.#countries));
    if (mended.join(' ') !== plain.join(' ')) this.hasSlips = true;
    const words = this.#isMending ? mended : plain;
    const typed = inOneScript(fold(text), vocabularyOf(this.#countries)).split(' ');
    words.forEach((word, i) => {
      const isEnd = isLast && unfinished && i === words.length - 1 && !hasUnreadable(word);
      this.#tokens.push({
        word,
        typed: isEnd ? typed.at(-1)! : word,
        unfinished: isEnd,
        weight: weightOf(word, this.#countries),
        segment,
        piece: this.#piece,
        ...(only === undefined ? {} : { only }),
        ...(this.#isMending && !plain.includes(word) ? { isMended: true as const } : {}),
      });
    });
    this.#piece++;
  }

  /** Reads the numbers of the piece at a place; it has the tokens from `first` to before `end`. */
  #read(pieces: readonly Piece[], at: number, first: number, end: number): void {
    const { text: written, segment } = pieces[at]!;
    const text = written.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
    if (!(isHouseNumber(text) || STAIRS_AND_DOORS.test(text)) || end > MAX_TOKENS) return;
    const behind = pieces.slice(at + 1);
    const isFar = behind.findIndex((piece) => piece.segment !== segment);
    const after = (isFar < 0 ? behind : behind.slice(0, isFar)).map((piece) => piece.text);
    const behindComma = pieces[at]!.comma ? (behind[0]?.text ?? '') : '';
    const isBehindWords = pieces.slice(0, at).some((piece) => piece.segment === segment);
    const own = 2 ** end - 2 ** first;
    if (this.#unsure.key !== '' && houseNumberKey(text) === this.#unsure.key) this.#unsure.tokens = own;
    const piece = { text, before: pieces[at - 1]?.text ?? '', after, behindComma, isBehindWords };
    for (const { number, unit, pieces: taken, quality } of readingsOf(piece, this.#countries)) {
      const more = behind.slice(0, taken).flatMap((one) => nameWords(one.text, this.#countries)).length;
      const lot = number.startsWith('LOT') && first > 0 ? 1 << (first - 1) : 0;
      const tokens = 2 ** (end + more) - 2 ** first;
      this.#readings.push({ number, unit: unit || this.unit, tokens: tokens | lot, quality });
    }
  }
}

export type { NumberReading } from './readings.ts';
