import { describe, expect, it } from 'vitest';
import {
  boxContains,
  boxesIntersect,
  emptyBox,
  expandBoxMeters,
  extendBox,
  intersectBoxes,
  isEmptyBox,
} from './box.ts';
import { haversineMeters } from './distance.ts';
import { SeededRandom } from './random.ts';

describe('boxes', () => {
  const unit = { west: 0, south: 0, east: 1, north: 1 };

  it('grow from nothing to what they were given', () => {
    const box = emptyBox();
    expect(isEmptyBox(box)).toBe(true);
    extendBox(box, 3, -4);
    expect(box).toEqual({ west: 3, south: -4, east: 3, north: -4 });
    expect(isEmptyBox(box)).toBe(false);
    extendBox(box, 0, 1);
    expect(box).toEqual({ west: 0, south: -4, east: 3, north: 1 });
  });

  it('share what lies in both, or nothing', () => {
    expect(intersectBoxes(unit, { west: 0.5, south: -1, east: 9, north: 0.25 })).toEqual({
      west: 0.5,
      south: 0,
      east: 1,
      north: 0.25,
    });
    expect(isEmptyBox(intersectBoxes(unit, { west: 2, south: 0, east: 3, north: 1 }))).toBe(true);
  });

  it('hold their edges', () => {
    expect(boxContains(unit, 1, 0)).toBe(true);
    expect(boxContains(unit, 1.000001, 0)).toBe(false);
    expect(boxContains(emptyBox(), 0, 0)).toBe(false);
    expect(boxContains(unit, Number.NaN, 0)).toBe(false);
  });

  it.each([
    [{ west: 1, south: 1, east: 2, north: 2 }, true],
    [{ west: 1.1, south: 0, east: 2, north: 1 }, false],
    [{ west: -1, south: 0.4, east: 2, north: 0.6 }, true],
    [{ west: 0, south: -2, east: 1, north: -0.1 }, false],
    [emptyBox(), false],
  ])('%o meets the unit box: %s', (other, expected) => {
    expect(boxesIntersect(unit, other)).toBe(expected);
    expect(boxesIntersect(other, unit)).toBe(expected);
  });
});

describe('expandBoxMeters', () => {
  it('holds every point within the distance and is tight', () => {
    const random = new SeededRandom(9);
    for (let i = 0; i < 300; i++) {
      const [lng, lat] = [random.between(-100, 100), random.between(-80, 80)];
      const meters = random.between(1, 200_000);
      const grown = expandBoxMeters({ west: lng, south: lat, east: lng, north: lat }, meters);
      for (let j = 0; j < 20; j++) {
        const to = [
          lng + random.between(-1, 1) * 1.3 * (grown.east - lng),
          lat + random.between(-1, 1) * 1.3 * (grown.north - lat),
        ] as const;
        if (haversineMeters(lng, lat, ...to) <= meters) expect(boxContains(grown, ...to)).toBe(true);
      }
      expect(haversineMeters(lng, lat, lng, grown.north)).toBeCloseTo(meters, 3);
      expect(haversineMeters(lng, lat, grown.east, lat)).toBeLessThan(meters * 1.02);
    }
  });

  it('takes all longitudes where it reaches over a pole, and stays on the globe', () => {
    expect(expandBoxMeters({ west: 10, south: 89, east: 10, north: 89 }, 200_000)).toMatchObject({
      west: -180,
      east: 180,
      north: 90,
    });
    expect(isEmptyBox(expandBoxMeters(emptyBox(), 10))).toBe(true);
  });
});
