import { describe, expect, it } from 'vitest';
import type { Use } from '../../api/types.ts';
import { lastMonths, sumByMonth, sumByName } from './sums.ts';

const use = (month: string, id: string | null, credits: number, name: string | null = null): Use => ({
  month,
  id,
  name,
  credits,
  entries: 1,
});

describe('sums of use', () => {
  it('names the months up to one, over the turn of a year', () => {
    expect(lastMonths('2026-02', 4)).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
    expect(lastMonths('2026-11', 1)).toEqual(['2026-11']);
    expect(lastMonths('2026-12', 12).at(0)).toBe('2026-01');
  });

  it('has a month in which nothing was spent', () => {
    const uses = [use('2026-01', null, 3), use('2026-03', null, 0.5)];
    expect(sumByMonth(uses, ['2026-01', '2026-02', '2026-03']).map(({ id, credits }) => [id, credits])).toEqual([
      ['2026-01', 3],
      ['2026-02', 0],
      ['2026-03', 0.5],
    ]);
  });

  it('adds the months of a key without a rest of binary fractions, largest first, under its newest name', () => {
    const uses = [
      use('2026-01', '7', 0.1, 'Till'),
      use('2026-01', 'web', 5),
      use('2026-02', '7', 0.2, 'Till import'),
      use('2026-02', null, 1),
    ];
    expect(sumByName(uses)).toEqual([
      { id: 'web', name: 'web', credits: 5, entries: 1 },
      { id: null, name: '', credits: 1, entries: 1 },
      { id: '7', name: 'Till import', credits: 0.3, entries: 2 },
    ]);
  });
});
