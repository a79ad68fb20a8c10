import { describe, expect, test } from 'vitest';
import { recapturedShare } from './share.ts';
import { madeWorld } from './testing/madeWorld.ts';
import { chapman, withCopies } from './twoLists.ts';

/** WORLDS=1000 for the table of docs/benchmarks. */
const WORLDS = Number(process.env.WORLDS ?? 150);

test('Chapman: the worked example of Seber (1982, page 60)', () => {
  // 200 marked, 250 caught, 50 of them marked.
  expect(chapman({ first: 200, second: 250, both: 50 }).total).toBeCloseTo((201 * 251) / 51 - 1, 9);
});

test('copies: what is put in comes out', () => {
  const [stores, a, b, copied] = [10_000, 0.4, 0.3, 0.35];
  const both = stores * a * (copied + (1 - copied) * b);
  const lists = { first: stores * a, second: both + stores * (1 - a) * b, both };
  expect(withCopies(lists, copied).total / stores).toBeCloseTo(1, 2);
  expect(chapman(lists).total / stores).toBeLessThan(0.8);
  expect(withCopies({ first: 1000, second: 1000, both: 300 }, 0.5).total).toBe(Number.POSITIVE_INFINITY);
});

describe('known answers', () => {
  test('one list, or lists that hardly overlap, are not measured', () => {
    expect(recapturedShare([0, 40], 1)).toBeNull();
    expect(recapturedShare([0, 40, 0, 0], 2)).toBeNull();
    expect(recapturedShare([0, 40, 40, 3], 2)).toBeNull();
  });

  test('lists that hold the same are near complete, or copies: the range says both', () => {
    const { low, high, value } = recapturedShare([0, 5, 5, 190], 2)!;
    expect(high).toBeGreaterThan(0.99);
    expect(value).toBeGreaterThan(0.9);
    expect(low).toBeLessThan(value);
  });

  test('three independent lists: the share that was put in', () => {
    // 1000 stores, recalls 0.5, 0.6, 0.4: expected counts.
    const [p, q, r] = [0.5, 0.6, 0.4];
    const cells = Array.from({ length: 8 }, (_, set) =>
      Math.round(1000 * (set & 1 ? p : 1 - p) * (set & 2 ? q : 1 - q) * (set & 4 ? r : 1 - r)),
    );
    const { value, low, high, method } = recapturedShare([0, ...cells.slice(1)], 3)!;
    expect(method).toBe('log_linear');
    expect(Math.abs(value - 0.88)).toBeLessThan(0.03);
    expect([low < 0.88, high > 0.88]).toEqual([true, true]);
  });
});

test(`of ${WORLDS} made worlds of two to four lists the range of 80% holds the truth in 80% and more`, () => {
  const rows = Array.from({ length: WORLDS }, (_, seed) => {
    const world = madeWorld(seed);
    const share = recapturedShare(world.histories, world.lists);
    return { world, share };
  }).filter(({ share }) => share !== null);
  const groups: Record<string, typeof rows> = { all: rows };
  for (const row of rows) {
    const { lists, copied } = row.world;
    for (const name of [
      `lists ${lists}`,
      `copied ${copied < 1 / 6 ? 'little' : copied < 1 / 3 ? 'some' : 'much'}`,
      `lists ${lists} copied ${copied < 0.25 ? 'less' : 'more'}`,
    ]) {
      groups[name] = [...(groups[name] ?? []), row];
    }
  }
  const told = Object.fromEntries(
    Object.entries(groups).map(([name, group]) => {
      const held = group.filter(({ world: { truth }, share }) => share!.low <= truth && truth <= share!.high).length;
      const errors = group.map(({ world: { truth }, share }) => share!.value - truth).sort((a, b) => a - b);
      const widths = group.map(({ share }) => share!.high - share!.low).sort((a, b) => a - b);
      const middle = (values: readonly number[]) => values[values.length >> 1]!;
      const over = group.filter(({ world: { truth }, share }) => share!.low > truth).length / group.length;
      return [
        name,
        { worlds: group.length, held: held / group.length, over, error: middle(errors), width: middle(widths) },
      ];
    }),
  );
  if (process.env.SHOW_WORLDS === '1')
    process.stdout.write(`${JSON.stringify(told, null, 1).replace(/\n {2}/g, ' ')}\n`);
  expect(rows.length).toBeGreaterThan(0.95 * WORLDS);
  expect(told.all!.held).toBeGreaterThanOrEqual(0.8);
  for (const lists of [2, 3, 4]) expect([lists, told[`lists ${lists}`]!.held >= 0.76]).toEqual([lists, true]);
  for (const [name, { error }] of Object.entries(told)) expect([name, error <= 0.05]).toEqual([name, true]);
});
