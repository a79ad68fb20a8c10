import { type Figure, measureIn, planOf } from '@hinterland/answers/plan';
import { measureOf, SENTENCE_MEMBERS, type Statement, statementOf } from '@hinterland/answers/words';
import { useMemo } from 'react';
import type { Schema } from '../../fields/schema.ts';
import { useWords } from '../../text/index.ts';

/** A sentence of the service with the names of its members as words. */
export const inWords = (text: string): string =>
  text.replace(/\b[a-z]+(_[a-z0-9]+)+\b/g, (name) => name.replaceAll('_', ' '));

/** Members that hold names, which no language changes. */
const NAMES = new Set(['id', 'code', 'name', 'brand', 'column']);

/** What the schema of a member says of it; nothing where it is no member of an answer. */
export const figureIn = (schema: Schema): Figure => planOf(schema).figure;

/** The name by which texts have a member. */
export const calledIn = ({ name, schema }: Pick<Member, 'name' | 'schema'>): string => figureIn(schema).called ?? name;

/** Writes members of results in the reader's language. A value that is not there is a word, never 0. */
export function useFigures() {
  const words = useWords();
  return useMemo(() => {
    const text = (value: unknown, name: string, figure: Figure = {}, said?: SaidOfMember): string => {
      if (value === null || value === undefined) return words.say('figure.none');
      if (typeof value === 'number') return words.figure(value, name, figure);
      if (typeof value === 'boolean') return words.say(value ? 'yes' : 'no');
      // A comma stands within numbers, too.
      if (Array.isArray(value))
        return (
          value
            .map((one, i) => text(one, name, figure, said && (() => said(i))))
            .join(typeof value[0] === 'number' ? '; ' : ', ') || words.say('figure.empty')
        );
      if (value === '') return words.say('figure.empty');
      if (NAMES.has(name)) return String(value);
      const english = String(value);
      const statement = said?.();
      if (statement !== undefined) return words.state(statement) ?? english;
      const own = SENTENCE_MEMBERS.has(name) ? (words.translate(english) ?? english) : english;
      return own === english ? words.code(english) : own;
    };
    const unit = (name: string, figure: Figure = {}): string =>
      figure.unit === undefined ? measureOf(name).unit : measureIn(figure).sign;
    return {
      /** A member as text. */
      text,
      unit,
      /** Whether it stays in English: a sentence that the language has no text for. */
      isEnglish: (value: unknown, name: string, said?: SaidOfMember): boolean =>
        words.language !== 'en' && SENTENCE_MEMBERS.has(name) && text(value, name, undefined, said) === value,
      /** A member as text with its unit. */
      measured: (value: unknown, name: string, figure: Figure = {}, said?: SaidOfMember): string => {
        const beside = typeof value === 'number' ? unit(name, figure) : '';
        const own = text(value, name, figure, said);
        return beside === '%' ? own + words.percentSign : `${own} ${beside}`.trim();
      },
      number: words.number,
    };
  }, [words]);
}

/** The statement of a member that is a sentence, or of one of a list of them; undefined where it has none. */
export type SaidOfMember = (index?: number) => Statement | undefined;

/** Whether a value stands in one cell. */
export const isScalar = (value: unknown): boolean =>
  value === null ||
  typeof value !== 'object' ||
  (Array.isArray(value) && value.every((one) => one === null || typeof one !== 'object'));

/** Texts that are longer are sentences. */
const NAME_CHARACTERS_MAX = 60;

/** Whether a value is a sentence, not a name or a code. */
export const isSentence = (value: unknown): boolean => typeof value === 'string' && value.length > NAME_CHARACTERS_MAX;

/** A member of a result with its schema. */
export interface Member {
  readonly name: string;
  readonly value: unknown;
  readonly schema: Schema;
  readonly pointer: string;
  readonly said: SaidOfMember;
}

/** Members of an object; a choice among schemas is that which has the members. */
export function membersOf(value: object, schema: Schema, pointer: string): Member[] {
  return Object.entries(value).flatMap(([name, one]) =>
    name === 'said'
      ? []
      : {
          name,
          value: one,
          schema: schemaOf(schema, name),
          pointer: `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
          said: (index?: number) => statementOf(value, name, index),
        },
  );
}

export function schemaOf(schema: Schema, name: string): Schema {
  for (const one of [schema, ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]) {
    const found = one.properties?.[name];
    if (found !== undefined) return found;
    if (typeof one.additionalProperties === 'object') return one.additionalProperties;
  }
  return {};
}

export const itemsOf = (schema: Schema): Schema =>
  [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].find(({ items }) => items !== undefined)?.items ?? {};
