import { describe, expect, it } from 'vitest';
import { EARTH_RADIUS_METERS, haversineMeters } from './distance.ts';
import { SeededRandom } from './random.ts';

/** Angle between the two points' vectors from the Earth's center: another formula for the same distance. */
function byVectors(aLng: number, aLat: number, bLng: number, bLat: number): number {
  const vector = (lng: number, lat: number) => {
    const [l, p] = [(lng * Math.PI) / 180, (lat * Math.PI) / 180];
    return [Math.cos(p) * Math.cos(l), Math.cos(p) * Math.sin(l), Math.sin(p)] as const;
  };
  const [a, b] = [vector(aLng, aLat), vector(bLng, bLat)];
  const cross = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]] as const;
  return EARTH_RADIUS_METERS * Math.atan2(Math.hypot(...cross), a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
}

describe('haversineMeters', () => {
  it('Nashville to Los Angeles airports: 2887.2599506 km at radius 6372.8 km (Rosetta Code)', () => {
    const expected = 2_887_259.950607 * (6_371_008.8 / 6_372_800);
    expect(haversineMeters(-86.67, 36.12, -118.4, 33.94)).toBeCloseTo(expected, 3);
  });

  it("Land's End to John o'Groats: 968.9 km (Movable Type Scripts)", () => {
    const meters = haversineMeters(
      -(5 + 42 / 60 + 53 / 3600),
      50 + 3 / 60 + 59 / 3600,
      -(3 + 4 / 60 + 12 / 3600),
      58 + 38 / 60 + 38 / 3600,
    );
    expect(meters / 1000).toBeCloseTo(968.9, 1);
  });

  it('a degree of latitude is 111,195.08 m, half the globe 20,015.115 km', () => {
    expect(haversineMeters(7, 10, 7, 11)).toBeCloseTo(111_195.08, 2);
    expect(haversineMeters(0, 0, 180, 0)).toBeCloseTo(20_015_114.8, 0);
  });

  it('is 0 from a point to itself, short across 180° and the same both ways', () => {
    expect(haversineMeters(12.5, -33.1, 12.5, -33.1)).toBe(0);
    expect(haversineMeters(179.9, 0, -179.9, 0)).toBeCloseTo(0.2 * 111_195.08, 1);
    expect(haversineMeters(1, 2, 3, 4)).toBe(haversineMeters(3, 4, 1, 2));
  });

  it('agrees with the angle between vectors', () => {
    const random = new SeededRandom(1);
    for (let i = 0; i < 500; i++) {
      const [aLng, aLat] = [random.between(-180, 180), random.between(-90, 90)];
      const reach = random.pick([1e-4, 0.1, 30]);
      const [bLng, bLat] = [aLng + random.between(-reach, reach), aLat + random.between(-reach, reach)];
      expect(haversineMeters(aLng, aLat, bLng, bLat)).toBeCloseTo(byVectors(aLng, aLat, bLng, bLat), 5);
    }
  });
});
