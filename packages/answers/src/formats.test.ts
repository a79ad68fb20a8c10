import { expect, it } from 'vitest';
import { fileName } from './formats.ts';

it('files are called by the answer, its version and their table, in letters that every system takes', () => {
  expect(fileName('Is there room? Bakeries · Rue du Théâtre', 2, 'xlsx')).toBe(
    'Is-there-room-Bakeries-Rue-du-Theatre-v2.xlsx',
  );
  // Tables of one answer do not write over each other.
  expect(['stores', 'bands'].map((table) => fileName('Café Linde', null, 'csv', table))).toEqual([
    'Cafe-Linde-stores.csv',
    'Cafe-Linde-bands.csv',
  ]);
  expect(fileName('···', null, 'png')).toBe('answer.png');
});
