import type { Action } from '@hinterland/actions';
import { type ActionDescriptor, actionList } from '@hinterland/contract';
import { cachedJson, ETAG } from '../kit/http/answer.ts';
import { inlineSchema } from '../kit/http/inlineSchema.ts';
import { IF_NONE_MATCH } from '../kit/http/parameters.ts';
import { type Route, route } from '../kit/http/route.ts';
import { actionDescriptors } from '../work/runs/descriptors.ts';
import type { Json } from './openapi/parts.ts';
import { withChangelog } from './pages/changelog.ts';

interface DiscoverySettings {
  readonly actions: readonly Action[];
  /** The OpenAPI document. */
  readonly openApi: () => Json;
}

/** Documents that are the same for everyone until the service starts anew. They are written at the first request. */
export function discoveryRoutes({ actions, openApi }: DiscoverySettings): readonly Route[] {
  let list: ReturnType<typeof cachedJson> | undefined;
  let document: ReturnType<typeof cachedJson> | undefined;
  return [
    route({
      method: 'GET',
      path: '/api/v1/actions',
      access: 'key',
      scope: 'read',
      returns: actionList,
      operation: {
        id: 'listActions',
        tag: 'account',
        summary: 'Every action with its schemas and price',
        headers: { 'If-None-Match': IF_NONE_MATCH },
        answerHeaders: { ETag: ETAG },
        example: { answer: () => ({ data: [shortest(actionDescriptors(actions))] }) },
      },
      respond: ({ exchange }) => {
        list ??= cachedJson(JSON.stringify({ data: actionDescriptors(actions) }));
        return list(exchange.header('if-none-match'));
      },
    }),
    route({
      method: 'GET',
      path: '/api/v1/openapi.json',
      access: 'public',
      operation: {
        id: 'getOpenApi',
        tag: 'account',
        summary: 'This document',
        headers: { 'If-None-Match': IF_NONE_MATCH },
        answerHeaders: { ETag: ETAG },
        schemas: { answer: { type: 'object' } },
        example: { answer: { openapi: '3.1.0', info: { title: 'Hinterland', version: '1.0.0' }, paths: {} } },
      },
      respond: ({ exchange }) => {
        document ??= cachedJson(JSON.stringify(withChangelog(openApi())), {
          'Cache-Control': 'public, max-age=60',
        });
        return document(exchange.header('if-none-match'));
      },
    }),
  ];
}

/** One of the list is enough to show what it is like. */
function shortest(descriptors: readonly ActionDescriptor[]): ActionDescriptor | undefined {
  const [first] = descriptors
    .map(({ inputSchema, outputSchema, ...rest }) => ({
      ...rest,
      inputSchema: inlineSchema(inputSchema),
      outputSchema: inlineSchema(outputSchema),
    }))
    .toSorted((a, b) => JSON.stringify(a).length - JSON.stringify(b).length);
  return first;
}
