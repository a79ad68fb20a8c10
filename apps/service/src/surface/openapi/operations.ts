import type { Operation, Route } from '../../http/route.ts';
import { failuresOf } from '../../http/statuses.ts';
import { failures, type Json, jsonBody, success } from './parts.ts';
import { schemaOrRef } from './schemas.ts';

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

function operationOf(route: Route, { id, tag, summary, description, example }: Operation): Json {
  const { access, scope = 'read', body, status = 200, returns } = route;
  const parameters = parametersOf(route);
  return {
    operationId: id,
    tags: [tag],
    summary: scope === 'read' ? summary : `${summary}; needs the scope ${scope}`,
    ...(description === undefined ? {} : { description }),
    ...(access === 'public' ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(typeof body === 'object' ? { requestBody: jsonBody(schemaOrRef(body), example?.body) } : {}),
    responses: {
      ...success(returns === undefined ? {} : schemaOrRef(returns), {}, example?.answer, status),
      ...failures(...failuresOf(route)),
    },
  };
}

function parametersOf({ parameters = {}, query = {} }: Route): Json[] {
  const described = ({ description }: { readonly description?: string }): Json =>
    description === undefined ? {} : { description };
  return [
    ...Object.entries(parameters).map(([name, parameter]) => ({
      name,
      in: 'path',
      required: true,
      ...described(parameter),
      schema: parameter.schema,
    })),
    ...Object.entries(query).map(([name, parameter]) => ({
      name,
      in: 'query',
      required: false,
      ...described(parameter),
      schema: parameter.schema,
    })),
  ];
}
