import { useMemo } from 'react';
import type { Schema } from '../../fields/schema.ts';
import { useNames } from '../../fields/title.ts';
import { type TextKey, useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';

/** Units at the end of a name, and what a value is divided by to be read. */
const UNITS: readonly (readonly [RegExp, Unit, number])[] = [
  [/[sS]econds$/, 'minutes', 60],
  [/(^s|S)quareMeters$/, 'squareMeters', 1],
  [/SquareKm$/, 'squareKm', 1],
  [/[mM]eters$/, 'meters', 1],
  [/[mM]inutes$/, 'minutes', 1],
  [/[pP]ercent$/, 'percent', 1],
  [/[sS]hare(Of[A-Z]\w*)?$/, 'percent', 0.01],
];
export type Unit = 'minutes' | 'squareMeters' | 'squareKm' | 'meters' | 'percent';

/** The unit that a member is shown in; null for a plain number or a text. */
const unitOf = (name: string): Unit | null => UNITS.find(([end]) => end.test(name))?.[1] ?? null;

/** People, stores and addresses are counted whole. */
const COUNTED =
  /residents|people|poles|stores|reached|covered|exclusive|shared$|lost|gained|count$|coveredBy|families|households/i;
const WHOLE_FROM = 100;

/** Codes of the service read as words. */
const CODE = /^[a-z]+(_[a-z0-9]+)+$/;

/** A sentence of the service with the names of its members as words. */
export const inWords = (text: string): string =>
  text.replace(/\b[a-z]+(_[a-z0-9]+)+\b/g, (name) => name.replaceAll('_', ' '));

/** Writes members of results in the reader's language. A value that is not there is a word, never 0. */
export function useFigures() {
  const { say, language } = useText();
  const { number, people, decimal, percentSign } = useFormat();
  const names = useNames();
  return useMemo(() => {
    const degrees = new Intl.NumberFormat(language, { maximumFractionDigits: 5 });
    const numeral = (value: number, name: string): string => {
      if (name === 'lat' || name === 'lng') return degrees.format(value);
      const shown = value / (UNITS.find(([end]) => end.test(name))?.[2] ?? 1);
      if (unitOf(name) === null && COUNTED.test(name) && !/per\d|share/i.test(name)) return people(shown);
      return Number.isInteger(shown) || Math.abs(shown) >= WHOLE_FROM ? people(shown) : decimal(shown);
    };
    const text = (value: unknown, name: string): string => {
      if (value === null || value === undefined) return say('studio.figure.none');
      if (typeof value === 'number') return numeral(value, name);
      if (typeof value === 'boolean') return say(value ? 'studio.yes' : 'studio.no');
      // A comma stands within numbers, too.
      if (Array.isArray(value))
        return (
          value.map((one) => text(one, name)).join(typeof value[0] === 'number' ? '; ' : ', ') ||
          say('studio.figure.empty')
        );
      if (value === '') return say('studio.figure.empty');
      if (name === 'id' || name === 'code') return String(value);
      return CODE.test(String(value)) ? names.value(String(value)) : names.known(String(value));
    };
    return {
      /** A member as text. */
      text,
      unit: (name: string): string => {
        const unit = unitOf(name);
        return unit === null ? '' : say(`studio.unit.${unit}` as TextKey);
      },
      /** A member as text with its unit. */
      measured: (value: unknown, name: string): string => {
        const unit = typeof value === 'number' ? unitOf(name) : null;
        if (unit === null) return text(value, name);
        return unit === 'percent'
          ? text(value, name) + percentSign
          : `${text(value, name)} ${say(`studio.unit.${unit}` as TextKey)}`;
      },
      number,
    };
  }, [say, language, number, people, decimal, percentSign, names]);
}

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
}

/** Members of an object; a choice among schemas is that which has the members. */
export function membersOf(value: object, schema: Schema, pointer: string): Member[] {
  return Object.entries(value).map(([name, one]) => ({
    name,
    value: one,
    schema: schemaOf(schema, name),
    pointer: `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  }));
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
