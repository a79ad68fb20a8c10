/** Parts of an OpenAPI 3.1 document that the reference reads. */
export interface Document {
  readonly info: { readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly securitySchemes: { readonly apiKey: { readonly description: string } };
  };
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  /** Empty where no key is needed. */
  readonly security?: readonly unknown[];
  readonly 'x-service-pricing'?: { readonly unit: string | null; readonly credits: number | null };
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Response | Reference>>;
}

export interface Reference {
  readonly $ref: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
}

export interface Response {
  readonly description: string;
  readonly content?: Content;
}

export type Content = Readonly<
  Record<
    string,
    { readonly schema: Schema; readonly example?: unknown; readonly examples?: Readonly<Record<string, unknown>> }
  >
>;

/** A JSON Schema, with the keywords that the document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** An operation at its place. */
export interface Placed extends Operation {
  readonly method: string;
  readonly path: string;
}

/** Operations about one thing. The name is the last part of the page's address. */
export interface Group {
  readonly name: string;
  readonly title: string;
  /** Null for an action, whose description is that of its execution. */
  readonly about: string | null;
  readonly operations: readonly Placed[];
}

/** Returns the operations by their tags, in the order of the document. */
export function groupsOf(document: Document): readonly Group[] {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
  return document.tags.map(({ name, description }) => {
    const operations = all.filter(({ tags }) => tags.includes(name));
    const isAction = operations.some(({ path }) => path.includes(`/actions/${name}/`));
    return isAction
      ? { name, title: description, about: null, operations }
      : { name, title: name.charAt(0).toUpperCase() + name.slice(1), about: description, operations };
  });
}

/** Returns what a reference within the document leads to, or the value itself. */
export function resolve<T extends object>(document: Document, value: T | Reference): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T;
  const [, kind = '', name = ''] = /^#\/components\/(\w+)\/([\w.-]+)$/.exec(value.$ref) ?? [];
  return (document.components as unknown as Record<string, Record<string, T>>)[kind]![name]!;
}

/** Returns the first example of a schema as a text for an address or a field. */
export function exampleOf({ examples = [] }: Schema): string | undefined {
  return examples.length === 0 ? undefined : String(examples[0]);
}

/** Returns the name of the schema that a schema refers to. */
export const schemaName = ({ $ref }: Schema): string | undefined => $ref?.replace('#/components/schemas/', '');

/** Returns the names of all schemas that the given ones refer to, directly or through others, in order of first use. */
export function schemasUsed(document: Document, roots: readonly Schema[]): readonly string[] {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const name = schemaName(value as Schema);
    if (typeof name === 'string') {
      if (found.has(name)) return;
      found.add(name);
      visit(document.components.schemas[name]);
    }
    for (const [key, inner] of Object.entries(value)) if (!DATA.has(key)) visit(inner);
  };
  visit(roots);
  return [...found];
}

/** Keywords whose values are no schemas. */
const DATA = new Set(['enum', 'const', 'default', 'examples']);
