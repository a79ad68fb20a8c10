import { expect, it } from 'vitest';
import { Report } from '../report/report.ts';
import { centerOf } from './center.ts';

const BOX = { west: 0, south: 0, east: 0.1, north: 0.1 };

/** Homes in one line from the middle of the box to the east, 111 m apart. */
const homes = (count: number) =>
  ({
    kind: new Uint8Array(count),
    dwellings: new Float64Array(count).fill(1),
    latMicrodegrees: new Int32Array(count).fill(50_000),
    lngMicrodegrees: Int32Array.from({ length: count }, (_, i) => 50_000 + 1000 * i),
  }) as unknown as Parameters<typeof centerOf>[2];

const center = (pole: readonly number[], accessMillimeters: readonly number[]) =>
  centerOf({ mapBox: BOX, report: new Report('Test') }, BOX, homes(4), { pole, accessMillimeters });

it('is the nearest home that is near a road of cars, whatever the order of the joins', () => {
  // The home in the middle joins no road, the next one by a path of 529 m.
  expect(center([3, 2, 1], [20_000, 10_000, 529_000])).toEqual({ lat: 0.05, lng: 0.052 });
  expect(center([0, 3], [250_000, 20_000])).toEqual({ lat: 0.05, lng: 0.05 });
});

it('is the middle where no home is near a road', () => {
  expect(center([1], [900_000])).toEqual({ lat: 0.05, lng: 0.05 });
});
