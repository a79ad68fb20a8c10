import { expect, it } from 'vitest';
import { files, read } from './tree.ts';

const EXPORTED = /^export (?:async )?(?:function\*?|const|let|class) ([\w$]+)/gm;
const IMPORTED = /\bimport\s[^'";]*?\{([^}]*)\}\s*from\b/g;
/** Entry points hand names on; that somebody takes them is what counts. */
const HANDED_ON = /^export (?:type )?\{([^}]*)\} from/gm;
/** All that these workspaces export is for callers. */
const FOR_CALLERS = /^packages\/(client|contract)\//;

/** Values that the rule does not fit, and why. */
const EXCEPT: Readonly<Record<string, string>> = {
  Growing: 'types of other packages name it',
  COUNTRY_CODES: 'tests look at every entry of the list',
  pageActions: 'apps/service/src/engine/worker.ts takes it from the module that its settings name',
  storeActions: 'also taken by apps/service/src/engine/worker.ts from the module that its settings name',
  rowWorks: 'apps/service/src/engine/worker.ts takes it from the module that its settings name',
};

const isTest = (path: string): boolean => /\.test\.tsx?$|\/(testing|oracles)\/|^test\//.test(path);

/** Names that a file takes from others: imported, loaded when needed, or through a whole module. */
function namesTaken(path: string, text: string): string[] {
  const lists = [...text.matchAll(IMPORTED)];
  if (!path.endsWith('/index.ts')) lists.push(...text.matchAll(HANDED_ON));
  if (/\bimport\(/.test(text)) lists.push(...text.matchAll(/\{([\w\s,:]*)\}/g));
  const modules = [...text.matchAll(/\bimport \* as (\w+)/g)].map(([, name]) => name!);
  return [
    ...lists.flatMap(([, list]) =>
      list!.split(',').map(
        (name) =>
          name
            .trim()
            .replace(/^type /, '')
            .split(/ as |:/)[0]!,
      ),
    ),
    ...modules.flatMap((module) =>
      [...text.matchAll(new RegExp(`\\b${module}\\s*\\.(\\w+)`, 'g'))].map(([, name]) => name!),
    ),
  ];
}

it('every exported value is taken by another file; by tests alone only where its own file uses it', () => {
  const texts = files(/^(packages|apps|bench|test)\/.*\.(tsx?|mjs|js)$/).map((path) => ({
    path,
    text: read(path).replace(/\/\*[\s\S]*?\*\//g, ''),
  }));
  const taken = (by: (path: string) => boolean) =>
    new Set(texts.filter(({ path }) => by(path)).flatMap(({ path, text }) => namesTaken(path, text)));
  const byCode = taken((path) => !isTest(path));
  const byTests = taken(isTest);
  const unused = texts
    .filter(({ path }) => !isTest(path) && !FOR_CALLERS.test(path))
    .flatMap(({ path, text }) => {
      const isUsedHere = (name: string) => text.split(new RegExp(`\\b${name}\\b`)).length > 2;
      return [...text.matchAll(EXPORTED)]
        .map(([, name]) => name!)
        .filter((name) => !(name in EXCEPT) && !byCode.has(name) && !(byTests.has(name) && isUsedHere(name)))
        .map((name) => `${path}: ${name}`);
    });
  expect(unused).toEqual([]);
});
