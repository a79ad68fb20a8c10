import { expect, it } from 'vitest';
import { cellsOf } from './forecastOf.ts';
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

it('ranks by the forecasts of a sales model, as the answer lists places, those that nobody reaches last', () => {
  const candidates = [
    { id: 'harbor', rank: 1, forecast: { sales: 218, netNew: 144 } },
    { id: 'island', rank: 2, forecast: null },
    { id: 'mill', rank: 3, forecast: { sales: 246, netNew: 162 } },
  ];
  const ranks = (given: readonly object[]) =>
    Object.fromEntries([...marksOf({ candidates: given })].map(([id, { rank, isBest }]) => [id, [rank, isBest]]));
  expect(ranks(candidates)).toEqual({ mill: [1, true], harbor: [2, false], island: [3, false] });
  // A comparison has no ranks, and the best is the model's.
  const compared = candidates.map(({ rank: _, ...one }) => one);
  expect(ranks(compared)).toEqual({ mill: [undefined, true], harbor: [undefined, false], island: [undefined, false] });
  expect(cellsOf({ ...candidates[0], netNew: 399, captured: 576, squareMeters: 1000 })).toEqual({
    id: 'harbor',
    forecast: { sales: 218, netNew: 144 },
    netNew: 144,
    expectedSales: 218,
    squareMeters: 1000,
  });
  expect(cellsOf({ rank: 2, captured: 5, forecast: null })).toEqual({ rank: 2, captured: 5, forecast: null });
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
