import { describe, expect, it } from 'vitest';
import { gridTown } from '../testing/index.ts';
import { shareBeyondMap } from './mapEdge.ts';

/** Streets over 4 by 4 km. */
const town = gridTown({ blocks: 40, blockMeters: 100, speedKph: 30, center: { lat: 40, lng: -74 } });
const HALF = 20;

/** The same streets on a map that is complete within these corners alone; roads end at them or do not. */
const within = (corners: readonly { lat: number; lng: number }[]) => {
  const ring = [...corners, corners[0]!].map(({ lng, lat }) => [lng, lat]);
  return { ...town.territory, manifest: { ...town.territory.manifest, mapOutline: [[ring]] } };
};
const FAR = 6 * HALF;

describe('the edge of a map that ends at an outline', () => {
  // The border runs from corner to corner through the middle of the town, so no side of its box says anything.
  const half = within([town.at(-HALF, -HALF), town.at(HALF, HALF), town.at(-HALF, HALF)]);

  it('cuts a half of a circle on it, nothing of one away from it, and more the farther outside', () => {
    expect(shareBeyondMap(half, town.at(0, 0), 900)).toBeCloseTo(0.5, 1);
    // 1,414 m from the line.
    expect(shareBeyondMap(half, town.at(-10, 10), 900)).toBe(0);
    // A circle whose edge lies half a radius away loses 1/3 − √3 ÷ 4π.
    expect(shareBeyondMap(half, town.at(-5, 5), 1414)).toBeCloseTo(1 / 3 - Math.sqrt(3) / (4 * Math.PI), 1);
    expect(shareBeyondMap(half, town.at(5, -5), 500)).toBeCloseTo(1, 1);
    expect(shareBeyondMap(half, town.at(0, 0), 0)).toBe(0);
  });

  it('counts nothing beyond water, where no road runs up to it', () => {
    const island = within([town.at(-FAR, -FAR), town.at(FAR, -FAR), town.at(FAR, FAR), town.at(-FAR, FAR)]);
    expect(shareBeyondMap(island, town.at(0, 0), 20_000)).toBe(0);
  });

  it('tells the side with roads from the one with none', () => {
    // Land goes on in the west; in the east lies the sea.
    const coast = within([town.at(-HALF, -HALF), town.at(FAR, -HALF), town.at(FAR, HALF), town.at(-HALF, HALF)]);
    expect(shareBeyondMap(coast, town.at(-HALF, 0), 900)).toBeCloseTo(0.5, 1);
    expect(shareBeyondMap(coast, town.at(FAR, 0), 900)).toBe(0);
  });
});
