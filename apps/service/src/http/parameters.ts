import { invalid, textFault } from '../json.ts';
import type { ProblemError } from '../problem.ts';

/** JSON Schema, as the OpenAPI document shows it. */
export type Schema = Readonly<Record<string, unknown>>;

/** A parameter in the path. */
export interface PathParameter<T = unknown> {
  readonly description?: string;
  readonly schema?: Schema;
  read(text: string): T;
}

/**
 * A text in the path. The service judges it where it looks it up: what cannot exist is answered like what does not, at
 * the same point in the order of checks.
 */
export const pathText = (description?: string, schema: Schema = { type: 'string' }): PathParameter<string> => ({
  ...(description === undefined ? {} : { description }),
  schema,
  read: (text) => text,
});

/** The number of a row in the path. Throws what `unknown` makes where the text is no such number. */
export const pathNumber = (unknown: () => ProblemError): PathParameter<number> => ({
  schema: { type: 'integer', minimum: 1 },
  read(text) {
    if (!/^[1-9]\d{0,14}$/.test(text)) throw unknown();
    return Number(text);
  },
});

/** A parameter of the query. */
export interface QueryParameter<T = unknown> {
  readonly description?: string;
  readonly schema: Schema;
  /** Throws validation_error with the pointer `#/<name>`. `text` is undefined where the parameter is absent. */
  read(text: string | undefined, name: string): T;
}

interface Count {
  readonly min: number;
  readonly max: number;
  /** Of an absent parameter. */
  readonly default: number;
  readonly description?: string;
}

/** A whole number of at most nine digits, from `min` to `max`. */
export const count = ({ min, max, default: absent, description }: Count): QueryParameter<number> => ({
  ...(description === undefined ? {} : { description }),
  schema: { type: 'integer', minimum: min, maximum: max, default: absent },
  read(text, name) {
    if (text === undefined) return absent;
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw invalid(`#/${name}`, `${name} must be a whole number from ${min} to ${max}.`);
  },
});

/** Reads every declared parameter of a query. Throws validation_error, also for NUL and half surrogate pairs. */
export function readQuery(
  parameters: Readonly<Record<string, QueryParameter>>,
  query: (name: string) => string | undefined,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => {
      const text = query(name);
      const fault = text === undefined ? null : textFault(text);
      if (fault !== null) throw invalid(`#/${name}`, fault);
      return [name, parameter.read(text, name)];
    }),
  );
}
