export type { SectorName, Statement, Value } from './statement.ts';

import type { Sentences } from './sentences.ts';
import { type Statement, statementOf, statementText, type Value, valueText } from './statement.ts';
import english from './texts/en.json' with { type: 'json' };

/** Codes of the sentences that the texts have. */
export type SentenceCode = keyof Sentences;

/** A sentence of the service: its code and values, with the English that answers keep beside them. */
export class Sentence implements Statement {
  readonly code: string;
  readonly values: Readonly<Record<string, Value>>;

  constructor(code: string, values: Readonly<Record<string, Value>>) {
    this.code = code;
    this.values = values;
  }

  /** The English text. */
  get text(): string {
    return englishOf(this);
  }

  toString(): string {
    return this.text;
  }

  /** What answers have beside the text. */
  get statement(): Statement {
    return { code: this.code, values: this.values };
  }

  /** Messages of errors stay texts. */
  toJSON(member: string): Statement | string {
    return member === 'message' ? this.text : this.statement;
  }

  /** What zod takes of an object that stands for a message. */
  get message(): this {
    return this;
  }
}

type Arguments<C extends SentenceCode> = keyof Sentences[C] extends never ? [] : [values: Sentences[C]];

/** Makes a sentence, or a phrase within one, of its code and the values that its text in `texts/en.json` names. */
export function said<C extends SentenceCode>(code: C, ...[values]: Arguments<C>): Sentence {
  return new Sentence(code, (values ?? {}) as Readonly<Record<string, Value>>);
}

const plurals = new Intl.PluralRules('en');
const IN_ENGLISH = {
  number: (value: number, isGrouped: boolean, decimals = 0) =>
    isGrouped
      ? value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: 20 })
      : String(value),
  sector: ({ name }: { readonly name: string }) => name,
  day: (value: string) => value,
  word: (value: string) => value,
  any: (all: readonly string[]) => all.join(' or '),
};

/** Returns the English of a statement. Throws for a code that there is no text for. */
function englishOf(statement: Statement): string {
  const text = statementText(statement, english, plurals, IN_ENGLISH);
  if (text === null) throw new TypeError(`There is no English for the sentence ${statement.code}.`);
  return text;
}

/** Returns the English of a value. */
export const englishValue = (value: Value): string => valueText(value, { ...IN_ENGLISH, statement: englishOf });

type Sayable = string | Sentence;
/** An object of an answer once its sentences are texts. */
export type Spoken<T> = {
  [K in keyof T]: T[K] extends Sentence
    ? string
    : T[K] extends Sayable
      ? string
      : T[K] extends readonly Sayable[]
        ? string[]
        : T[K];
} & { readonly said?: SaidBeside };
/** As the schema of answers has it. */
export type SaidBeside = Record<string, Statement | null | (Statement | null)[]>;

/**
 * Puts the English texts of sentences in their places, and their codes and values beside them: members of an object that are sentences,
 * or lists of them, become texts and have their statements in `said`. All else is as it was.
 */
export function spoken<const T extends object>(holder: T): Spoken<T> {
  const texts: Record<string, unknown> = {};
  const statements: SaidBeside = {};
  for (const [name, value] of Object.entries(holder)) {
    if (value instanceof Sentence) {
      texts[name] = value.text;
      statements[name] = value.statement;
    } else if (Array.isArray(value) && value.some((one) => one instanceof Sentence)) {
      texts[name] = value.map(String);
      statements[name] = value.map((one) => (one instanceof Sentence ? one.statement : null));
    }
  }
  return { ...holder, ...texts, ...(Object.keys(statements).length === 0 ? {} : { said: statements }) } as Spoken<T>;
}

/** The members of a problem whose sentences have codes: those of its faults, and of its detail. */
export function spokenFields(
  detail: string | Sentence,
  fields: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { errors } = fields;
  return {
    ...fields,
    ...(detail instanceof Sentence ? { said: { detail: detail.statement } } : {}),
    ...(Array.isArray(errors) ? { errors: errors.map((one: object) => spoken(one)) } : {}),
  };
}

/** Passes a sentence through a library that takes texts alone, as zod does with the messages of its issues; `spoken` finds it behind. */
export const asMessage = (sentence: Sentence | string): string => sentence as string;

/** The sentence of a member of an object that was spoken before; its text where it has no code. */
export function sentenceIn(holder: object, member: string): Sentence | string {
  const statement = statementOf(holder, member);
  return statement === undefined
    ? String((holder as Readonly<Record<string, unknown>>)[member])
    : new Sentence(statement.code, statement.values);
}
