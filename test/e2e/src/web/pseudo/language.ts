import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContext } from 'playwright-core';
import { root } from '../../hinterland.ts';
import { pseudoTexts } from '../../tellings/untouched.ts';

/** The language whose texts the pseudo-language has the place of: its rules of numbers, dates and plurals stay. */
export const TAG = 'es';

type Texts = Readonly<Record<string, string>>;
const read = (path: string): Texts => JSON.parse(readFileSync(path, 'utf8'));
/** Texts of the pseudo-language in place of a file of the language. */
const madeFor = (path: string): Texts => pseudoTexts(read(path.replace(`${TAG}.json`, 'en.json')));

const WEB = join(root, 'apps/web');
/** Folders of texts that the service reads. */
const OF_SERVICE = [
  'packages/answers/src/words/texts',
  'packages/answers/src/words/service/texts',
  'apps/service/src/surface/pages/language/texts',
];

/** Texts of the web app by the file of the build that holds them. */
function textsOfBuild(): ReadonlyMap<string, Texts> {
  const manifest: Record<string, { file: string }> = JSON.parse(
    readFileSync(join(WEB, 'dist/.vite/manifest.json'), 'utf8'),
  );
  const own = Object.entries(manifest).filter(([source]) => basename(source) === `${TAG}.json`);
  return new Map(own.map(([source, { file }]) => [`/${file}`, madeFor(join(WEB, source))]));
}

/** All texts of the web app in the pseudo-language, by key: what a test presses is named by them. */
export const pseudoOfWeb = (): Texts => Object.assign({}, ...textsOfBuild().values());

/** Answers the files of texts that a window asks for with those of the pseudo-language. */
export async function speakPseudo(context: BrowserContext): Promise<void> {
  const texts = textsOfBuild();
  await context.route(
    (url) => texts.has(url.pathname),
    (route) => {
      const own = texts.get(new URL(route.request().url()).pathname);
      return route.fulfill({ contentType: 'text/javascript', body: `export default ${JSON.stringify(own)}` });
    },
  );
}

/** Settings with which a service speaks it, and the end of what they need. */
export function serviceInPseudo(): { readonly env: NodeJS.ProcessEnv; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'hinterland-pseudo-'));
  for (const one of OF_SERVICE) {
    const name = relative(join(root, one, '../..'), join(root, one)).replaceAll('/', '-');
    writeFileSync(join(folder, `${name}-${TAG}.json`), JSON.stringify(madeFor(join(root, one, `${TAG}.json`))));
  }
  const preload = pathToFileURL(join(import.meta.dirname, 'service.mjs')).href;
  return {
    env: { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${preload}`, PSEUDO_TEXTS: folder },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
