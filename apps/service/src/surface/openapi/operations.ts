import { ETAG } from '../../kit/http/answer.ts';
import { hasETag, type Operation, type Route } from '../../kit/http/route.ts';
import { failuresOf } from '../../kit/http/statuses.ts';
import { headerOrRef, parameterOrRef } from './components.ts';
import {
  failures,
  fileSuccess,
  type Json,
  jsonBody,
  RATE_HEADERS,
  REQUEST_HEADERS,
  schemaOf,
  success,
} from './parts.ts';

/** The paths of all routes that are part of the published interface, with what follows from their declarations. */
export function pathsOf(routes: readonly Route[]): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    if (route.operation === undefined) continue;
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, route.operation) };
  }
  return paths;
}

function operationOf(route: Route, operation: Operation): Json {
  const { access, scope = 'read', body } = route;
  const { id, tag, summary, description, schemas, example } = operation;
  const parameters = parametersOf(route, operation);
  const taken = schemas?.body ?? (typeof body === 'object' ? schemaOf(body) : undefined);
  return {
    operationId: id,
    tags: [tag],
    summary: scope === 'read' ? summary : `${summary}; needs the scope ${scope}`,
    ...(description === undefined ? {} : { description }),
    ...(access === 'public' || access === 'site' ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(taken === undefined ? {} : { requestBody: jsonBody(taken, example?.body) }),
    responses: { ...answersOf(route, operation), ...failures(failuresOf(route)) },
  };
}

const parametersOf = ({ access, parameters = {}, query = {} }: Route, { headers = {} }: Operation): Json[] => [
  ...(access === 'member' ? [parameterOrRef('path', 'organizationId', ORGANIZATION)] : []),
  ...Object.entries(parameters).map(([name, one]) => parameterOrRef('path', name, one)),
  ...Object.entries(query).map(([name, one]) => parameterOrRef('query', name, one)),
  ...Object.entries(headers).map(([name, one]) => parameterOrRef('header', name, one)),
];

function answersOf(
  route: Route,
  { answerHeaders: declared = {}, schemas, example, files = [], formats = [] }: Operation,
) {
  const { access, returns, status = 200 } = route;
  const answerHeaders = hasETag(route) ? { ...declared, ETag: ETAG } : declared;
  const headers = {
    ...(access === 'key' || access === 'run' ? RATE_HEADERS : REQUEST_HEADERS),
    ...Object.fromEntries(Object.entries(answerHeaders).map(([name, header]) => [name, headerOrRef(header)])),
  };
  const schema = schemas?.answer ?? (returns === undefined ? undefined : schemaOf(returns));
  const shown = typeof example?.answer === 'function' ? example.answer() : example?.answer;
  return {
    ...(files.length > 0 ? fileSuccess(files, headers) : success(schema, headers, shown, status, formats)),
    ...('ETag' in answerHeaders ? notModified(headers) : {}),
  };
}

const ORGANIZATION = { description: 'Number of the organization', schema: { type: 'integer', minimum: 1 } };

const notModified = (headers: Json): Json => ({
  '304': { description: 'The copy of the client is up to date', headers },
});
