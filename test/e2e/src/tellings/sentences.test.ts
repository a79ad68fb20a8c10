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

/** Reasons that answers on fetched places gave: of topics that the place lacks, and of areas around that it has no figures of. */
const GIVEN = readFileSync(new URL('../money/fetchedPlaces.txt', import.meta.url), 'utf8')
  .split('\n')
  .flatMap((line) => [
    ...(/^ {2}income: (.+\.)$/.exec(line)?.slice(1) ?? []),
    ...[...line.matchAll(/(?:local_government_area|state|country): (The .+?\.)(?=;|$)/g)].map(([, reason]) => reason!),
  ]);

it.each(['de', 'es', 'fr', 'it'])('reasons of what a fetched place lacks are said in %s', (language) => {
  const translate = translateOf(language);
  const packs = PEOPLE_PACKS.map(({ lacking }) => lacking);
  const others = [
    'WorldPop R2025A, 100m has the number of people alone. Its archive of ages is too large to be fetched for one topic.',
    'Nobody publishes what households of Cuba spend.',
  ];
  expect([GIVEN.length, packs.length].every((count) => count >= 10)).toBe(true);
  for (const reason of new Set([...GIVEN, ...packs, ...others])) {
    const said = translate(reason);
    expect([reason, said]).toEqual([reason, expect.any(String)]);
    expect(said).not.toMatch(/\b(has|have|does|the|people|spend)\b/);
  }
  expect(new Set(packs.map((reason) => translate(reason))).size).toBe(new Set(packs).size);
});
