import type { Action } from '@hinterland/actions';
import { type Answer, cachedJson } from '../../http/answer.ts';
import type { Route } from '../../http/route.ts';
import { actionDescriptors } from '../openapi/descriptors.ts';
import { openApiDocument } from '../openapi/document.ts';
import { withChangelog } from './changelog.ts';
import type { Document } from './reference/document.ts';

/** Documents that are the same for everyone until the service starts anew. */
export interface Pages {
  /** The OpenAPI document. */
  document(): Document;
  actions(ifNoneMatch: string | undefined): Answer;
  openApi(ifNoneMatch: string | undefined): Answer;
}

/** Made at the first request: only then the address of the service is known. */
export function makePages(routes: readonly Route[], actions: readonly Action[], baseUrl: () => string): Pages {
  let actionList: ReturnType<typeof cachedJson> | undefined;
  let openApi: ReturnType<typeof cachedJson> | undefined;
  let document: ReturnType<typeof openApiDocument> | undefined;
  const documentOf = () => (document ??= openApiDocument(routes, actions, baseUrl()));
  return {
    document: () => documentOf() as unknown as Document,
    actions(ifNoneMatch) {
      actionList ??= cachedJson(JSON.stringify({ data: actionDescriptors(actions) }));
      return actionList(ifNoneMatch);
    },
    openApi(ifNoneMatch) {
      openApi ??= cachedJson(JSON.stringify(withChangelog(documentOf())), {
        'Cache-Control': 'public, max-age=60',
      });
      return openApi(ifNoneMatch);
    },
  };
}
