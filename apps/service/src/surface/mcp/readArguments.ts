type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns arguments as clients of models send them, in the types of the schema: lists, objects, numbers and truth values that came
 * as JSON text are read, and null for a member that is optional is as good as none. What is otherwise wrong stays, and is refused
 * where it is checked. `schema`: JSON Schema without references.
 */
export function readArguments(schema: Json, given: unknown): unknown {
  const value = typeof given === 'string' ? fromText(schema, given) : given;
  if (Array.isArray(value)) {
    const items = branchesOf(schema).find((branch) => isObject(branch.items))?.items as Json | undefined;
    return items === undefined ? value : value.map((item) => readArguments(items, item));
  }
  if (!isObject(value)) return value;
  const branches = branchesOf(schema).filter(({ properties }) => isObject(properties));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const holders = branches.filter(({ properties }) => name in (properties as Json));
      const [holder] = holders;
      if (holder === undefined) return [[name, member]];
      const own = (holder.properties as Json)[name] as Json;
      const isNeeded = holders.every(({ required }) => (required as readonly string[] | undefined)?.includes(name));
      if (member === null && !isNeeded && !takes(own, 'null')) return [];
      return [[name, readArguments(own, member)]];
    }),
  );
}

/** A schema, or the alternatives that it has. */
const branchesOf = (schema: Json): readonly Json[] => {
  const alternatives = ['anyOf', 'oneOf', 'allOf'].flatMap(
    (word) => (schema[word] as readonly Json[] | undefined) ?? [],
  );
  return [schema, ...alternatives.flatMap(branchesOf)];
};

const typesOf = (schema: Json): readonly string[] =>
  branchesOf(schema).flatMap(({ type }) => (type as string | readonly string[] | undefined) ?? []);

const takes = (schema: Json, type: string): boolean => typesOf(schema).includes(type);

/** Whether any text fits; one of some words is no list in brackets. */
const takesAnyText = (schema: Json): boolean =>
  branchesOf(schema).some((branch) => {
    const isText = branch.type === 'string' || (Array.isArray(branch.type) && branch.type.includes('string'));
    return isText && branch.enum === undefined && branch.const === undefined;
  });

/** The value that a text is JSON of, where the schema takes its type and not every text. */
function fromText(schema: Json, text: string): unknown {
  if (takesAnyText(schema) || !/^\s*(?:[[{]|-?\d|true\b|false\b|null\b)/.test(text)) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeOf(value).some((type) => takes(schema, type)) ? value : text;
  } catch {
    return text;
  }
}

const typeOf = (value: unknown): readonly string[] => {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  if (typeof value === 'number') return Number.isInteger(value) ? ['integer', 'number'] : ['number'];
  return [typeof value];
};
