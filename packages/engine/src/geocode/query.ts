import { fold, houseNumberKey, isHouseNumber, isStreetType, NUMBER_WORDS, nameWords } from '@hinterland/catalogue';

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

const UNIT =
  /(?:\b(?:unit|apt|apartment|flat|suite|ste|shop|level|lvl|room|rm|floor|interno|int|appartement|appart|app|wohnung|whg|piso)\b\.?\s*#?\s*|#\s*)([a-z]?-?\d+[a-z]?|[a-z])\b[\s,]*/i;

/** A flat behind a comma, without a word for it: "719 East 6th Street, 5C", ", PH-B"; four digits are a postcode. */
const BARE_UNIT = /^(?:[a-z]{0,3}-?\d{1,3}[a-z]{0,3}(?:[-/ ][a-z0-9]{1,3})?|(?:ph|bsmt|gf)[-\w]{0,3})$/i;

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
  const line = builder.takeUnit(tidy(text));
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
  if (parts.unit) builder.unit = unitKey(parts.unit);
  if (parts.number) builder.addWords(tidy(parts.number), { numbers: true, unfinished: false, only: 'street' });
  if (parts.street) {
    const line = builder.takeUnit(tidy(parts.street));
    builder.addWords(line, { numbers: !parts.number, unfinished: false, only: 'street' });
  }
  for (const place of [parts.locality, parts.region]) {
    if (place) builder.addWords(tidy(place), { numbers: false, unfinished: false, only: 'place' });
  }
  if (parts.postcode) builder.addWords(tidy(parts.postcode), { numbers: false, unfinished: false, only: 'postcode' });
  return builder.build();
}

/** Returns a unit without the word for it: "Unit 3" and "3" are "3". */
export function unitKey(text: string): string {
  const found = UNIT.exec(`${text} `);
  return houseNumberKey(found?.[1] ?? text);
}

function tidy(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll('⁄', '/')
    .replace(/[–—−]/g, '-')
    .replace(/(\d[a-z]?)\s*\/\s*(?=\w)/gi, '$1/')
    .replace(/(\d[a-z]?)\s+-\s+(?=\d{1,4}\b)/gi, '$1-');
}

interface WordOptions {
  /** Returns whether digits may be a house number. */
  readonly numbers: boolean;
  readonly unfinished: boolean;
  readonly only?: Field;
}

class QueryBuilder {
  unit = '';
  readonly #countries: readonly string[];
  readonly #tokens: Token[] = [];
  readonly #readings: NumberReading[] = [];

  constructor(countries: readonly string[]) {
    this.#countries = countries;
  }

  /** Takes "Unit 3" out of a line, or a flat after the address without a word for it. */
  takeUnit(line: string): string {
    const found = UNIT.exec(line);
    if (found === null) return this.#takeBareUnit(line);
    this.unit = houseNumberKey(found[1]!);
    return line.replace(found[0], ' ');
  }

  #takeBareUnit(line: string): string {
    const segments = line.split(',');
    const at = segments.findIndex((text, i) => {
      return i > 0 && BARE_UNIT.test(text.trim()) && /\d\S*\s+\S*\p{L}{2}/u.test(segments[i - 1]!);
    });
    if (at < 0) return line;
    this.unit = houseNumberKey(segments[at]!);
    return segments.filter((_, i) => i !== at).join(',');
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
    return { tokens, readings: [...readings, { number: '', unit: this.unit, tokens: 0 }] };
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
    if (!isHouseNumber(text) || this.#tokens.length > MAX_TOKENS) return;
    let own = 0;
    for (let token = first; token < this.#tokens.length; token++) own |= 1 << token;
    const add = (number: string, unit: string, tokens: number) => {
      this.#readings.push({
        number: houseNumberKey(number),
        unit: unit === '' ? this.unit : houseNumberKey(unit),
        tokens,
      });
    };
    const isSuffix = NUMBER_WORDS.has(next.toLowerCase()) || /^(?:\p{L}\.?|1\/2|rear\S{0,2}|\d{1,2})$/iu.test(next);
    // The words of the suffix are added next.
    if (isSuffix) {
      const more = 2 ** nameWords(next, this.#countries).length - 1;
      add(`${text} ${next.replace('.', '')}`, '', own | (more << this.#tokens.length));
    }
    if (before.toLowerCase() === 'lot') add(`lot ${text}`, '', own | (1 << (first - 1)));
    add(text, '', own);
    const [left, right] = text.split('/');
    if (right !== undefined && /^\d/.test(right)) {
      add(right, left!, own);
      add(left!, right, own);
    } else if (right !== undefined) add(left!, '', own);
  }
}
