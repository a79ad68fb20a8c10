import { expect, test } from 'vitest';
import { LANGUAGES } from './languages.ts';

/** What a type cannot say of a JSON file. */
test.each(Object.entries(LANGUAGES))('%s has known members and groups of folded words', (_, language) => {
  const known = ['types', 'others', 'glued', 'joinsApostrophes', 'romanNumerals', 'units', 'numbers', 'numberFirst'];
  expect(Object.keys(language).filter((name) => !known.includes(name))).toEqual([]);
  for (const group of [...language.types, ...language.others]) expect(group).toMatch(/^[a-z0-9]+( [a-z0-9]+)*$/);
  const { alone = [], sides = [], ...lists } = language.units;
  expect(Object.keys(lists).filter((name) => !['anywhere', 'behind', 'floors', 'ordinals'].includes(name))).toEqual([]);
  for (const words of [...Object.values(lists), ...alone, ...sides, language.numbers ?? 'no'])
    expect(words).toMatch(/^[a-z/]+( [a-z/]+)*$/);
  expect(() => new RegExp(language.glued ?? '')).not.toThrow();
});
