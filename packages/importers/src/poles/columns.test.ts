import { growingUint8 } from '@hinterland/geo';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { References } from './references.ts';
import { sameTuples } from './sameTuples.ts';
import { Texts } from './texts.ts';
import { UsualColumn } from './usualColumn.ts';

describe('columns of addresses', () => {
  it('give every reference back', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (texts) => {
        const references = new References();
        for (const text of texts) references.add(text);
        expect(texts.map((_, row) => references.at(row))).toEqual(texts);
      }),
      { seed: 1, numRuns: 100 },
    );
  });

  it('name a row by its number alone, among texts', () => {
    const references = new References();
    for (const ref of [17, 'node 5', 0x7fffffff, 0x80000000, 'way 6', 18]) references.add(ref);
    expect([0, 1, 2, 3, 4, 5].map((row) => references.at(row))).toEqual([
      'row 17',
      'node 5',
      'row 2147483647',
      'row 2147483648',
      'way 6',
      'row 18',
    ]);
  });

  it('hold values of which most are the usual one', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2)), fc.array(fc.tuple(fc.nat(9), fc.nat(2))), (given, changes) => {
        const column = new UsualColumn(1, growingUint8);
        const plain = [...given];
        for (const value of given) column.push(value);
        for (const [row, value] of changes) {
          if (row >= plain.length) continue;
          column.set(row, value);
          plain[row] = value;
        }
        expect(column.length).toBe(plain.length);
        expect(plain.map((_, row) => column.get(row))).toEqual(plain);
      }),
      { seed: 3, numRuns: 200 },
    );
  });

  it('number equal texts alike, also those that UTF-8 cannot hold', () => {
    const texts = new Texts();
    const given = ['', 'a', 'b', '\ud800', '\udfff', 'a', ''];
    const numbers = given.map((text) => texts.add(text));
    expect(numbers).toEqual([0, 1, 2, 3, 4, 1, 0]);
    expect(numbers.map((number) => texts.at(number))).toEqual(given);
  });

  it('number equal rows alike', () => {
    const row = fc.tuple(fc.nat(2), fc.nat(2), fc.nat(2));
    fc.assert(
      fc.property(fc.array(row, { maxLength: 30 }), (rows) => {
        const numbers = sameTuples([0, 1, 2].map((i) => Uint32Array.from(rows, (values) => values[i]!)));
        rows.forEach((a, i) => {
          rows.forEach((b, j) => {
            expect(numbers[i] === numbers[j]).toBe(a.join() === b.join());
          });
        });
        expect(new Set(numbers).size).toBe(rows.length === 0 ? 0 : Math.max(...numbers) + 1);
      }),
      { seed: 2, numRuns: 100 },
    );
  });
});
