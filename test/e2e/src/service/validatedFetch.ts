import { createRequire } from 'node:module';

// The packages are CommonJS; their named forms differ between loaders.
const require = createRequire(import.meta.url);
const Ajv2020 = require('ajv/dist/2020.js').default as typeof import('ajv/dist/2020.js').default;
const addFormats = require('ajv-formats') as typeof import('ajv-formats').default;

interface Media {
  readonly schema: unknown;
}
interface DeclaredBody {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, Media>>;
}
interface Operation {
  readonly requestBody?: DeclaredBody;
  readonly responses: Readonly<Record<string, DeclaredBody>>;
}

/** The parts of an OpenAPI 3.1 document that calls are checked with. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, DeclaredBody>> };
}

export interface ValidatedAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The JSON body, or null where the answer has none. */
  // biome-ignore lint/suspicious/noExplicitAny: answers are checked member by member
  readonly body: any;
}

export type ValidatedFetch = (url: string, init?: RequestInit) => Promise<ValidatedAnswer>;

/**
 * A fetch that holds every call under /api/v1 against what the document says of that route and method, and throws where
 * the status of the answer is not declared, its media type is another or its body does not fit the schema, and where
 * the service took a body that does not fit.
 */
export function validatingFetch(document: ApiDocument): typeof fetch {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema({ $id: 'doc', ...document });
  const compiled = new Map<unknown, ReturnType<typeof ajv.compile>>();
  /** Compiled once per schema of the document. */
  const validatorOf = (schema: unknown) => {
    const known = compiled.get(schema);
    if (known !== undefined) return known;
    const made = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"doc#/components')));
    compiled.set(schema, made);
    return made;
  };
  const routes = Object.keys(document.paths)
    // An action's own path comes before the one with a parameter.
    .sort((a, b) => a.split('{').length - b.split('{').length)
    .map((path) => ({ path, matches: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`) }));

  const check = (schema: unknown, value: unknown, what: string) => {
    const fits = validatorOf(schema);
    if (!fits(value)) throw new Error(`${what} does not fit: ${ajv.errorsText(fits.errors)}\n${JSON.stringify(value)}`);
  };

  return async (input, init = {}) => {
    const url = input instanceof Request ? input.url : String(input);
    const answer = await fetch(url, init);
    const method = init.method ?? 'GET';
    const { pathname } = new URL(url);
    const route = routes.find(({ matches }) => matches.test(pathname));
    const operation = route && document.paths[route.path]?.[method.toLowerCase()];
    const response = operation?.responses[answer.status];
    if (response === undefined) {
      throw new Error(`${method} ${pathname}: the status ${answer.status} is not declared.`);
    }
    const name = response.$ref?.split('/').at(-1);
    const declared = name === undefined ? response : (document.components.responses[name] as DeclaredBody);
    const sent = operation?.requestBody?.content?.['application/json'];
    if (answer.ok && sent !== undefined && typeof init.body === 'string') {
      check(sent.schema, JSON.parse(init.body), `The body of ${method} ${url}`);
    }
    const [media] = Object.entries(declared.content ?? {});
    if (media !== undefined) {
      const [type, { schema }] = media;
      const came = answer.headers.get('content-type')?.split(';')[0];
      const what = `${method} ${url} ${answer.status}`;
      if (came !== type) throw new Error(`${what}: media type ${came} instead of ${type}.`);
      check(schema, await answer.clone().json(), what);
    }
    return answer;
  };
}

/** The same, with the body read: for calls that are about HTTP itself. */
export function validatedFetch(document: ApiDocument): ValidatedFetch {
  const fetchChecked = validatingFetch(document);
  return async (url, init) => {
    const answer = await fetchChecked(url, init);
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) };
  };
}
