import type { Json } from './parts.ts';

/**
 * Moves the definitions that schemas carry ($defs) into the components of the document, each once, and points the references
 * there. Throws if two schemas define one name differently. Examples stay as they are.
 */
export function withSharedSchemas(document: Json): Json {
  const shared = new Map<string, unknown>();
  const moved = move(document, false, shared) as { components: { schemas: Json } };
  const { components } = moved;
  const own = Object.entries(components.schemas).filter(
    ([name, schema]) => (schema as Json).$ref !== `${COMPONENTS}${name}`,
  );
  for (const [name, schema] of own) {
    if (shared.has(name) && JSON.stringify(shared.get(name)) !== JSON.stringify(schema)) throw twice(name);
  }
  return {
    ...moved,
    components: { ...components, schemas: { ...Object.fromEntries(own), ...Object.fromEntries(shared) } },
  };
}

const DEFINITIONS = '#/$defs/';
const COMPONENTS = '#/components/schemas/';

function move(value: unknown, isNames: boolean, shared: Map<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((item) => move(item, false, shared));
  if (typeof value !== 'object' || value === null) return value;
  const members: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    if (name === '$defs' && !isNames) {
      for (const [id, schema] of Object.entries(member as Json)) {
        const moved = move(schema, false, shared);
        if (shared.has(id) && JSON.stringify(shared.get(id)) !== JSON.stringify(moved)) throw twice(id);
        shared.set(id, moved);
      }
    } else if (name === '$ref' && typeof member === 'string') {
      members.push([name, member.replace(DEFINITIONS, COMPONENTS)]);
    } else if (!isNames && EXAMPLES.has(name)) members.push([name, member]);
    else members.push([name, move(member, name === 'properties' && !isNames, shared)]);
  }
  return Object.fromEntries(members);
}

const EXAMPLES: ReadonlySet<string> = new Set(['example', 'examples', 'default']);

const twice = (name: string): Error => new Error(`Two schemas have the id ${name}.`);
