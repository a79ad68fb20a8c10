import { expect, test } from 'vitest';
import { haversineMeters, NearPlaces, SeededRandom } from './index.ts';

test('finds the place that is nearest on the sphere, or none beyond the distance', () => {
  const random = new SeededRandom(17);
  const places = Array.from({ length: 200 }, () => [random.between(10, 10.05), random.between(47, 47.05)] as const);
  const near = new NearPlaces(
    places.length,
    (i) => places[i]![0],
    (i) => places[i]![1],
  );
  for (let round = 0; round < 200; round++) {
    const [lng, lat] = [random.between(10, 10.05), random.between(47, 47.05)];
    const meters = places.map(([x, y]) => haversineMeters(lng, lat, x, y));
    const least = Math.min(...meters);
    // The plane is off by less than a thousandth here.
    expect(meters[near.nearest(lng, lat, least * 1.01)]).toBeLessThan(least * 1.002);
    expect(near.nearest(lng, lat, least * 0.99)).toBe(-1);
  }
  expect(new NearPlaces(0, Number, Number).nearest(10, 47, 1e9)).toBe(-1);
});
