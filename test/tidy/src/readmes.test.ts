import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { files, read, root, workspaceOf } from './tree.ts';

/** Folders with fewer files explain themselves. */
const FEWEST_FILES = 4;

/** Files that every folder of an action has; packages/actions/README.md describes them. */
const FILES_OF_ACTIONS = ['schema.ts', 'run.ts', 'example.ts'];

const SCOPE = /^(packages\/[^/]+|apps\/service)\/(README\.md$|src\/)/;

const isListed = (path: string) =>
  !/\.test\.ts$|golden|README\.md$|\/index\.ts$/.test(path) &&
  !(/\/src\/\w+\.\w+\/[^/]+$/.test(path) && FILES_OF_ACTIONS.includes(basename(path)));

/** "a/b.ts" and "a/c.ts" of "a/{b,c}.ts". */
function expanded(name: string): string[] {
  const [, before, list, after] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(name) ?? [];
  return list === undefined ? [name] : list.split(',').map((part) => `${before}${part.trim()}${after}`);
}

/** Files that the first column of a README's tables of files names, as paths from the root. */
function named(readme: string): string[] {
  let isTable = false;
  const cells = read(readme)
    .split('\n')
    .flatMap((line) => {
      if (!line.startsWith('|')) isTable = false;
      else if (/^\| [^|]*\bfile\b/.test(line)) isTable = true;
      return isTable ? [line.split('|')[1]!] : [];
    });
  const folder = dirname(readme);
  return cells
    .flatMap((cell) => [...cell.matchAll(/`([^`]+\.\w+)`/g)].flatMap(([, name]) => expanded(name!)))
    .map((name) => [join(folder, name), join(folder, 'src', name)])
    .map(([beside, below]) => (workspaceOf(readme) === folder && !existsSync(join(root, beside!)) ? below! : beside!));
}

describe('READMEs', () => {
  const all = files(SCOPE);
  const readmes = all.filter((path) => basename(path) === 'README.md');
  const inTables = new Map(readmes.map((readme) => [readme, named(readme)]));
  const somewhere = new Set([...inTables.values()].flat());

  it('name every file of every folder that has four or more', () => {
    const sources = all.filter((path) => path.includes('/src/') && isListed(path));
    const counts = new Map<string, number>();
    for (const path of sources) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    expect(counts.size).toBeGreaterThan(100);
    const unnamed = sources.filter((path) => counts.get(dirname(path))! >= FEWEST_FILES && !somewhere.has(path));
    expect(unnamed).toEqual([]);
  });

  it('name no file that is not there', () => {
    const gone = readmes.flatMap((readme) =>
      inTables
        .get(readme)!
        .filter((path) => !existsSync(join(root, path)))
        .map((path) => `${readme} names ${path}`),
    );
    expect(gone).toEqual([]);
  });

  it('name a file once', () => {
    const twice = readmes.flatMap((readme) => {
      const names = inTables.get(readme)!;
      return names.filter((path, i) => names.indexOf(path) !== i).map((path) => `${readme} names ${path} twice`);
    });
    expect(twice).toEqual([]);
  });
});
