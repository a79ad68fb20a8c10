import { expect, test } from 'vitest';
import { WordIndex } from './wordIndex.ts';

const names = [
  '7-Eleven',
  'Café Alizé',
  'H&M',
  'Maresol',
  'Mares',
  'Ōtamea Bank',
  'Bank of Maravea',
  'Sol Mare',
  'Starreel',
];
const index = new WordIndex(names.map((name, position) => ({ position, names: [name], others: [`code${position}`] })));
const find = (query: string) => index.find(query).map((position) => names[position]);

test.each([
  ['7-eleven', ['7-Eleven']],
  ['7 eleven', ['7-Eleven']],
  ['7eleven', ['7-Eleven']],
  ['cafe aliz', ['Café Alizé']],
  ['hm', ['H&M']],
  ['h & m', ['H&M']],
  // The whole name before names that begin with it.
  ['mares', ['Mares', 'Maresol', 'Sol Mare']],
  ['otamea', ['Ōtamea Bank']],
  // A typo: left out, wrong, swapped into one more letter.
  ['marsol', ['Maresol']],
  ['staarreel', ['Starreel']],
  ['starreal', ['Starreel']],
  ['code3', ['Maresol']],
  ['bank mara', ['Bank of Maravea']],
  ['zzz', []],
  ['!?', []],
])('%s finds %j', (query, expected) => {
  expect(find(query)).toEqual(expected);
});
