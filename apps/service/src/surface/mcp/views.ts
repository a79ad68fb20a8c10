import { readFile } from 'node:fs/promises';
import type { Action } from '@hinterland/actions';
import type { ToolListing } from './tool.ts';

/** The document of package view, made by `npm run build`. */
const DOCUMENT = new URL('../../../../view/dist/index.html', import.meta.url);

/** The view of an answer by the extension MCP Apps (SEP-1865): it loads nothing and has no permission. */
export const VIEW = {
  uri: 'ui://hinterland/answer',
  name: 'answer',
  title: 'Map, figures and price of an answer',
  mimeType: 'text/html;profile=mcp-app',
} as const;

/** Metadata of a tool whose answers have a view; none for the others. */
export const viewOf = ({ hasView }: Pick<Action, 'hasView'>): Pick<ToolListing, '_meta'> =>
  hasView === true ? { _meta: { ui: { resourceUri: VIEW.uri } } } : {};

/** The view as a resource. Throws where package view was not built. */
export async function readView() {
  const text = await readFile(DOCUMENT, 'utf8');
  return { contents: [{ uri: VIEW.uri, mimeType: VIEW.mimeType, text, _meta: { ui: { prefersBorder: true } } }] };
}
