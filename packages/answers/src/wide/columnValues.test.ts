import { SeededRandom } from '@hinterland/geo';
import { parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { emptyColumn, setValue, valuesAt, valuesBetween } from './columnValues.ts';
import type { Values } from './plan.ts';
import { rowsParquet } from './rowsParquet.ts';

/** Numbers of all sizes and signs, some of them absent. */
function drawnNumbers(rows: number): (number | null)[] {
  const random = new SeededRandom(45);
  const some = [-0, 0, 0.1, 1e-308, Number.MAX_SAFE_INTEGER, -1 / 3, null];
  return Array.from({ length: rows }, () => (random.int(2) === 0 ? random.pick(some) : 1e9 * (random.next() - 0.5)));
}

function filled(type: 'float64' | 'utf8' | 'bool', values: Values) {
  const column = emptyColumn({ type }, values.length);
  for (const [row, value] of values.entries()) setValue(column, row, value);
  return column;
}

describe('values of a column', () => {
  const numbers = drawnNumbers(3_000);
  const texts = numbers.map((value) => (value === null ? null : `${value}`));

  it('come back to the last bit, absent ones as null', () => {
    expect(valuesBetween(filled('float64', numbers), 0, 3_000)).toEqual(numbers);
    expect(valuesBetween(filled('float64', numbers), 2_990, 4_000)).toEqual(numbers.slice(2_990));
    expect(valuesBetween(filled('utf8', texts), 10, 20)).toEqual(texts.slice(10, 20));
    expect(valuesBetween(emptyColumn({ type: 'bool' }, 2), 0, 2)).toEqual([null, null]);
  });

  it('go to other rows, and rows without one have none', () => {
    expect(valuesBetween(valuesAt(filled('float64', [1, null, 3]), [2, -1, 1, 0]), 0, 4)).toEqual([3, null, null, 1]);
    expect(valuesAt(filled('bool', [true, false]), [-1, 1, 0])).toEqual([null, false, true]);
  });

  it('are the same file, byte for byte, as plain arrays, and a foreign reader finds them', async () => {
    const table = {
      rows: numbers.map((_, i) => ({
        id: `${i}`,
        row: i + 1,
        place: { lat: 1, lng: 2 },
        status: 'done' as const,
        reason: null,
        detail: null,
        creditsCharged: 1,
      })),
      columns: [
        { name: 'people', type: 'float64' as const, about: {} },
        { name: 'words', type: 'utf8' as const, about: {} },
      ],
      more: numbers.map(() => null),
      metadata: [],
    };
    const file = rowsParquet({ ...table, values: [filled('float64', numbers), filled('utf8', texts)] });
    expect(Buffer.compare(file, rowsParquet({ ...table, values: [numbers, texts] }))).toBe(0);
    const read = await parquetReadObjects({ file: file.buffer, columns: ['people', 'words'] });
    expect(read).toEqual(numbers.map((people, i) => ({ people, words: texts[i] })));
  });
});
