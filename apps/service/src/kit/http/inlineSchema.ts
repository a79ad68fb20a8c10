type Json = Record<string, unknown>;

const DEFINITIONS = '#/$defs/';

/**
 * Returns a JSON Schema with its definitions ($defs) in the place of the references to them, for readers that resolve no
 * references: most clients of the tool server, and OpenAPI tools, which resolve references in examples against the whole
 * document. The definitions must not refer to themselves.
 */
export function inlineSchema(schema: Json): Json {
  const { $defs = {}, ...rest } = schema;
  return inline(rest, $defs as Json) as Json;
}

function inline(value: unknown, definitions: Json): unknown {
  if (Array.isArray(value)) return value.map((item) => inline(item, definitions));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...own } = value as Json;
  const whole = typeof $ref === 'string' ? { ...(definitions[$ref.replace(DEFINITIONS, '')] as Json), ...own } : own;
  return Object.fromEntries(Object.entries(whole).map(([name, member]) => [name, inline(member, definitions)]));
}
