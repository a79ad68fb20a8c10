import { readFileSync, writeFileSync } from 'node:fs';
import { translateOf } from '@hinterland/answers/texts';
import { PEOPLE_PACKS } from '@hinterland/catalogue';
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

/** What answers on fetched places said: of topics that the place lacks, of ages, and of areas around that it has no figures of. */
const GIVEN = readFileSync(new URL('../money/fetchedPlaces.txt', import.meta.url), 'utf8')
  .split('\n')
  .flatMap((line) => [
    ...(/^ {2}(?:income|median age): (.+\.)$/.exec(line)?.slice(1) ?? []),
    ...[...line.matchAll(/(?:local_government_area|state|country): (The .+?\.)(?=;|$)/g)].map(([, reason]) => reason!),
  ]);

it.each(['de', 'es', 'fr', 'it'])('reasons and notes of topics of a fetched place are said in %s', (language) => {
  const translate = translateOf(language);
  const packs = PEOPLE_PACKS.flatMap(({ lacking, topics }) => [
    lacking,
    ...Object.values(topics).flatMap(({ note }) => note ?? []),
  ]);
  const others = [
    'Ages and sexes that a model puts into cells of 1 km from a census of larger areas, spread over the people of smaller cells.',
    'Nobody publishes what households of Cuba spend.',
    'People that a model puts into cells from a census of larger areas (WorldPop R2025A, 100m).',
    'WorldPop R2025A, 100m has the number of people alone. Its archive of ages is too large to be fetched for one topic.',
  ];
  const all = [...new Set([...GIVEN, ...packs, ...others])];
  expect([GIVEN.length > 20, new Set(packs).size > 40]).toEqual([true, true]);
  const said = all.map((sentence) => translate(sentence));
  expect(all.filter((_, i) => said[i] === null)).toEqual([]);
  // No two of them are the same, and none is English still.
  expect(new Set(said).size).toBe(all.length);
  expect(said.filter((text) => /\b(has|have|does|the|people|residents|households)\b/.test(text ?? ''))).toEqual([]);
});
