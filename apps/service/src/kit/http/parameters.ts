import type { FieldError } from '@hinterland/contract';
import { z } from 'zod';
import { invalidFields, textFault } from '../json.ts';
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

/** A value, or a sentence that says what is wrong. */
type Read<T> = { readonly value: T } | { readonly fault: string };

/** A parameter of the query. */
export interface QueryParameter<T = unknown> {
  readonly description?: string;
  readonly schema: Schema;
  /** `text` is undefined where the parameter is absent. */
  read(text: string | undefined, name: string): Read<T>;
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
    const value = text === undefined ? absent : /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return { value };
    return { fault: `${name} must be a whole number from ${min} to ${max}.` };
  },
});

interface Decimal {
  readonly min: number;
  readonly max: number;
  /** Of an absent parameter; without one it may be absent. */
  readonly default?: number;
  readonly description?: string;
}

/** A number with decimals, from `min` to `max`. */
export const decimal = <D extends Decimal>({
  min,
  max,
  default: absent,
  description,
}: D): QueryParameter<D extends { readonly default: number } ? number : number | undefined> => ({
  ...(description === undefined ? {} : { description }),
  schema: { type: 'number', minimum: min, maximum: max, ...(absent === undefined ? {} : { default: absent }) },
  read(text, name) {
    if (text === undefined) return { value: absent as number };
    const value = /^-?\d{1,9}(\.\d{1,15})?$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return { value };
    return { fault: `${name} must be a number from ${min} to ${max}, with a point before decimals.` };
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
    if (text === undefined) return { value: absent };
    if (text === 'true' || text === '1') return { value: true };
    if (text === 'false' || text === '0') return { value: false };
    return { fault: `${name} must be true, false, 1 or 0.` };
  },
});

/** Any text, or undefined. */
export const text = (description?: string): QueryParameter<string | undefined> => ({
  ...(description === undefined ? {} : { description }),
  schema: { type: 'string' },
  read: (sent) => ({ value: sent }),
});

/** A field of that type. */
export const field = <T>(type: z.ZodType<T>, description?: string): QueryParameter<T> => ({
  ...(description === undefined ? {} : { description }),
  schema: withoutDialect(z.toJSONSchema(type, { io: 'input' })),
  read(sent) {
    const parsed = type.safeParse(sent);
    return parsed.success ? { value: parsed.data } : { fault: parsed.error.issues[0]?.message ?? 'This is not valid.' };
  },
});

function withoutDialect({ $schema: _, ...schema }: Schema): Schema {
  return schema;
}

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

/** Reads every declared parameter of a query. Throws validation_error with all faults, NUL and half surrogate pairs too. */
export function readQuery(
  parameters: Readonly<Record<string, QueryParameter>>,
  query: (name: string) => string | undefined,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const faults: FieldError[] = [];
  for (const [name, parameter] of Object.entries(parameters)) {
    const sent = query(name);
    const unstorable = sent === undefined ? null : textFault(sent);
    const read = unstorable === null ? parameter.read(sent, name) : { fault: unstorable };
    if ('value' in read) values[name] = read.value;
    else faults.push({ pointer: `#/${name}`, detail: read.fault });
  }
  if (faults.length > 0) throw invalidFields(faults);
  return values;
}
