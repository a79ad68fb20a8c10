import { createRequire } from 'node:module';

// The packages are CommonJS; their named forms differ between loaders.
const require = createRequire(import.meta.url);
const Ajv2020 = require('ajv/dist/2020.js').default as typeof import('ajv/dist/2020.js').default;
const addFormats = require('ajv-formats') as typeof import('ajv-formats').default;

interface Media {
  readonly schema: unknown;
}
interface DeclaredResponse {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, Media>>;
}
interface Operation {
  readonly responses: Readonly<Record<string, DeclaredResponse>>;
}

/** The parts of an OpenAPI 3.1 document that answers are checked with. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, DeclaredResponse>> };
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
 * A fetch that holds every answer under /api/v1 against what the document says of that route, method and status, and
 * throws where the status is not declared, the media type is another or the body does not fit the schema.
 */
export function validatedFetch(document: ApiDocument): ValidatedFetch {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema({ $id: 'doc', ...document });
  const routes = Object.keys(document.paths)
    // An action's own path comes before the one with a parameter.
    .sort((a, b) => a.split('{').length - b.split('{').length)
    .map((path) => ({ path, matches: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`) }));

  const declared = (method: string, url: string, status: number): DeclaredResponse => {
    const { pathname } = new URL(url);
    const route = routes.find(({ matches }) => matches.test(pathname));
    const response = route && document.paths[route.path]?.[method.toLowerCase()]?.responses[status];
    if (response === undefined) throw new Error(`${method} ${pathname}: the status ${status} is not declared.`);
    const name = response.$ref?.split('/').at(-1);
    return name === undefined ? response : (document.components.responses[name] as DeclaredResponse);
  };

  return async (url, init = {}) => {
    const answer = await fetch(url, init);
    const text = await answer.text();
    const method = init.method ?? 'GET';
    const [media] = Object.entries(declared(method, url, answer.status).content ?? {});
    const body = text === '' ? null : JSON.parse(text);
    if (media !== undefined) {
      const [type, { schema }] = media;
      const sent = answer.headers.get('content-type')?.split(';')[0];
      if (sent !== type) throw new Error(`${method} ${url} ${answer.status}: media type ${sent} instead of ${type}.`);
      const fits = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"doc#/components')));
      if (!fits(body)) {
        throw new Error(`${method} ${url} ${answer.status} does not fit: ${ajv.errorsText(fits.errors)}\n${text}`);
      }
    }
    return { status: answer.status, headers: answer.headers, body };
  };
}
