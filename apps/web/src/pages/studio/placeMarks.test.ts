import { expect, it } from 'vitest';
import { marksOf } from './placeMarks.ts';

it('gives candidates the rank of the answer, whatever their order', () => {
  const candidates = [
    { id: 'east', rank: 1 },
    { id: 7, rank: 2 },
  ];
  expect([...marksOf({ candidates })]).toEqual([
    ['east', { isNamed: true, isBest: true, rank: 1 }],
    ['7', { isNamed: true, isBest: false, rank: 2 }],
  ]);
});

it.each([
  ['the most new sales', { net_new: [10, 30], captured: [90, 40] }, 1],
  ['the most captured without own stores', { captured: [90, 40] }, 0],
  ['none of two alike', { net_new: [5, 5] }, null],
  ['none that gains nothing', { net_new: [0, 0] }, null],
  ['none without a market', { residents_1: [900, 40] }, null],
] as const)('marks as best of a comparison %s', (_, values, best) => {
  const rows = Object.entries(values).map(([id, one]) => ({ id, values: one }));
  const marks = [...marksOf({ candidates: [{ id: 'a' }, { id: 'b' }], tables: [{ rows }] }).values()];
  expect(marks.map(({ isBest }) => isBest)).toEqual([best === 0, best === 1]);
  expect(marks.every(({ rank }) => rank === undefined)).toBe(true);
});

it('weighs stores by the people whom only they reach', () => {
  const stores = [
    { id: 'a', exclusive: 200 },
    { id: 'b', exclusive: 50 },
    { id: 'c', exclusive: 0 },
  ];
  expect([...marksOf({ stores }).values()].map(({ weight }) => weight)).toEqual([1, 0.25, 0]);
  expect(marksOf({ stores: [{ id: 'a', exclusive: 0 }] }).size).toBe(0);
  expect(marksOf(null).size).toBe(0);
});
