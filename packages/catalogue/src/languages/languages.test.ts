import { expect, test } from 'vitest';
import { fold } from '../addressText/fold.ts';
import { LANGUAGES } from './languages.ts';

/** What a type cannot say of a JSON file. */
test.each(Object.entries(LANGUAGES))('%s has known members and groups of folded words', (_, language) => {
  const known = [
    'types',
    'others',
    'glued',
    'joinsApostrophes',
    'romanNumerals',
    'units',
    'numbers',
    'numbersBehind',
    'numberFirst',
  ];
  expect(Object.keys(language).filter((name) => !known.includes(name))).toEqual([]);
  for (const group of [...language.types, ...language.others]) expect(group.split(' ').map(fold)).not.toContain('');
  const { alone = [], sides = [], codes = [], ...lists } = language.units;
  expect(
    Object.keys(lists).filter((name) => !['anywhere', 'behind', 'floors', 'ordinals', 'after'].includes(name)),
  ).toEqual([]);
  for (const words of [...Object.values(lists), ...alone, ...sides, language.numbers ?? 'no'])
    expect(words).toMatch(/^(?:[\p{Ll}\p{Lo}\p{M}/]+(?: [\p{Ll}\p{Lo}\p{M}/]+)*)?$/u);
  for (const code of codes) expect(() => new RegExp(code, 'iu')).not.toThrow();
  for (const group of language.glued ?? []) expect(group).toMatch(/^[a-z]+( [a-z]+)+$/);
});
