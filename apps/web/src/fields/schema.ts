/** JSON Schema 2020-12 as far as the service writes it. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly (string | number)[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  /** The ways of travel with which the member has an effect. */
  readonly 'x-service-modes'?: readonly string[];
  /** Members that have an effect with origins alone, in actions that travel nowhere else. */
  readonly 'x-service-of-origins'?: readonly string[];
  /** What holds where the member is left out, and may not be sent with every way of travel. */
  readonly 'x-service-default'?: string | number;
}

/** Returns the schema with every `$ref` of `root` in its place. A description beside a reference goes before its own. */
export function inlined(schema: Schema, root: Schema = schema): Schema {
  const { $ref, $defs: _, ...rest } = schema;
  const named = $ref === undefined ? undefined : root.$defs?.[$ref.replace(/^#\/\$defs\//, '')];
  const whole: Schema = named === undefined ? rest : { ...named, ...rest };
  const each = (list: readonly Schema[]) => list.map((one) => inlined(one, root));
  return {
    ...whole,
    ...(whole.$ref === undefined ? {} : inlined({ $ref: whole.$ref }, root)),
    ...(whole.items === undefined ? {} : { items: inlined(whole.items, root) }),
    ...(whole.anyOf === undefined ? {} : { anyOf: each(whole.anyOf) }),
    ...(whole.oneOf === undefined ? {} : { oneOf: each(whole.oneOf) }),
    ...(typeof whole.additionalProperties === 'object'
      ? { additionalProperties: inlined(whole.additionalProperties, root) }
      : {}),
    ...(whole.properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(whole.properties).map(([name, one]) => [name, inlined(one, root)]),
          ),
        }),
  };
}

/** The schema itself, or the choices that it leaves. */
export const choicesOf = (schema: Schema): readonly Schema[] => schema.anyOf ?? schema.oneOf ?? [schema];

/** Whether a value may be of a type of JSON. */
export const isOfType = (schema: Schema, type: string): boolean =>
  choicesOf(schema).some((one) => (Array.isArray(one.type) ? one.type.includes(type) : one.type === type));

/** The list among the choices that a schema leaves. */
export const listOf = (schema: Schema): Schema | undefined =>
  choicesOf(schema).find(({ type, items }) => type === 'array' && items !== undefined);

/** What holds where a member is left out. */
export const usualOf = (schema: Schema): unknown => schema.default ?? schema['x-service-default'];

/** Members of a body that are not the action's own. */
const ENVELOPE = ['territory', 'quotedCredits', 'idempotencyKey'];

export interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** The members of an input, in the order of the schema. */
export function fieldsOf(input: Schema): Field[] {
  return Object.entries(input.properties ?? {})
    .filter(([name]) => !ENVELOPE.includes(name))
    .map(([name, schema]) => ({ name, schema, isRequired: input.required?.includes(name) === true }));
}

/** Names of members of which a call has exactly one: `oneOf` of an input. */
export function alternativesOf(input: Schema): readonly string[] | null {
  const names = input.oneOf?.flatMap(({ required = [] }) => required) ?? [];
  return names.length < 2 ? null : names;
}
