import type { Schema } from './tool.ts';

type Json = Readonly<Record<string, unknown>>;

/** Longest choice of words that a list spells out. Choices of numbers are left to the call: one of the agents has none. */
const CHOICES_MAX = 12;

/**
 * Returns the arguments of a tool as lists of tools have them: a plain object whose members have a type and the first
 * thought of their description. Agents refuse alternatives at the top, so `alternativesOf` says those in words. Limits of
 * values are left to the call, which names them better. `described` has the members of the tools listed before: a member
 * is described once per list, and has its type alone in the tools that follow.
 */
export function briefSchema(schema: Json, described: Set<string>): Schema {
  const isNew = (content: unknown) => {
    const { size } = described;
    return described.add(JSON.stringify(content)).size > size;
  };
  const properties = Object.entries((schema.properties ?? {}) as Json).map(([name, member]) => {
    const { description, default: usual, ...rest } = member as Json;
    const shape = brieflyTyped(rest);
    const start = isEmpty(usual) || isAll(usual, shape) ? {} : { default: usual };
    const text = typeof description === 'string' ? { description: firstThought(description) } : {};
    const [isNewText, isNewShape] = [isNew([name, text, shape, start]), isNew(shape)];
    if (!isNewText) return [name, bareType(shape)] as const;
    return [name, { ...text, ...(isNewShape ? shape : bareType(shape)), ...start }] as const;
  });
  const { required } = schema;
  return { type: 'object', properties: Object.fromEntries(properties), ...present({ required }) };
}

/** Sentences on the members of which a call gives one, or at least one. */
export function alternativesOf({ oneOf, anyOf }: Json): string {
  const names = (branches: unknown) =>
    (branches as { required: string[] }[]).map(({ required }) => required.join(' with ')).join(', ');
  return [
    ...(oneOf === undefined ? [] : [` Give one of ${names(oneOf)}.`]),
    ...(anyOf === undefined ? [] : [` Give at least one of ${names(anyOf)}.`]),
  ].join('');
}

/** The first sentence of a text without parentheses; of a sentence that lists nothing, what comes before the semicolon. */
function firstThought(text: string): string {
  const [sentence = ''] = text.replace(/ \([^()]*\)/g, '').split(/\.(?=\s|$)/, 1);
  const [thought = ''] = sentence.split('; ', 1);
  return thought.includes(': ') ? sentence : thought;
}

/** The type of a value, without descriptions and limits. Takes and leaves no keyword that one of the agents does not know. */
function brieflyTyped(schema: Json): Json {
  const { const: only, type, properties, items, required } = schema;
  const branches =
    schema.anyOf ?? schema.oneOf ?? (Array.isArray(type) ? type.map((one) => ({ type: one })) : undefined);
  if (branches !== undefined) {
    return (branches as Json[]).map(brieflyTyped).reduce(merged);
  }
  const values = type !== 'string' ? [] : only === undefined ? ((schema.enum ?? []) as string[]) : [only];
  return {
    type,
    ...(values.length === 0 || values.length > CHOICES_MAX ? {} : { enum: values }),
    ...present({ required }),
    ...(properties === undefined ? {} : { properties: mapValues(properties as Json, brieflyTyped) }),
    ...(items === undefined ? {} : { items: brieflyTyped(items as Json) }),
  };
}

/** A schema that takes whatever one of two takes, in one form where both have the same type. */
function merged(a: Json, b: Json): Json {
  if (a.type === undefined || a.type !== b.type) return { anyOf: [...branchesOf(a), ...branchesOf(b)] };
  const { type } = a;
  if (type === 'array') return { type, items: merged(a.items as Json, b.items as Json) };
  if (type !== 'object') {
    const values = a.enum === undefined || b.enum === undefined ? undefined : [...(a.enum as []), ...(b.enum as [])];
    return { type, ...present({ enum: values }) };
  }
  const [ofA, ofB] = [a.properties as Record<string, Json>, b.properties as Record<string, Json>];
  const both = Object.keys(ofA).filter((name) => name in ofB);
  const required = ((a.required ?? []) as string[]).filter((name) => ((b.required ?? []) as string[]).includes(name));
  const properties = { ...ofA, ...ofB };
  for (const name of both) properties[name] = merged(ofA[name] as Json, ofB[name] as Json);
  return { type, ...(required.length === 0 ? {} : { required }), properties };
}

const branchesOf = (schema: Json): readonly Json[] => (schema.anyOf as Json[] | undefined) ?? [schema];

/**
 * A shape that is told elsewhere: its type alone, and of an object with required members those. Lists of lists, such as coordinates,
 * what objects within it hold, and texts and numbers that are all optional, are left to where it is told.
 */
function bareType({ type, items, anyOf, properties = {}, required }: Json, depth = 0): Json {
  if (anyOf !== undefined) return { anyOf: (anyOf as Json[]).map((branch) => bareType(branch, depth)) };
  if (type === 'array') return { type, items: bareType(items as Json, depth + 1) };
  if (type !== 'object') return { type };
  const isOptional =
    required === undefined && Object.values(properties as Json).every((member) => isPlain(member as Json));
  if (depth > 1 || isOptional) return { type };
  const members = Object.entries(properties as Json).filter(
    ([name, member]) => ((required as string[])?.includes(name) ?? true) && !isListOfLists(member as Json),
  );
  return { type, properties: mapValues(Object.fromEntries(members), (member) => bareType(member, depth + 1)) };
}

const isPlain = ({ type }: Json): boolean => type === 'string' || type === 'number' || type === 'integer';

const isListOfLists = ({ type, items }: Json): boolean => type === 'array' && (items as Json).type === 'array';

const mapValues = (object: Json, change: (value: Json) => Json): Json =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value as Json)]));

/** The members that are defined. */
const present = (members: Json): Json =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** Whether a default is as good as none: false, zero, an empty list or object. */
const isEmpty = (usual: unknown): boolean =>
  usual === undefined || usual === false || usual === 0 || ['[]', '{}'].includes(JSON.stringify(usual));

/** Whether a default is every word that there is: none is then as good. */
const isAll = (usual: unknown, { items }: Json): boolean => {
  const words = (items as Json | undefined)?.enum as readonly unknown[] | undefined;
  return words !== undefined && JSON.stringify(usual) === JSON.stringify(words);
};
