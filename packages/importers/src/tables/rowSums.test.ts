import { SeededRandom } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { testFolder } from '../testing/folder.ts';
import { readKeyedTable } from './keyedTable.ts';
import { sumsSchema } from './rowSums.ts';

const folder = await testFolder();

/** Areas of two countries, some on the border, some without a count of the young. */
const random = new SeededRandom(62);
const rows = Array.from({ length: 300 }, (_, i) => {
  const people = 1 + Math.floor(random.next() * 500);
  const country = ['A', 'B', 'A-B', 'AB'][Math.floor(random.next() * 4)]!;
  const young = random.next() < 0.2 ? null : Math.floor(people * random.next());
  return { code: `u${i}`, country, people, young, rate: Math.round(random.next() * 1000) / 1000 };
});
const text = [
  'code,country,people,young,rate',
  ...rows.map(({ code, country, people, young, rate }) => [code, country, people, young ?? 'x', rate].join()),
].join('\n');

async function read(sums: object, format: object = {}) {
  const path = await folder.write('areas.csv', `${text}\n`);
  const options = { key: { column: 'code' }, missing: ['x'], sums: sumsSchema.parse(sums), ...format };
  return readKeyedTable({ path }, { ...options, wanted: (code: string) => code === 'u7' } as never);
}

describe('rows that are added up', () => {
  it('are all rows of the files, also those that are not kept; rows on a border count for each country in equal parts', async () => {
    const table = await read({
      of: { A: { column: 'country' }, all: {} },
      weight: 'people',
      columns: ['people', 'young'],
      means: ['rate'],
    });
    expect([...table.keys].sort()).toEqual(['A', 'all', 'u7']);
    const value = (key: string, column: string) => table.number(key, table.column(column));
    const shareOf = (country: string) => (country === 'A' ? 1 : country === 'A-B' ? 0.5 : 0);
    const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0);
    for (const [key, share] of [
      ['A', ({ country }: { country: string }) => shareOf(country)],
      ['all', () => 1],
    ] as const) {
      const people = sum((row) => share(row) * row.people);
      const known = sum((row) => (row.young === null ? 0 : share(row) * row.people));
      const young = sum((row) => share(row) * (row.young ?? 0));
      expect(value(key, 'people')).toBeCloseTo(people, 6);
      // Areas that do not publish it are as young as the others.
      expect(value(key, 'young')).toBeCloseTo((young * people) / known, 6);
      expect(value(key, 'rate')).toBeCloseTo(sum((row) => share(row) * row.people * row.rate) / people, 9);
    }
  });

  it('are not known where those that publish a figure hold less than half of the people', async () => {
    const few = await read({ of: { all: {} }, columns: ['young'] }, { missingBelow: 400 });
    expect(few.number('all', few.column('young'))).toBeNaN();
  });

  it('need their columns', async () => {
    await expect(read({ of: { all: {} }, columns: ['old'] })).rejects.toThrow(/no column "old"/);
  });
});
