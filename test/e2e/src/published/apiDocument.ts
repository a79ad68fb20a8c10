import { readFileSync } from 'node:fs';
import { type Misfit, schemaChecker } from './schemas.ts';

interface DeclaredBody {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: object; readonly example?: unknown }>>;
}

export interface Operation {
  readonly requestBody?: DeclaredBody;
  readonly responses: Readonly<Record<string, DeclaredBody>>;
}

/** The parts of an OpenAPI 3.1 document that calls are checked with. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, DeclaredBody>>;
  };
}

/** A call and its answer, as they went over the wire. */
export interface Exchange {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly sent: Buffer;
  readonly status: number;
  /** Media type of the answer, without parameters; empty where there is none. */
  readonly type: string;
  readonly received: Buffer;
}

export interface Checked {
  /** "get /api/v1/me 200": every declared route that the call was one of. */
  readonly occurred: readonly string[];
  /** What is not as the document says. */
  readonly faults: readonly string[];
}

/** docs/openapi.json. */
export const committedDocument = (): ApiDocument =>
  JSON.parse(readFileSync(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8'));

/** Every status that the document declares, as "get /api/v1/me 200". */
export const declaredStatuses = ({ paths }: ApiDocument): readonly string[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { responses }]) =>
      Object.keys(responses).map((status) => `${method} ${path} ${status}`),
    ),
  );

/**
 * Holds calls under /api/v1 against what the document says of their route and method: the status is declared, the
 * answer has the declared media type and fits its schema, and what the service took fits the schema of the body. A call
 * of an action is held against the action's own path and against the one that stands for all. What the document does not
 * know is answered with a problem: 404, or 405 where only the method is unknown.
 */
export function documentChecker(document: ApiDocument): { check(exchange: Exchange): Checked; misfit: Misfit } {
  const misfit = schemaChecker(document);
  const routes = Object.keys(document.paths).map((path) => ({
    path,
    matches: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  }));

  /** How bytes do not fit, or null. */
  const misfitOf = (schema: object, bytes: Buffer): string | null => {
    const text = bytes.toString('utf8');
    const problem = isJson(text) ? misfit(schema, JSON.parse(text)) : 'no JSON';
    return problem === null ? null : `does not fit: ${problem}\n${text.slice(0, 2000)}`;
  };

  function faultsOf({ requestBody, responses }: Operation, { status, sent, type, received }: Exchange): string[] {
    const response = responses[status];
    if (response === undefined) return ['the status is not declared'];
    const faults: string[] = [];
    const taken = requestBody?.content?.['application/json'];
    const refused = status < 300 && taken !== undefined ? misfitOf(taken.schema, sent) : null;
    if (refused !== null) faults.push(`the body of the request ${refused}`);
    const name = response.$ref?.split('/').at(-1);
    const declared = name === undefined ? response : (document.components.responses[name] as DeclaredBody);
    const types = Object.entries(declared.content ?? {});
    const media = types.find(([name]) => name === type) ?? types[0];
    if (media === undefined) return received.length === 0 ? faults : [...faults, 'an answer without a body has one'];
    if (type !== media[0]) return [...faults, `the media type is ${type} instead of ${media[0]}`];
    // Files of other types are read by their own tests.
    const wrong = media[0].includes('json') ? misfitOf(media[1].schema, received) : null;
    return wrong === null ? faults : [...faults, `the answer ${wrong}`];
  }

  /** The answer to what is not declared. */
  function faultsOfUnknown({ status, received }: Exchange, expected: 404 | 405): string[] {
    const wrong = misfitOf(document.components.schemas.Problem as object, received);
    return [
      ...([expected, 401, 429].includes(status) ? [] : [`${expected} is the answer to unknown routes`]),
      ...(wrong === null ? [] : [`the problem ${wrong}`]),
    ];
  }

  return {
    misfit,
    check(exchange) {
      const [pathname = ''] = exchange.path.split('?');
      const method = exchange.method.toLowerCase();
      const all = routes.filter(({ matches }) => matches.test(pathname));
      // A path that stands in the document itself is no id.
      const matching = pathname in document.paths ? all.filter(({ path }) => !path.endsWith('}')) : all;
      const known = matching.flatMap(({ path }) => {
        const operation = document.paths[path]?.[method];
        return operation === undefined ? [] : [{ path, operation }];
      });
      const faults =
        known.length === 0
          ? faultsOfUnknown(exchange, matching.length === 0 ? 404 : 405)
          : known.flatMap(({ operation }) => faultsOf(operation, exchange));
      return {
        occurred: known.map(({ path }) => `${method} ${path} ${exchange.status}`),
        faults: faults.map((fault) => `${exchange.method} ${exchange.path} ${exchange.status}: ${fault}`),
      };
    },
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
