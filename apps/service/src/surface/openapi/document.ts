import type { Action } from '@hinterland/actions';
import { problem, SCOPE_MEANING, SCOPES } from '@hinterland/contract';
import type { Route } from '../../kit/http/route.ts';
import { actionDescriptors } from '../../work/runs/descriptors.ts';
import { actionPaths, actionSchemas } from './actions.ts';
import { namedHeaders, namedParameters } from './components.ts';
import { eventRequests, eventSchemas } from './events.ts';
import { pathsOf } from './operations.ts';
import { type Json, schemaOf } from './parts.ts';
import { problemResponses } from './problems.ts';
import { withSharedSchemas } from './sharedSchemas.ts';

/**
 * The OpenAPI 3.1 description, derived from the routes, the contract and the registry. Each action has paths of its own,
 * with its schemas and tariff; the paths with {actionId} stand for all of them.
 */
export function openApiDocument(routes: readonly Route[], actions: readonly Action[], serverUrl: string): Json {
  const descriptors = actionDescriptors(actions);
  return withSharedSchemas({
    openapi: '3.1.0',
    info: {
      title: 'Hinterland',
      version: '1.0.0',
      summary: 'Geomarketing analysis: who lives within reach, what they spend, where to open next',
      description:
        'Actions are free or charged in credits. A charged action is quoted first; its execution repeats the quoted ' +
        'number. Times are ISO 8601 in UTC, numbers are JSON numbers, errors are RFC 9457 problems. Everything under ' +
        '/api/v1 is additive: fields, values, actions and routes may be added and are never removed or changed.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    security: [{ apiKey: [] }],
    tags: [
      { name: 'account', description: 'Who calls, what there is to spend, which data are in force' },
      { name: 'actions', description: 'Quote and execute any action' },
      { name: 'analyses', description: 'Documents that keep the results of charged runs as versions' },
      { name: 'jobs', description: 'Background jobs and their results' },
      { name: 'corrections', description: 'Stores of the lists, and what your organization says of them' },
      {
        name: 'subjects',
        description: 'Saved places, sets of places, networks and areas that actions take by their ids',
      },
      { name: 'projects', description: 'Decisions: what they are about, and the answers given on them' },
      { name: 'webhooks', description: 'Endpoints that events are delivered to' },
      ...descriptors.map(({ id, title }) => ({ name: id, description: title })),
    ],
    paths: { ...pathsOf(routes), ...actionPaths(actions, descriptors) },
    webhooks: eventRequests(),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'hl_live_…',
          description: `API key. Scopes: ${SCOPES.map((scope) => `${scope}: ${SCOPE_MEANING[scope]}`).join(' ')}`,
        },
      },
      schemas: { Problem: schemaOf(problem), ...eventSchemas(), ...actionSchemas(descriptors) },
      parameters: namedParameters(),
      headers: namedHeaders(),
      responses: problemResponses(),
    },
  });
}
