import { z } from 'zod';

/** Pieces that every part of the OpenAPI document is made of. */

export type Json = Record<string, unknown>;

/** A reference into the components. */
export const ref = (name: string): Json => ({ $ref: `#/components/${name}` });

/** The JSON Schema of what a type takes. */
export function schemaOf(type: z.ZodType): Json {
  return withoutDialect(z.toJSONSchema(type, { io: 'input' }) as Json);
}

/** The document as a whole says which JSON Schema it speaks. */
export function withoutDialect(schema: Json): Json {
  const copy = { ...schema };
  delete copy.$schema;
  return copy;
}

/** Headers of every answer. */
export const REQUEST_HEADERS: Json = { 'X-Request-Id': ref('headers/RequestId') };

/** Headers of every answer to a key. */
export const RATE_HEADERS: Json = {
  ...REQUEST_HEADERS,
  'RateLimit-Policy': ref('headers/RateLimitPolicy'),
  RateLimit: ref('headers/RateLimit'),
};

export const failures = (statuses: readonly number[]): Json =>
  Object.fromEntries(statuses.map((status) => [String(status), ref(`responses/Problem${status}`)]));

/** A schema that is absent says that the answer is no JSON: a file, for instance. */
export const success = (
  schema: Json | undefined,
  headers: Json,
  example: unknown,
  status = 200,
  formats: readonly string[] = [],
): Json => ({
  [String(status)]: {
    description: 'Success',
    headers,
    ...(schema === undefined
      ? {}
      : {
          content: {
            'application/json': { schema, ...(example === undefined ? {} : { example }) },
            ...filesOf(formats),
          },
        }),
  },
});

/** A file of one of these media types. */
export const fileSuccess = (types: readonly string[], headers: Json): Json => ({
  '200': {
    description: 'Success',
    headers,
    content: filesOf(types),
  },
});

const filesOf = (types: readonly string[]): Json =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }]));

export const jsonBody = (schema: Json, example?: unknown): Json => ({
  required: true,
  content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
});
