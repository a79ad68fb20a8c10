import type { z } from 'zod';
import { invalid, invalidFields, textFault } from '../json.ts';
import type { ProblemError } from '../problem.ts';
import { fieldErrors } from '../schema.ts';

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
  /** False where the document promises no maximum. */
  readonly maxIsPublished?: boolean;
  /** Of an absent parameter. */
  readonly default: number;
  readonly description?: string;
}

/** A whole number of at most nine digits, from `min` to `max`. */
export const count = ({
  min,
  max,
  maxIsPublished = true,
  default: absent,
  description,
}: Count): QueryParameter<number> => ({
  ...(description === undefined ? {} : { description }),
  schema: { type: 'integer', minimum: min, ...(maxIsPublished ? { maximum: max } : {}), default: absent },
  read(text, name) {
    if (text === undefined) return absent;
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw invalid(`#/${name}`, `${name} must be a whole number from ${min} to ${max}.`);
  },
});

interface Flag {
  /** Of an absent parameter. */
  readonly default: boolean;
  readonly description?: string;
}

/** True or false; 1 and 0 are taken as well. */
export const flag = ({ default: absent, description }: Flag): QueryParameter<boolean> => ({
  ...(description === undefined ? {} : { description }),
  schema: { type: 'boolean', default: absent },
  read(text, name) {
    if (text === undefined) return absent;
    if (text === 'true' || text === '1') return true;
    if (text === 'false' || text === '0') return false;
    throw invalid(`#/${name}`, `${name} must be true, false, 1 or 0.`);
  },
});

/** Any text, or undefined. */
export const text = (description?: string): QueryParameter<string | undefined> => ({
  ...(description === undefined ? {} : { description }),
  schema: { type: 'string' },
  read: (sent) => sent,
});

/** A field of that type. */
export const field = <T>(type: z.ZodType<T>): QueryParameter<T> => ({
  schema: {},
  read(sent, name) {
    const parsed = type.safeParse(sent);
    if (parsed.success) return parsed.data;
    throw invalidFields(parsed.error.issues.flatMap((issue) => fieldErrors(issue, `#/${name}`)));
  },
});

/** A header of a request, or of an answer by its name. */
export interface Header {
  readonly description: string;
  readonly schema: Schema;
}

/** ETag of a copy, see cachedJson. */
export const IF_NONE_MATCH: Header = {
  description: 'ETag of the copy that the client has',
  schema: { type: 'string' },
};

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
