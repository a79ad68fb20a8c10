import { problem } from '@hinterland/contract';
import type { Operation, Route } from '../kit/http/route.ts';
import { namedHeaders, namedParameters } from '../surface/openapi/components.ts';
import { pathsOf } from '../surface/openapi/operations.ts';
import { type Json, schemaOf } from '../surface/openapi/parts.ts';
import { problemResponses } from '../surface/openapi/problems.ts';
import { withSharedSchemas } from '../surface/openapi/sharedSchemas.ts';

/**
 * The OpenAPI 3.1 description of the session surface, for the types of the web app. It is not published: these routes change
 * with the pages. Inputs and results of actions are those of the public document.
 */
export const webDocument = (routes: readonly Route[]): Json =>
  withSharedSchemas({
    openapi: '3.1.0',
    info: {
      title: 'Session surface',
      version: '1.0.0',
      description:
        'Routes of the pages of this service, by the session in a cookie. They change with the pages and are no part of ' +
        'the interface: programs use an API key and /api/v1.',
    },
    servers: [{ url: '/' }],
    security: [{ session: [] }],
    paths: pathsOf(routes.map((route) => ({ ...route, operation: route.operation ?? operationOf(route) }))),
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-hinterland' } },
      schemas: { Problem: schemaOf(problem) },
      parameters: namedParameters(),
      headers: namedHeaders(),
      responses: problemResponses(),
    },
  });

/** Names an operation after its path: GET …/teams/:teamId becomes getTeamsByTeamId. */
function operationOf({ method, path }: Route): Operation {
  const words = path
    .replace('/web/v1/', '')
    .replace('organizations/:organizationId/', '')
    .split(/[/.-]/)
    .map((word) => (word.startsWith(':') ? `By${capital(word.slice(1))}` : capital(word)));
  return {
    id: `${method.toLowerCase()}${words.join('')}`,
    tag: words[0] as string,
    summary: `${method} ${path}`,
  };
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
