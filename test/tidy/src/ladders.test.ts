import { describe, expect, it } from 'vitest';
import { files, importsOf, read, resolveRelative } from './tree.ts';

const LADDERS = [
  'apps/web',
  'packages/actions',
  'packages/catalogue',
  'packages/engine',
  'packages/importers',
  'packages/territory',
];

/** The picture in the README: folders of one line know each other as little as those above them. */
const linesOf = (workspace: string) =>
  /```ladder\n([\s\S]*?)```/
    .exec(read(`${workspace}/README.md`))![1]!
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));

/** "graph" of "packages/engine/src/graph/edgeLine.ts", "index" of "packages/engine/src/index.ts". */
const folderOf = (path: string): string =>
  /^(?:packages|apps)\/[^/]+\/src\/([^/]+?)(?:\/|\.tsx?$)/.exec(path)?.[1] ?? '';

describe.each(LADDERS)('the ladder of %s', (workspace) => {
  const lines = linesOf(workspace);
  /** Position of a folder's line, counted from the top. */
  const lineOf = (folder: string) => lines.findIndex((line) => line.includes(folder));
  const sources = files(new RegExp(`^${workspace}/src/[^/]+/.*\\.tsx?$`));
  const production = sources.filter((path) => !/\.test\.ts$|\/testing\//.test(path));

  it('has every folder once', () => {
    const folders = [...new Set(sources.map(folderOf))].filter((folder) => folder !== 'testing');
    const besides = lines.flat().filter((name) => files(new RegExp(`^${workspace}/src/${name}\\.tsx?$`)).length > 0);
    expect([...new Set([...folders, ...besides])].sort()).toEqual(lines.flat().sort());
  });

  it('no folder imports what stands beside or above it', () => {
    const wrong = production.flatMap((path) => {
      const from = folderOf(path);
      return importsOf(path)
        .filter((specifier) => specifier.startsWith('.') && !specifier.endsWith('.css'))
        .map((specifier) => resolveRelative(path, specifier))
        .filter((target) => folderOf(target) !== from)
        .filter((target) => !(lineOf(folderOf(target)) > lineOf(from)))
        .map((target) => `${path} imports ${target.slice(`${workspace}/src/`.length)}`);
    });
    expect(wrong).toEqual([]);
  });

  it('only tests import oracles and scenes', () => {
    const wrong = production.flatMap((path) =>
      importsOf(path)
        .filter((specifier) => /\/testing\b/.test(specifier))
        .map((specifier) => `${path} imports ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('entry points', () => {
  const texts = files(/\.tsx?$/).map(read);
  const entries = files(
    /^packages\/((catalogue|engine|territory)\/src(\/[^/]+)?|(actions|demo|importers|tables)\/src)\/index\.ts$/,
  );

  it.each(entries)('%s exports nothing that nobody imports', (path) => {
    const name = path.replace(/^packages\/([^/]+)\/src(\/[^/]+)?\/index\.ts$/, '@hinterland/$1$2');
    const entry = new RegExp(`'(${name}|[./]+/${folderOf(path)}/index\\.ts)'`);
    const importing = texts.filter((text) => entry.test(text)).join('\n');
    const unused = [...read(path).matchAll(/\{([^}]*)\}/g)]
      .flatMap(([, names]) => names!.split(','))
      .map((exported) => exported.trim().replace(/^type |.* as /, ''))
      .filter((exported) => exported !== '' && !new RegExp(`\\b${exported}\\b`).test(importing));
    expect(unused).toEqual([]);
  });
});
