import type { MeasuredCompleteness } from '@hinterland/territory';
import { expect, test } from 'vitest';
import { islandWithShops } from '../testing/shops.ts';
import { completenessOf } from './completeness.ts';
import { supplyOf } from './supply.ts';

const one = (sectors: string[], mapped: number, expected: number): MeasuredCompleteness => ({
  sectors,
  areas: [{ code: '15003', name: 'Honolulu County' }],
  mapped,
  expected,
  value: mapped / expected,
  low: 0.04,
  high: 0.37,
  method: 'areas',
  source: 'County Business Patterns',
  year: 2018,
});

const { territory } = islandWithShops();
const withSupply = (completeness: NonNullable<typeof territory.players>['supply']['completeness']) => ({
  ...territory,
  players: { ...territory.players!, supply: { ...territory.players!.supply, completeness } },
});
const measured = withSupply({
  estimate: null,
  note: 'Measured.',
  measured: [one(['food.bakery'], 9, 70), one(['horeca.restaurant', 'horeca.cafe'], 600, 2000)],
});

test('the range of a sector, alone or in the sum that a register counts it in', () => {
  const bakery = {
    low: 0.04,
    high: 0.37,
    method: 'areas',
    source: 'County Business Patterns 2018',
    referenceCount: 70,
  };
  expect(completenessOf(measured, { code: 'food.bakery' })).toEqual(bakery);
  expect(completenessOf(measured, { code: 'horeca.cafe' })?.referenceCount).toBe(2000);
});

test('a sector that no register counts is not known, whatever is known of others', () => {
  expect(completenessOf(measured, { code: 'health.doctor' })).toBeNull();
  expect(supplyOf(measured, ['health.doctor'])).toMatchObject({ completeness: null });
  expect(supplyOf(measured, ['health.doctor'])).not.toHaveProperty('measured');
  expect(supplyOf(measured, ['health.doctor', 'food.bakery'])).toMatchObject({
    completeness: null,
    measured: [{ expected: 70 }],
  });
  const single = withSupply({ estimate: null, note: 'No register.' });
  expect(completenessOf(single, { code: 'food.bakery' })).toBeNull();
  expect(supplyOf(single, ['food.bakery']).completeness).toBeNull();
});

test('what the author of the data states has no range', () => {
  expect(completenessOf(territory, { code: 'food.bakery' })).toMatchObject({ low: 1, high: 1, method: 'stated' });
});

test('the answer holds what it was asked for, and their share together', () => {
  expect(supplyOf(measured, ['food.bakery'])).toMatchObject({
    completeness: expect.closeTo(9 / 70, 6),
    measured: [{ expected: 70 }],
  });
  expect(supplyOf(measured, ['food.bakery', 'horeca.cafe']).completeness).toBeCloseTo(609 / 2070, 6);
});
