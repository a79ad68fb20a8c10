import { describe, expect, it } from 'vitest';
import { files, importsOf, read, resolveRelative } from './tree.ts';

const SOURCES = 'packages/engine/src/';

/** The picture in the README: folders of one line know each other as little as those above them. */
const lines = /```ladder\n([\s\S]*?)```/
  .exec(read('packages/engine/README.md'))![1]!
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));

/** "graph" of "packages/engine/src/graph/edgeLine.ts"; empty for a file of no folder. */
const folderOf = (path: string): string => /^packages\/engine\/src\/([^/]+)\//.exec(path)?.[1] ?? '';
/** Position of a folder's line, counted from the top. */
const lineOf = (folder: string) => lines.findIndex((line) => line.includes(folder));

const sources = files(/^packages\/engine\/src\/[^/]+\/.*\.ts$/);
const production = sources.filter((path) => !/\.test\.ts$|\/testing\//.test(path));

describe('the ladder of the engine', () => {
  it('has every folder once', () => {
    const folders = [...new Set(sources.map(folderOf))];
    expect(folders.sort()).toEqual(lines.flat().sort());
  });

  it('no folder imports what stands beside or above it', () => {
    const wrong = production.flatMap((path) => {
      const from = folderOf(path);
      return importsOf(path)
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => resolveRelative(path, specifier))
        .filter((target) => folderOf(target) !== from)
        .filter((target) => !(lineOf(folderOf(target)) > lineOf(from)))
        .map((target) => `${path} imports ${target.slice(SOURCES.length)}`);
    });
    expect(wrong).toEqual([]);
  });

  it('only tests import oracles and scenes', () => {
    const wrong = production.flatMap((path) =>
      importsOf(path)
        .filter((specifier) => /\/testing\/|\.\.\/town\//.test(specifier))
        .map((specifier) => `${path} imports ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('entry points of the engine', () => {
  const texts = files(/\.tsx?$/).map(read);

  it('export nothing that nobody imports', () => {
    const unused = sources
      .filter((path) => path.endsWith('/index.ts'))
      .flatMap((path) => {
        const entry = new RegExp(`'(@hinterland/engine/${folderOf(path)}|[./]+/${folderOf(path)}/index\\.ts)'`);
        const importing = texts.filter((text) => entry.test(text)).join('\n');
        return [...read(path).matchAll(/\{([^}]*)\}/g)]
          .flatMap(([, names]) => names!.split(','))
          .map((name) => name.trim().replace(/^type /, ''))
          .filter((name) => name !== '' && !new RegExp(`\\b${name}\\b`).test(importing))
          .map((name) => `${path} exports ${name}`);
      });
    expect(unused).toEqual([]);
  });
});
