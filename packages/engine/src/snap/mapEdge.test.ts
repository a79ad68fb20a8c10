import { expect, it } from 'vitest';
import { gridTown } from '../testing/index.ts';
import { shareBeyondMap } from './mapEdge.ts';

const town = gridTown({ blocks: 20, blockMeters: 100, speedKph: 30, center: { lat: 40, lng: -74 } });
const at = (box: { west: number; south: number; east: number; north: number }) => ({
  ...town.territory,
  manifest: { ...town.territory.manifest, bbox: box },
});
const [low, high] = [town.at(-10, -10), town.at(10, 10)];
const tight = { west: low.lng, south: low.lat, east: high.lng, north: high.lat };

it('is nothing in the middle, a half at a side, three quarters at a corner, and all outside', () => {
  const territory = at(tight);
  expect(shareBeyondMap(territory, town.at(0, 0), 900)).toBe(0);
  expect(shareBeyondMap(territory, town.at(-10, 0), 900)).toBeCloseTo(0.5, 1);
  expect(shareBeyondMap(territory, town.at(-10, -10), 900)).toBeCloseTo(0.75, 1);
  // A circle whose side lies half a radius away loses 1/3 − √3 ÷ 4π.
  expect(shareBeyondMap(territory, town.at(-5, 0), 1000)).toBeCloseTo(1 / 3 - Math.sqrt(3) / (4 * Math.PI), 1);
});

it('is nothing where roads do not run up to the box: water, or fields', () => {
  const wide = {
    west: tight.west - 0.01,
    south: tight.south - 0.01,
    east: tight.east + 0.01,
    north: tight.north + 0.01,
  };
  expect(shareBeyondMap(at(wide), town.at(-10, -10), 900)).toBe(0);
  expect(shareBeyondMap(at({ ...wide, west: tight.west }), town.at(-10, -10), 900)).toBeCloseTo(0.5, 1);
});
