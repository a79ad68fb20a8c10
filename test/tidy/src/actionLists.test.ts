import { expect, it } from 'vitest';
import { files, read } from './tree.ts';

const ID = /'((?:analysis|network|site|market|enrich|search|areas|markets)\.[a-z_]+)'/;
/** Brackets that hold ids of actions and nothing else but texts, commas and comments: arrays, and sets made of them. */
const LIST = /\[((?:\s*(?:'[^']*'|\/\/[^\n]*)\s*,?)+)\]/g;
/** Keys of objects that are ids of actions. */
const KEY = /^\s*'(?:analysis|network|site|market|enrich|search|areas|markets)\.[a-z_]+': /gm;

/** Lists that are about something else, each with its reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  'apps/web/src/pages/audit/deeds.ts': 'deeds of the audit log, which are named alike',
  'apps/web/src/fields/kind.ts': 'searches that a control asks for its choices',
  'apps/web/src/fields/options.ts': 'the same, with how each is asked',
  'apps/web/src/states/actionFields.tsx': 'what the pictures of forms are filled with',
};

/** What an action is for stands in the action: a list of ids elsewhere forgets the next action. */
it('lists of ids of actions stand in packages/actions alone', () => {
  const sources = files(/^(apps|packages)\/.*\.tsx?$/).filter(
    (path) => !/^packages\/actions\/|\.test\.|\/testing\//.test(path),
  );
  const found = sources.flatMap((path) => {
    const text = read(path);
    const lists = [...text.matchAll(LIST)].filter(
      ([, inner = '']) => inner.split(',').filter((one) => ID.test(one)).length > 1,
    );
    const keys = [...text.matchAll(KEY)];
    return lists.length > 0 || keys.length > 1 ? [path] : [];
  });
  expect(Object.keys(ALLOWED).filter((path) => !found.includes(path))).toEqual([]);
  expect(sources.length).toBeGreaterThan(1000);
  expect(found.filter((path) => ALLOWED[path] === undefined)).toEqual([]);
});
