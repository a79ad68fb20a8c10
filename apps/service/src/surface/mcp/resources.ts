import { readdir, readFile } from 'node:fs/promises';
import { familyVersions } from '../../engine/familyVersions.ts';
import type { Viewing } from '../../engine/map.ts';
import { readGround } from './ground.ts';
import type { ToolServices } from './services.ts';
import { readView, VIEW } from './views.ts';

/** Documents of the repository are files, pages and resources at once. */
const DOCS = new URL('../../../../../docs/', import.meta.url);

const MARKDOWN = 'text/markdown';
const DATA = {
  uri: 'hinterland://data',
  name: 'data',
  title: 'Data versions installed',
  description: 'The present version of each data family',
  mimeType: 'application/json',
} as const;

/** Documents that explain results to agents: the glossary, the methods, the data versions. */
export async function listResources() {
  const methods = (await readdir(new URL('methods/', DOCS))).filter((name) => name.endsWith('.md')).sort();
  const pages = [
    { path: 'glossary.md', name: 'glossary' },
    ...methods.map((file) => ({ path: `methods/${file}`, name: `methods/${file.slice(0, -3)}` })),
  ];
  const documents = pages.map(async ({ path, name }) => {
    const text = await readFile(new URL(path, DOCS), 'utf8');
    const title = /^# (.*)$/m.exec(text)?.[1] ?? name;
    return { uri: `hinterland://docs/${name}`, name, title, mimeType: MARKDOWN };
  });
  return [...(await Promise.all(documents)), DATA, VIEW];
}

/** The content of a resource, or null where there is none under that address. */
export async function readResource(services: ToolServices, uri: string, viewing: Viewing) {
  if (uri === DATA.uri) {
    const text = JSON.stringify(familyVersions(services.territories()));
    return { contents: [{ uri, mimeType: DATA.mimeType, text }] };
  }
  if (uri === VIEW.uri) return readView();
  const known = (await listResources()).find((resource) => resource.uri === uri);
  if (known === undefined) return readGround(services, uri, viewing);
  const text = await readFile(new URL(`${known.name}.md`, DOCS), 'utf8');
  return { contents: [{ uri, mimeType: MARKDOWN, text }] };
}
