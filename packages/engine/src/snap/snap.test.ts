import { MODE_BIT } from '@hinterland/catalogue';
import { haversineMeters, nearestOnSegment, SeededRandom } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { emptyLine, readEdgeLine } from '../graph/edgeLine.ts';
import { randomTown, town } from '../testing/index.ts';
import { joinRoad } from './joinRoad.ts';
import { isServed, nearestEdge } from './nearestEdge.ts';
import { snapOrigins } from './snapOrigins.ts';

describe('snapping (D-18)', () => {
  it('takes a place on the nearest road, with its position and distance', () => {
    const drawn = town('a---b', { blockMeters: 400, speedKph: 36 });
    const [snapped] = snapOrigins(drawn.territory, 'car', [drawn.along('ab', 100, 50)]);
    expect(snapped!.edge).toBe(drawn.edge('ab'));
    expect(snapped!.positionMillimeters).toBeGreaterThan(99_700);
    expect(snapped!.positionMillimeters).toBeLessThan(100_300);
    expect(snapped!.distanceMeters).toBeCloseTo(50, 0);
    const foot = drawn.along('ab', 100);
    expect(haversineMeters(foot.lng, foot.lat, snapped!.lng, snapped!.lat)).toBeLessThan(0.3);
  });

  it('refuses a place in the water and says how far the road is', () => {
    const drawn = town('a---b', { blockMeters: 400, speedKph: 36 });
    const at = (offMeters: number) => drawn.along('ab', 200, offMeters);
    const snap = (offMeters: number, limit?: number) => () =>
      snapOrigins(drawn.territory, 'car', [drawn.at('a'), at(offMeters)], limit);
    expect(snap(349)).not.toThrow();
    expect(snap(352)).toThrow(expect.objectContaining({ code: 'snap_too_far', originIndex: 1, limitMeters: 350 }));
    expect(snap(352)).toThrow(/origins\[1\].*lies 352 m from the nearest road.*raise snapLimitMeters/);
    expect(snap(352, 1600)).not.toThrow();
    expect(snap(4000, 1600)).toThrow(/lies 4000 m .*move it nearer to a road/);
    for (const limit of [0, -1, 1601, Number.NaN]) {
      expect(snap(10, limit)).toThrow(expect.objectContaining({ code: 'snap_limit_invalid' }));
    }
  });

  it('leaves a one-way stub for the connected component', () => {
    const plan = ['a---b->-s', '|   |', 'c---d'].join('\n');
    const drawn = town(plan, { blockMeters: 100, speedKph: 36 });
    const [snapped] = snapOrigins(drawn.territory, 'car', [drawn.along('bs', 60)]);
    expect(drawn.edge('bs')).not.toBe(snapped!.edge);
    expect(snapped!.distanceMeters).toBeCloseTo(60, 0);
    expect(snapOrigins(drawn.territory, 'walk', [drawn.along('bs', 60)])[0]!.edge).toBe(drawn.edge('bs'));
  });

  it('leaves a motorway for a street within 350 m or three times its distance', () => {
    const beside = (streetMeters: number, motorwayMeters: number) => {
      const blockMeters = streetMeters + motorwayMeters;
      const drawn = town(['a---b', '|   |', 'c---d'].join('\n'), {
        blockMeters,
        speedKph: 36,
        roads: { cd: { roadClass: 'motorway' }, ac: { roadClass: 'motorway' }, bd: { roadClass: 'motorway' } },
      });
      const [snapped] = snapOrigins(drawn.territory, 'car', [drawn.along('cd', blockMeters / 2, motorwayMeters)], 1600);
      return snapped!.edge === drawn.edge('ab') ? 'street' : 'motorway';
    };
    expect(beside(340, 20)).toBe('street');
    expect(beside(360, 20)).toBe('motorway');
    expect(beside(360, 130)).toBe('street');
    expect(beside(400, 130)).toBe('motorway');
  });

  it('says that a territory has no road for the mode', () => {
    const drawn = town('a---b', { blockMeters: 100, speedKph: 36, roads: { ab: { walkOnly: true } } });
    expect(() => snapOrigins(drawn.territory, 'car', [drawn.at('a')])).toThrow(/no road for mode car/);
  });

  it('finds the edge that a look at every edge finds', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const { territory, place } = randomTown({ seed });
      const random = new SeededRandom(seed);
      for (let i = 0; i < 20; i++) {
        const { lat, lng } = place({ x: random.between(-1800, 1800), y: random.between(-1800, 1800) });
        for (const mode of ['car', 'walk'] as const) {
          const maxMeters = random.pick([50, 350, 1600]);
          const expected = nearestByLooking(territory, mode, lat, lng);
          const found = nearestEdge(territory, mode, lat, lng, maxMeters * 1000, (edge) =>
            isServed(territory, mode, edge),
          );
          if (expected.meters > maxMeters + 0.01) expect(found).toBeNull();
          else if (expected.meters < maxMeters - 0.01) {
            expect(Math.abs(found!.distanceMillimeters / 1000 - expected.meters)).toBeLessThan(0.01);
            expect(expected.edges).toContain(found!.edge);
          }
        }
      }
    }
  });
});

