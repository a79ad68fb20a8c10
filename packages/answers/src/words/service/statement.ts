/** A name that people, brands, sources or programs gave: it stays as it is in every language. */
export type Name = string;
/** A number as it is, or with signs between its thousands and at least so many decimals. */
export type Figure = number | { readonly number: number; readonly decimals?: number };
/** A sector by its code, with the English name of the catalogue. */
export interface SectorName {
  readonly sector: string;
  readonly name: string;
}
/** A day of the calendar, YYYY-MM-DD. */
export interface Day {
  readonly day: string;
}
/** A code of the service that languages have a word for, such as a travel mode. */
export interface Word {
  readonly word: string;
}
export type None = Readonly<Record<never, never>>;

/** A value of a sentence, which says itself whether a language changes it. */
export type Value = Name | Figure | SectorName | Day | Word | Choices | Statement | readonly Value[];

/** One of several, with "or" between them. */
export interface Choices {
  readonly any: readonly Value[];
}

/** A sentence of the service, or a phrase within one, in no language: its code with its values. */
export interface Statement {
  readonly code: string;
  readonly values: Readonly<Record<string, Value>>;
}

/** The statements of the texts of an object by the names of its members; a list has as many as its texts, null where one has none. */
export type SaidMembers = Readonly<Record<string, Statement | null | readonly (Statement | null)[]>>;

const hasKey = <K extends string>(value: object, key: K): value is Record<K, unknown> => Object.hasOwn(value, key);
/** Whether a value of an answer is a statement: it comes from JSON that another release may have written. */
export const isStatement = (value: unknown): value is Statement =>
  typeof value === 'object' &&
  value !== null &&
  hasKey(value, 'code') &&
  typeof value.code === 'string' &&
  hasKey(value, 'values') &&
  typeof value.values === 'object' &&
  value.values !== null;

/** Returns the statement of a text of an object of an answer, at `index` of a list; undefined where it has none. */
export function statementOf(holder: object, member: string, index?: number): Statement | undefined {
  const said = hasKey(holder, 'said') ? holder.said : undefined;
  if (typeof said !== 'object' || said === null || !hasKey(said, member)) return undefined;
  const found: unknown = index === undefined ? said[member] : Array.isArray(said[member]) ? said[member][index] : null;
  return isStatement(found) ? found : undefined;
}

/** What a language says for values. */
export interface ValueWords {
  number(value: number, isGrouped: boolean, decimals?: number): string;
  sector(value: SectorName): string;
  day(value: string): string;
  word(value: string): string;
  /** "a or b". */
  any(all: readonly string[]): string;
  statement(value: Statement): string;
}

/** Writes a value; a shape of a later release is empty. */
export function valueText(value: Value, words: ValueWords): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return words.number(value, false);
  if (Array.isArray(value)) return value.map((one) => valueText(one, words)).join(', ');
  if ('number' in value) return words.number(value.number, true, value.decimals);
  if ('sector' in value) return words.sector(value);
  if ('day' in value) return words.day(value.day);
  if ('word' in value) return words.word(value.word);
  if ('any' in value) return words.any(value.any.map((one) => valueText(one, words)));
  return isStatement(value) ? words.statement(value) : '';
}

const PLACE = /\{\{(\w+)(?::\w+)?\}\}/g;

/** Fills the places of a text. */
export const filled = (text: string, textOf: (name: string) => string): string =>
  text.replace(PLACE, (_, name: string) => textOf(name));

/** Groups of texts that have codes; those that only join others are recognized in no text. */
const GROUPS = ['said', 'phrase', 'price', 'joined'] as const;

/** Returns the text of a statement in a language of texts by key; null where there is none for its code, or for one within it. */
export function statementText(
  statement: Statement,
  texts: Readonly<Record<string, string>>,
  plurals: Intl.PluralRules,
  words: Omit<ValueWords, 'statement'>,
): string | null {
  const { code, values } = statement;
  const count = values.count;
  const number = typeof count === 'object' && 'number' in count ? count.number : count;
  const form = typeof number === 'number' && plurals.select(number) === 'one' ? 'one' : 'other';
  const own = (key: string): string | undefined => (Object.hasOwn(texts, key) ? texts[key] : undefined);
  const text = GROUPS.map((group) => own(`${group}.${code}`) ?? own(`${group}.${code}_${form}`)).find(
    (one) => one !== undefined,
  );
  if (text === undefined) return null;
  let isWhole = true;
  const inner: ValueWords = {
    ...words,
    statement: (one) => {
      const said = statementText(one, texts, plurals, words);
      isWhole &&= said !== null;
      return said ?? '';
    },
  };
  const said = filled(text, (name) => (Object.hasOwn(values, name) ? valueText(values[name] as Value, inner) : ''));
  return isWhole ? said : null;
}
