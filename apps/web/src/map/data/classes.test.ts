import { describe, expect, it } from 'vitest';
import { classesOf, classOf, type ValueClass, WAYS } from './classes.ts';

const limits = (classes: readonly ValueClass[]) => classes.map(({ from, to, count }) => [from, to, count]);

/** Sum of squares around the means of classes. */
function spread(values: readonly number[], classes: readonly ValueClass[]): number {
  return classes.reduce((all, { from, to }) => {
    const own = values.filter((value) => value >= from && value <= to);
    const mean = own.reduce((a, b) => a + b, 0) / own.length;
    return all + own.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  }, 0);
}

/** Every way to part sorted distinct values into so many classes, tried. */
function everyParting(values: readonly number[], classes: number): ValueClass[][] {
  const [first] = values;
  if (first === undefined) return classes === 0 ? [[]] : [];
  return values.flatMap((to, i) =>
    everyParting(values.slice(i + 1), classes - 1).map((rest) => [{ from: first, to, count: i + 1 }, ...rest]),
  );
}

describe('quantiles', () => {
  it('have as many values in each class', () => {
    expect(
      limits(
        classesOf(
          Array.from({ length: 10 }, (_, i) => 10 - i),
          'quantile',
        ),
      ),
    ).toEqual([
      [1, 2, 2],
      [3, 4, 2],
      [5, 6, 2],
      [7, 8, 2],
      [9, 10, 2],
    ]);
  });

  it('never part equal values', () => {
    expect(limits(classesOf([0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5], 'quantile'))).toEqual([
      [0, 0, 7],
      [1, 1, 1],
      [2, 2, 1],
      [3, 3, 1],
      [4, 5, 2],
    ]);
  });
});

it('natural breaks stand in the gaps', () => {
  expect(limits(classesOf([1, 2, 3, 50, 51, 200, 201, 202, 900, 4000], 'natural'))).toEqual([
    [1, 3, 3],
    [50, 51, 2],
    [200, 202, 3],
    [900, 900, 1],
    [4000, 4000, 1],
  ]);
});

it('natural breaks have the least spread of all partings, also of large values close to each other', () => {
  let seed = 7;
  const next = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  for (let round = 0; round < 30; round++) {
    const values = Array.from({ length: 9 }, () => (round % 2) * 1e6 + Math.round(next() ** 3 * 1000) / 10);
    const distinct = [...new Set(values)].toSorted((a, b) => a - b);
    const found = classesOf(values, 'natural');
    const least = Math.min(...everyParting(distinct, found.length).map((one) => spread(values, one)));
    expect([round, spread(values, found) - least < 1e-6 * (1 + least)]).toEqual([round, true]);
  }
});

it.each(WAYS)('%s: each value is in one class, few values in few classes, none in none', (way) => {
  const values = [3, 3, 7, 12, 12.5];
  const classes = classesOf(values, way);
  expect(classes.reduce((sum, { count }) => sum + count, 0)).toBe(values.length);
  expect(values.map((value) => classOf(classes, value))).toEqual([0, 0, 1, 2, 3]);
  expect(classOf(classes, null)).toBeNull();
  expect(limits(classesOf([5, 5], way))).toEqual([[5, 5, 2]]);
  expect(classesOf([], way)).toEqual([]);
});