describe('one way to join the road', () => {
  it('takes the edge that the rule says, by a look at every edge, on roads of all kinds', () => {
    const kinds = new Set<number>();
    for (let seed = 1; seed <= 30; seed++) {
      const { territory: drawn, place } = randomTown({ seed });
      const random = new SeededRandom(seed);
      const some = (share: number) =>
        Uint8Array.from({ length: drawn.edges.rows }, () => (random.next() < share ? MODE_BIT.car : 0));
      const joins = { rows: drawn.edges.rows, privateTo: some(0.6), avoidedBy: some(0.4), apartFor: some(0.6) };
      const territory: Territory = { ...drawn, joins, snaps: {} };
      for (let i = 0; i < 20; i++) {
        const { lat, lng } = place({ x: random.between(-1800, 1800), y: random.between(-1800, 1800) });
        const nearest = [0, 1, 2, 3, 4, 5].map((kind) =>
          nearestByLooking(territory, 'car', lat, lng, (edge) => {
            const has = (flags: Uint8Array) => flags[edge] !== 0;
            return kind === (has(joins.apartFor) ? 3 : 0) + (has(joins.avoidedBy) ? 2 : has(joins.privateTo) ? 1 : 0);
          }),
        );
        // A kind is taken where all before it are farther than so many meters, and farther than three times its own.
        let expected = nearest[0]!;
        [0, 75, 350, 350, 75, 350].forEach((besideMeters, kind) => {
          const other = nearest[kind]!;
          const isFar = expected.meters > 1600 || expected.meters > Math.max(besideMeters, 3 * other.meters);
          if (other.meters <= 1600 && isFar) expected = other;
        });
        const found = joinRoad(territory, 'car', lat, lng, 1600);
        if (expected.meters > 1600) {
          expect(found).toBeNull();
          continue;
        }
        expect(Math.abs(found!.distanceMillimeters / 1000 - expected.meters)).toBeLessThan(0.01);
        expect(expected.edges).toContain(found!.edge);
        kinds.add(nearest.indexOf(expected));
      }
    }
    expect([...kinds].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('takes the road of the pole that stands at the place, however near another one is', () => {
    const drawn = town('a---b\n|   |\nc---d', { blockMeters: 100, speedKph: 36 });
    const { territory } = drawn;
    const pole = { lng: territory.poles.lngMicrodegrees[0]!, lat: territory.poles.latMicrodegrees[0]! };
    const far = drawn.edge('cd');
    const snaps = { pole: [0], edge: [far], positionMillimeters: [40_000], accessMillimeters: [90_000] };
    const columns = Object.fromEntries(Object.entries(snaps).map(([name, values]) => [name, Uint32Array.from(values)]));
    const moved = { ...territory, derived: null, snaps: { car: { rows: 1, ...columns } } } as unknown as Territory;
    const join = (metersNorth: number) =>
      joinRoad(moved, 'car', pole.lat / 1e6 + metersNorth / 111_195, pole.lng / 1e6, 350)!;
    expect([join(0).edge, join(0).positionMillimeters, join(0).distanceMillimeters]).toEqual([far, 40_000, 90_000]);
    expect(join(0.9).edge).toBe(far);
    expect(join(5).edge).not.toBe(far);
    // The pole's own leg is too long.
    expect(joinRoad(moved, 'car', pole.lat / 1e6, pole.lng / 1e6, 80)).toBeNull();
  });

  it('names a road that belongs to no network as the reason', () => {
    const drawn = town('a---b     x-y', { blockMeters: 200, speedKph: 36 });
    const beside = drawn.along('xy', 100, 10);
    expect(() => snapOrigins(drawn.territory, 'car', [beside], 350)).toThrow(
      /stands by a road for mode car, 10 m away, that the map joins to no network of some size, and \d+ m from/,
    );
  });
});

/** All edges that are nearest to within a centimeter. */
function nearestByLooking(
  territory: Territory,
  mode: 'car' | 'walk',
  lat: number,
  lng: number,
  isWanted: (edge: number) => boolean = () => true,
) {
  const line = emptyLine();
  const scale = (6_371_008.8 * Math.PI) / 180;
  const distances: [number, number][] = [];
  for (let edge = 0; edge < territory.edges.rows; edge++) {
    if ((territory.edges.mainComponent[edge]! & MODE_BIT[mode]) === 0) continue;
    if (territory.edges.lengthMillimeters[edge] === 0 || !isWanted(edge)) continue;
    readEdgeLine(territory, edge, line);
    const xs = Array.from(
      line.lngs.subarray(0, line.points),
      (x) => (x / 1e6 - lng) * scale * Math.cos((lat * Math.PI) / 180),
    );
    const ys = Array.from(line.lats.subarray(0, line.points), (y) => (y / 1e6 - lat) * scale);
    const toSegments = xs.slice(1).map((x, s) => nearestOnSegment(0, 0, xs[s]!, ys[s]!, x, ys[s + 1]!).distance);
    distances.push([Math.min(...toSegments), edge]);
  }
  const meters = Math.min(...distances.map(([distance]) => distance));
  return {
    meters,
    edges: distances.filter(([distance]) => distance < meters + 0.01).map(([, edge]) => edge),
  };
}
