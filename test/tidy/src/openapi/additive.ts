// biome-ignore lint/suspicious/noExplicitAny: documents are read member by member
type Json = Readonly<Record<string, any>>;

/** Whether callers send what a schema describes, or receive it. */
type Way = 'sent' | 'received';

/**
 * What of an OpenAPI document of before a later one no longer keeps, each with its place; empty where all that was added
 * leaves every caller's program as it is. Texts and examples do not count.
 */
export function brokenPromises(before: Json, after: Json): readonly string[] {
  return new Comparison(before, after).documents();
}

class Comparison {
  readonly #before: Json;
  readonly #after: Json;
  /** Pairs of named schemas that are compared already, since schemas may hold themselves. */
  readonly #compared = new Set<string>();

  constructor(before: Json, after: Json) {
    this.#before = before;
    this.#after = after;
  }

  documents(): string[] {
    return [
      ...this.#operations('paths', 'sent', 'received'),
      // We send these; callers answer.
      ...this.#operations('webhooks', 'received', 'sent'),
      ...eachOf(this.#before.components?.securitySchemes, (name, scheme: Json) => {
        const now = this.#after.components?.securitySchemes?.[name];
        const same = now?.type === scheme.type && now?.scheme === scheme.scheme && now?.in === scheme.in;
        return same ? [] : [`security ${name}: removed or changed`];
      }),
    ];
  }

  #operations(member: 'paths' | 'webhooks', bodyWay: Way, answerWay: Way): string[] {
    return eachOf(this.#before[member], (path, operations: Json) =>
      eachOf(operations, (method, operation: Json) => {
        const place = `${method.toUpperCase()} ${path}`;
        const now = this.#after[member]?.[path]?.[method];
        if (now === undefined) return [`${place}: removed`];
        return [
          ...changed(operation, now, place, ['operationId', 'x-service-tariff']),
          ...(isOpen(operation, this.#before) && !isOpen(now, this.#after) ? [`${place}: needs a key now`] : []),
          ...this.#parameters(operation, now, place),
          ...this.#body(operation.requestBody, now.requestBody, bodyWay, `${place} body`),
          ...eachOf(operation.responses, (status, response: Json) => {
            const answer = now.responses?.[status];
            if (answer === undefined) return [`${place} ${status}: removed`];
            return this.#response(response, answer, answerWay, `${place} ${status}`);
          }),
        ];
      }),
    );
  }

  #parameters(before: Json, after: Json, place: string): string[] {
    const named = (operation: Json, document: Json): Map<string, Json> =>
      new Map(
        (operation.parameters ?? [])
          .map((parameter: Json) => resolve(parameter, document))
          .map((parameter: Json) => [`${parameter.in} ${parameter.name}`, parameter]),
      );
    const old = named(before, this.#before);
    const now = named(after, this.#after);
    return [
      ...[...old].flatMap(([name, parameter]) => {
        const next = now.get(name);
        if (next === undefined) return [`${place} ${name}: removed`];
        return this.#schemas(parameter.schema, next.schema, 'sent', `${place} ${name}`);
      }),
      ...[...now]
        .filter(([name, { required }]) => required === true && old.get(name)?.required !== true)
        .map(([name]) => `${place} ${name}: newly required`),
    ];
  }

  #body(before: Json | undefined, after: Json | undefined, way: Way, place: string): string[] {
    if (before === undefined) return after?.required === true && way === 'sent' ? [`${place}: newly required`] : [];
    if (after === undefined) return [`${place}: removed`];
    const newlyRequired = way === 'sent' && after.required === true && before.required !== true;
    return [...(newlyRequired ? [`${place}: newly required`] : []), ...this.#contents(before, after, way, place)];
  }

  #response(before: Json, after: Json, way: Way, place: string): string[] {
    const old = resolve(before, this.#before);
    const now = resolve(after, this.#after);
    return [
      ...eachOf(old.headers, (name, header: Json) => {
        const next = now.headers?.[name];
        if (next === undefined) return [`${place} header ${name}: removed`];
        const schemas = [resolve(header, this.#before).schema, resolve(next, this.#after).schema] as const;
        return this.#schemas(...schemas, way, `${place} header ${name}`);
      }),
      ...this.#contents(old, now, way, place),
    ];
  }

  #contents(before: Json, after: Json, way: Way, place: string): string[] {
    return eachOf(before.content, (type, { schema }: Json) => {
      const now = after.content?.[type];
      return now === undefined ? [`${place} ${type}: removed`] : this.#schemas(schema, now.schema, way, place);
    });
  }

  #schemas(before: unknown, after: unknown, way: Way, place: string): string[] {
    const names = JSON.stringify([(before as Json)?.$ref, (after as Json)?.$ref, way]);
    if (isObject(before) && isObject(after) && '$ref' in before && '$ref' in after) {
      if (this.#compared.has(names)) return [];
      this.#compared.add(names);
    }
    const old = variants(before, this.#before);
    const now = variants(after, this.#after);
    if (old.length === 1 && now.length === 1) return this.#plain(old[0] as Json, now[0] as Json, way, place);
    const lost = old.filter((one) => !now.some((other) => this.#fits(one, other, way)));
    const foreign = way === 'received' ? now.filter((one) => !old.some((other) => typesFit(one, other))) : [];
    return [
      ...lost.map((one) => `${place}: no longer ${JSON.stringify(one).slice(0, 120)}`),
      ...foreign.map((one) => `${place}: now also ${JSON.stringify(one).slice(0, 120)}`),
    ];
  }

  /** Looks without marking schemas as compared, since the pair may be the wrong one. */
  #fits(before: Json, after: Json, way: Way): boolean {
    const marked = new Set(this.#compared);
    const fits = this.#plain(before, after, way, '').length === 0;
    this.#compared.clear();
    for (const one of marked) this.#compared.add(one);
    return fits;
  }

  /** Two schemas without alternatives. */
  #plain(before: Json, after: Json, way: Way, place: string): string[] {
    const sent = way === 'sent';
    const found: string[] = [];
    const [narrow, wide] = sent ? [before, after] : [after, before];
    if (!typesFit(narrow, wide)) found.push(`${place}: type ${typesOf(before)} became ${typesOf(after)}`);
    // A default that is told for the first time is the one that held before.
    found.push(...changed(before, after, place, before.default === undefined ? ['format'] : ['format', 'default']));
    if (sent)
      found.push(
        ...changed(before, after, place, ['pattern', 'multipleOf', 'uniqueItems']),
        ...bounds(before, after, place),
      );

    const values = valuesOf(before);
    const now = valuesOf(after);
    if (now !== null && values === null && sent) found.push(`${place}: only ${JSON.stringify(now)} now`);
    if (now !== null && values !== null) {
      const gone = values.filter((value) => !now.includes(value));
      if (gone.length > 0) found.push(`${place}: value ${gone.join(', ')} removed`);
    }

    for (const [name, schema] of Object.entries(before.properties ?? {})) {
      const next = after.properties?.[name];
      if (next === undefined) found.push(`${place}/${name}: removed`);
      else found.push(...this.#schemas(schema, next, way, `${place}/${name}`));
    }
    const required: readonly string[] = before.required ?? [];
    const requiredNow: readonly string[] = after.required ?? [];
    const [mine, theirs, what] = sent
      ? [requiredNow, required, 'newly required']
      : [required, requiredNow, 'no longer always there'];
    for (const name of mine) if (!theirs.includes(name)) found.push(`${place}/${name}: ${what}`);

    if (sent && before.additionalProperties !== false && after.additionalProperties === false)
      found.push(`${place}: further members are refused now`);
    for (const member of ['items', 'additionalProperties'] as const) {
      if (isObject(before[member]) && isObject(after[member]))
        found.push(...this.#schemas(before[member], after[member], way, `${place}/*`));
    }
    return found;
  }
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

const eachOf = <T>(members: Readonly<Record<string, T>> | undefined, find: (name: string, value: T) => string[]) =>
  Object.entries(members ?? {}).flatMap(([name, value]) => find(name, value));

function resolve(value: Json, document: Json): Json {
  if (typeof value?.$ref !== 'string') return value ?? {};
  const found = value.$ref
    .slice(2)
    .split('/')
    .reduce((within: Json, name: string) => within?.[name], document);
  return resolve(found, document);
}

const isOpen = (operation: Json, document: Json): boolean =>
  (operation.security ?? document.security ?? []).length === 0;

/** A schema as its alternatives, each with what holds for all of them; references and allOf are put in. */
function variants(schema: unknown, document: Json): readonly Json[] {
  const whole = merged(isObject(schema) ? schema : {}, document);
  const choices = whole.anyOf ?? whole.oneOf;
  if (choices === undefined) return [whole];
  const { anyOf: _any, oneOf: _one, ...rest } = whole;
  return choices.flatMap((choice: Json) => variants({ allOf: [rest, choice] }, document));
}

function merged(schema: Json, document: Json): Json {
  // What stands beside a reference holds together with what it refers to.
  const { $ref, allOf = [], ...own } = schema;
  const referred = $ref === undefined ? [] : [merged(resolve({ $ref }, document), document)];
  const parts: readonly Json[] = [...referred, own, ...allOf.map((part: Json) => merged(part, document))];
  const properties = Object.assign({}, ...parts.map((part) => part.properties));
  const required = parts.flatMap((part) => part.required ?? []);
  return {
    ...Object.assign({}, ...parts),
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}

const valuesOf = (schema: Json): readonly unknown[] | null =>
  'const' in schema ? [schema.const] : (schema.enum ?? null);

/** Types that values may have; null where any. */
function typesOf(schema: Json): readonly string[] | null {
  if (schema.type !== undefined) return [schema.type].flat();
  const values = valuesOf(schema);
  return values === null ? null : [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))];
}

function typesFit(narrow: Json, wide: Json): boolean {
  const allowed = typesOf(wide);
  if (allowed === null) return true;
  const types = typesOf(narrow);
  return types?.every((type) => allowed.includes(type) || (type === 'integer' && allowed.includes('number'))) ?? false;
}

/** Members of a schema or operation that must stay what they are. */
const changed = (before: Json, after: Json, place: string, members: readonly string[]): string[] =>
  members
    .filter((member) => JSON.stringify(before[member]) !== JSON.stringify(after[member]))
    .map((member) => `${place}: ${member} ${JSON.stringify(before[member])} became ${JSON.stringify(after[member])}`);

const LEAST = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const MOST = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];

/** Limits of inputs that leave less room than before. */
function bounds(before: Json, after: Json, place: string): string[] {
  const tighter = (member: string, sign: 1 | -1): boolean => {
    if (after[member] === undefined) return false;
    return before[member] === undefined || sign * after[member] > sign * before[member];
  };
  return [...LEAST.filter((member) => tighter(member, 1)), ...MOST.filter((member) => tighter(member, -1))].map(
    (member) => `${place}: ${member} ${before[member] ?? 'none'} became ${after[member]}`,
  );
}

const TEXTS = ['description', 'summary', 'title', 'examples', 'example', 'tags', 'info', 'servers', 'bearerFormat'];

/** A document without texts and examples: what a release promised. */
export function promisesOf(document: Json): Json {
  // What is named by a schema is kept whatever its name is.
  const strip = (value: unknown, isNames: boolean): unknown => {
    if (Array.isArray(value)) return value.map((one) => strip(one, false));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => isNames || !TEXTS.includes(name))
        .map(([name, member]) => [name, strip(member, !isNames && ['properties', 'schemas'].includes(name))]),
    );
  };
  return strip(document, false) as Json;
}
