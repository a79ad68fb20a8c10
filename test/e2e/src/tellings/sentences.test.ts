import { readFileSync, writeFileSync } from 'node:fs';
import { translateOf } from '@hinterland/answers/texts';
import { problems } from '@hinterland/contract';
import { expect, it } from 'vitest';
import { sentencesIn } from './spoken.ts';

const SOURCES = ['packages/actions/src', 'packages/engine/src', 'packages/tables/src', 'apps/service/src'];
const GOLDEN = new URL('golden/unspoken.golden.json', import.meta.url);
const german = translateOf('de');

it('sentences of the sources are said in every language, but for those of the list', () => {
  const all = SOURCES.flatMap(sentencesIn);
  expect(all.length).toBeGreaterThan(200);
  const left = all.filter(({ text }) => german(text) === null);
  const paths = [...new Set(left.map(({ path }) => path))].toSorted();
  const textsOf = (path: string) => new Set(left.flatMap((one) => (one.path === path ? [one.text] : [])));
  const found = Object.fromEntries(paths.map((path) => [path, [...textsOf(path)].toSorted()]));
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(GOLDEN, `${JSON.stringify(found, null, 2)}\n`);
  const golden = JSON.parse(readFileSync(GOLDEN, 'utf8'));
  expect(found, 'write the texts of packages/answers/src/words/service, or UPDATE_GOLDEN=1').toEqual(golden);
});

it('every problem has its title in every language', () => {
  for (const [code, { title }] of Object.entries(problems))
    expect([code, german(title, 'title')]).toEqual([code, expect.any(String)]);
});
