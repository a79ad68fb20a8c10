import type { PlainRow } from '@hinterland/tables';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CellTexts, plainDegrees } from './cellTexts.ts';

const rowOf = (text: string): PlainRow => {
  const bytes = Buffer.from(`,${text},`);
  return { bytes, starts: Int32Array.of(1), ends: Int32Array.of(bytes.length - 1), row: 1 };
};

it('gives the texts of cells as trim leaves them, also when it has forgotten some', () => {
  const texts = new CellTexts();
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 8 })),
      fc.constantFrom('', ' ', '\t', '\u00a0'),
      (cells, blank) => {
        const wellFormed = cells.map((cell) => Buffer.from(cell).toString());
        expect(wellFormed.map((cell) => texts.at(rowOf(blank + cell + blank), 0))).toEqual(
          wellFormed.map((cell) => cell.trim()),
        );
      },
    ),
    { seed: 1, numRuns: 300 },
  );
  const streets = Array.from({ length: 60_000 }, (_, i) => `Street ${i % 25_000}`);
  expect(streets.filter((street) => texts.at(rowOf(street), 0) !== street)).toEqual([]);
});

it('reads plain decimals as Number does, and nothing else', () => {
  const digits = (min: number, max: number) => fc.stringMatching(new RegExp(`^\\d{${min},${max}}$`));
  fc.assert(
    fc.property(fc.boolean(), digits(1, 3), digits(1, 12), (isNegative, whole, decimals) => {
      const text = `${isNegative ? '-' : ''}${whole}.${decimals}`;
      expect(plainDegrees(rowOf(text), 0)).toBe(Number(text));
    }),
    { seed: 2, numRuns: 5000 },
  );
  for (const text of [
    '',
    '-',
    '.',
    '1',
    '1.',
    '.5',
    '+1.5',
    '1234.5',
    '1,5',
    ' 1.5',
    '1.5 ',
    '1.5e1',
    '1.5N',
    '--1.5',
    '1.2.3',
  ]) {
    expect(plainDegrees(rowOf(text), 0), text).toBeNaN();
  }
  expect(plainDegrees(rowOf('1.1234567890123456'), 0)).toBeNaN();
});
