import type { Action } from '@hinterland/actions';
import { type Answer, cachedJson } from '../../http/answer.ts';
import type { Route } from '../../http/route.ts';
import { actionDescriptors } from '../openapi/descriptors.ts';
import { openApiDocument } from '../openapi/document.ts';
import { withChangelog } from './changelog.ts';

/** Documents that are the same for everyone until the service starts anew. */
export interface Pages {
  actions(ifNoneMatch: string | undefined): Answer;
  openApi(ifNoneMatch: string | undefined): Answer;
}

/** Made at the first request: only then the address of the service is known. */
export function makePages(routes: readonly Route[], actions: readonly Action[], baseUrl: () => string): Pages {
  let actionList: ReturnType<typeof cachedJson> | undefined;
  let openApi: ReturnType<typeof cachedJson> | undefined;
  return {
    actions(ifNoneMatch) {
      actionList ??= cachedJson(JSON.stringify({ data: actionDescriptors(actions) }));
      return actionList(ifNoneMatch);
    },
    openApi(ifNoneMatch) {
      openApi ??= cachedJson(JSON.stringify(withChangelog(openApiDocument(routes, actions, baseUrl()))), {
        'Cache-Control': 'public, max-age=60',
      });
      return openApi(ifNoneMatch);
    },
  };
}
