import { describe, expect, it } from 'vitest';
import { files, importsOf, read, resolveRelative, workspaceOf } from './tree.ts';

/** Who may import whom; the picture of it stands in ARCHITECTURE.md. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  'packages/catalogue': [],
  'packages/geo': [],
  'packages/tables': [],
  'packages/territory': ['catalogue', 'geo'],
  'packages/storage': ['territory'],
  'packages/engine': ['catalogue', 'geo', 'territory'],
  'packages/tiles': ['geo', 'territory'],
  'packages/importers': ['catalogue', 'geo', 'tables', 'territory', 'tiles'],
  'packages/demo': ['catalogue', 'geo', 'territory', 'importers'],
  'packages/answers': ['geo', 'tables'],
  'packages/contract': [],
  'packages/client': [],
  'packages/actions': ['answers', 'catalogue', 'contract', 'engine', 'territory', 'geo', 'contract'],
  'apps/web': ['actions', 'answers', 'client', 'catalogue', 'contract', 'tables'],
  'apps/view': ['actions', 'answers'],
  'apps/service': ['catalogue', 'actions', 'answers', 'contract', 'storage', 'tables', 'territory', 'tiles'],
  'apps/cli': [
    'catalogue',
    'geo',
    'tables',
    'territory',
    'storage',
    'engine',
    'importers',
    'demo',
    'client',
    'contract',
    'actions',
    'answers',
    'service',
  ],
};

const sources = files(/^(packages|apps)\/[^/]+\/src\/.*\.tsx?$/);
const production = sources.filter((path) => !/\.test\.tsx?$/.test(path));

describe('direction of imports', () => {
  it('finds the sources', () => {
    expect(production.length).toBeGreaterThan(50);
  });

  it('each workspace imports only what stands below it', () => {
    const wrong = production.flatMap((path) =>
      importsOf(path)
        .filter((specifier) => specifier.startsWith('@hinterland/'))
        .filter((specifier) => !MAY_IMPORT[workspaceOf(path)]?.includes(specifier.split('/')[1] as string))
        .map((specifier) => `${path} imports ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });

  it('a workspace names each of ours that it imports in its package.json', () => {
    const missing = production.flatMap((path) => {
      const manifest = JSON.parse(read(`${workspaceOf(path)}/package.json`));
      return importsOf(path)
        .filter((specifier) => specifier.startsWith('@hinterland/'))
        .map((specifier) => specifier.split('/').slice(0, 2).join('/'))
        .filter((name) => manifest.dependencies?.[name] === undefined)
        .map((name) => `${workspaceOf(path)}/package.json lacks ${name}, which ${path} imports`);
    });
    expect(missing).toEqual([]);
  });

  it('no relative import leaves its workspace', () => {
    const wrong = production.flatMap((path) =>
      importsOf(path)
        .filter((specifier) => specifier.startsWith('.'))
        .filter((specifier) => !resolveRelative(path, specifier).startsWith(`${workspaceOf(path)}/`))
        .map((specifier) => `${path} imports ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('what answers say', () => {
  const TELLS =
    /\/(tell|tellEdge|tellGrain|tellStores|verdict|roomVerdict|bestVerdict|outcome|amount|nameOf|namedClosing|held|speeds|draws|kinds|modelled)\.ts$/;
  /** Draws need numbers of chance, which pages have, too. */
  const LIGHT = new Set(['@hinterland/answers/words', '@hinterland/geo']);
  const told = production.filter((path) => path.startsWith('packages/actions/src/') && TELLS.test(path));

  it('is told from types of schemas and with words alone, so that pages may load it', () => {
    expect(told.length).toBeGreaterThan(12);
    const wrong = told.flatMap((path) =>
      [...withoutComments(read(path)).matchAll(/^import (type )?[^;]*?from '([^']+)';/gms)]
        .filter(
          ([, type, specifier]) =>
            type === undefined && !LIGHT.has(specifier as string) && !TELLS.test(specifier as string),
        )
        .map(([line]) => `${path}: ${line}`),
    );
    expect(wrong).toEqual([]);
  });

  /** Lists of actions outside the package of actions, and why. */
  const LISTS: Readonly<Record<string, string>> = {
    'apps/web/src/fields/options.ts': 'free actions that list what a field may hold',
  };

  it('is in no table by action elsewhere', () => {
    const ids = production
      .flatMap((path) => /^packages\/actions\/src\/([a-z]+\.\w+)\/index\.ts$/.exec(path)?.[1] ?? [])
      .map((id) => id.replace('.', '\\.'));
    const entry = new RegExp(`^\\s*'(?:${ids.join('|')})':`, 'gm');
    const found = production.filter(
      (path) =>
        !path.startsWith('packages/actions/src/') &&
        !path.endsWith('/schema.ts') &&
        (read(path).match(entry)?.length ?? 0) > 1,
    );
    expect(found.toSorted()).toEqual(Object.keys(LISTS));
  });
});

describe('purity', () => {
  /** They compute; callers bring files, time and seeds. */
  const pure = production.filter((path) => /^packages\/(catalogue|geo|engine|tiles)\//.test(path));
  const banned: readonly [RegExp, string][] = [
    [/\bDate\.now\b|\bnew Date\(\)/, 'take the time as an argument'],
    [/\bMath\.random\b/, 'take a generator of @hinterland/geo as an argument'],
    [/\bprocess\./, 'take the setting as an argument'],
    [/\bfetch\(/, 'data comes in through the territory'],
    [/\bconsole\./, 'return what there is to say'],
    [/\bsetTimeout\(|\bsetInterval\(/, 'compute in one go and ask for cancellation'],
  ];

  it('catalogue, geo and engine import nothing of Node', () => {
    const wrong = pure.flatMap((path) =>
      importsOf(path)
        .filter((specifier) => specifier.startsWith('node:'))
        .map((specifier) => `${path} imports ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });

  it.each(banned)('catalogue, geo and engine do not use %s (%s)', (pattern) => {
    const wrong = pure.filter((path) => pattern.test(withoutComments(read(path))));
    expect(wrong).toEqual([]);
  });
});

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '');
}
