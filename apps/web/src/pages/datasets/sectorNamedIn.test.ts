import { SECTORS } from '@hinterland/catalogue';
import { expect, it } from 'vitest';
import { sectorNamedIn } from './sectorNamedIn.ts';

const sectorsIn = (language: 'en' | 'de') =>
  SECTORS.map(({ code, names }) => ({ code, name: names[language] ?? names.en }));

it.each([
  ['Supermarkets', 'en', 'food.supermarket'],
  ['Our bakeries 2025', 'en', 'food.bakery'],
  ['Umsätze Bäckereien', 'de', 'food.bakery'],
  ['Stores of the chain', 'en', null],
  ['', 'en', null],
] as const)('the name %j says the sector in %s: %s', (name, language, code) => {
  expect(sectorNamedIn(name, sectorsIn(language))).toBe(code);
});
