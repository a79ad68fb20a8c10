import { SeededRandom } from '@hinterland/geo';
import { NONE, type Territory } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { plainCatchment } from '../catchment/testing/plainCatchment.ts';
import { plainAtPercentile } from '../catchment/testing/plainTransit.ts';
import { randomQuestion } from '../catchment/testing/randomQuestion.ts';
import type { LatLng } from '../query/query.ts';
import { type SnappedOrigin, snapOrigins, snapPlace } from '../snap/snapOrigins.ts';
import { drawnTimetable, gridTown, randomTown, town, withBicycles, withTimetable } from '../testing/index.ts';
import { type CostsQuery, costsToPlaces, type RoadsidePlace } from './costsToPlaces.ts';

const byCar = { measure: 'time', mode: 'car', traffic: 'normal', direction: 'outbound', limitCost: 600_000 } as const;

const snapped = (territory: Territory, mode: 'car' | 'walk' | 'bicycle', place: LatLng): RoadsidePlace => ({
  place,
  snap: snapPlace(territory, mode, place),
});

/** The door of every pole as a place, on the roads of a mode. */
function doors(territory: Territory, mode: 'car' | 'walk' | 'bicycle'): RoadsidePlace[] {
  const { poles } = territory;
  const snaps = territory.snaps[mode]!;
  const places = Array.from({ length: poles.rows }, (_, pole): RoadsidePlace => {
    const place = { lat: poles.latMicrodegrees[pole]! / 1e6, lng: poles.lngMicrodegrees[pole]! / 1e6 };
    return { place, snap: null };
  });
  for (let row = 0; row < snaps.rows; row++) {
    if (snaps.edge[row] === NONE) continue;
    const { place } = places[snaps.pole[row]!]!;
    const accessMillimeters = snaps.accessMillimeters[row]!;
    const at = { edge: snaps.edge[row]!, positionMillimeters: snaps.positionMillimeters[row]!, accessMillimeters };
    const snap: SnappedOrigin = { origin: place, ...place, distanceMeters: accessMillimeters / 1000, ...at };
    places[snaps.pole[row]!] = { place, snap };
  }
  return places;
}

describe('costsToPlaces', () => {
  it('follows one-way streets in the direction of travel, and ends at the limit', () => {
    // Ten seconds a block; from b to a it is the way round.
    const { territory, at } = town('a>--b\n|   |\nd---c', { blockMeters: 100, speedKph: 36 });
    const from = (name: string, query: Partial<CostsQuery> = {}) =>
      [
        ...costsToPlaces(
          territory,
          { ...byCar, ...query },
          snapPlace(territory, 'car', at(name))!,
          [...'abcd'].map((other) => snapped(territory, 'car', at(other))),
        ),
      ].map((cost) => cost / 1000);
    expect(from('b')).toEqual([30, 0, 10, 20]);
    expect(from('b', { direction: 'inbound' })).toEqual([10, 0, 10, 20]);
    expect(from('b', { measure: 'distance' })).toEqual([300, 0, 100, 200]);
    expect(from('b', { limitCost: 20_000 })).toEqual([Infinity, 0, 10, 20]);
    expect(from('b', { limitCost: 19_999 })).toEqual([Infinity, 0, 10, Infinity]);
  });

  const modes = (['car', 'walk', 'bicycle'] as const).flatMap((mode) =>
    (['time', 'distance'] as const).flatMap((measure) => [1, 2, 3].map((seed) => ({ mode, measure, seed }))),
  );
  it.each(modes)(
    'equals one plain search at every door: $mode, $measure, random town $seed',
    ({ mode, measure, seed }) => {
      const { territory: streets, places } = randomTown({ seed });
      const territory = withBicycles(streets, 'car');
      const targets = doors(territory, mode);
      let reached = 0;
      for (const direction of ['inbound', 'outbound'] as const) {
        for (const origin of snapOrigins(territory, mode, places.slice(0, 5))) {
          for (const limit of [150, 400, 4000]) {
            const query = { measure, mode, traffic: 'normal', direction, limits: [limit] } as const;
            const expected = plainCatchment(territory, { ...query, origins: [origin.origin] }, [origin]);
            const asked = { ...query, limitCost: limit * 1000 };
            const costs = costsToPlaces(territory, asked, origin, targets);
            expect([...costs]).toEqual(targets.map((_, pole) => expected.get(pole) ?? Infinity));
            reached += expected.size;
            // Those that are near are the same where the search ends early; the others may be unknown.
            const enough = 4;
            const near = costsToPlaces(territory, { ...asked, enough }, origin, targets);
            const nearest = [...costs].sort((a, b) => a - b).slice(0, enough);
            expect([...near].sort((a, b) => a - b).slice(0, enough)).toEqual(nearest);
            near.forEach((cost, i) => {
              if (cost !== Infinity) expect(cost).toBe(costs[i]);
            });
          }
        }
      }
      expect(reached).toBeGreaterThan(200);
    },
  );

  const rides = [1, 2, 3, 4].flatMap((seed) =>
    (['inbound', 'outbound'] as const).flatMap((direction) => [false, true].map((bike) => ({ seed, direction, bike }))),
  );
  it.each(rides)(
    'equals the naive way by public transport at every door: $seed, $direction, by bicycle $bike',
    ({ seed, direction, bike }) => {
      const { territory: town, network, query: asked } = randomQuestion(seed);
      const streets = bike ? withBicycles(town, 'car') : town;
      const mode = bike && direction === 'inbound' ? 'bicycle' : 'walk';
      const transit = {
        ...asked.transit,
        toMinute: asked.transit.fromMinute + 12,
        ...(bike ? { bicycleSeconds: 240 } : {}),
      };
      const territory = withTimetable(streets, drawnTimetable(network));
      const [origin] = snapOrigins(territory, mode, asked.origins);
      const query = { ...asked, mode, direction, transit } as const;
      const expected = plainAtPercentile(streets, network, query, [origin!]);
      const targets = doors(territory, mode);
      const limitCost = asked.limits.at(-1)! * 1000;
      const costs = costsToPlaces(
        territory,
        { measure: 'time', mode, traffic: 'normal', direction, transit, limitCost },
        origin!,
        targets,
      );
      // A place that is asked about joins the nearest road; a door may have been fastened to another one by bicycle.
      const bicycles = bike ? doors(territory, 'bicycle') : [];
      const joinsAlike = (pole: number) => {
        const joined = bike ? snapPlace(territory, 'bicycle', targets[pole]!.place) : null;
        const { edge, accessMillimeters } = bicycles[pole]?.snap ?? {};
        return !bike || (joined?.edge === edge && joined?.accessMillimeters === accessMillimeters);
      };
      const poles = targets.map((_, pole) => pole).filter(joinsAlike);
      expect(poles.length).toBeGreaterThan(20);
      expect(poles.map((pole) => [pole, costs[pole]])).toEqual(
        poles.map((pole) => [pole, expected.get(pole) ?? Infinity]),
      );
    },
  );

  it('is the same both ways where all streets are two-way, and from either end everywhere', () => {
    const random = new SeededRandom(7);
    const grid = gridTown({ blocks: 8, blockMeters: 130, speedKph: 31 });
    const somewhere = () => grid.place({ x: random.next() * 1000 - 500, y: random.next() * 1000 - 500 });
    const places = Array.from({ length: 12 }, () => snapped(grid.territory, 'car', somewhere()));
    for (const measure of ['time', 'distance'] as const) {
      const rows = places.map(({ snap }) =>
        costsToPlaces(grid.territory, { ...byCar, measure, limitCost: 6_000_000 }, snap!, places),
      );
      rows.forEach((row, i) => void row.forEach((cost, j) => void expect(cost).toBe(rows[j]![i])));
    }
    const { territory, places: inTown } = randomTown({ seed: 3 });
    const snaps = inTown.slice(0, 12).map((place) => snapped(territory, 'car', place));
    const [out, back] = (['outbound', 'inbound'] as const).map((direction) =>
      snaps.map(({ snap }) => costsToPlaces(territory, { ...byCar, direction }, snap!, snaps)),
    );
    out!.forEach((row, i) => void row.forEach((cost, j) => void expect([i, j, cost]).toEqual([i, j, back![j]![i]])));
    expect(out!.some((row, i) => row.some((cost, j) => cost !== out![j]![i]))).toBe(true);
  });

  it('leaves out places without a road, and stops when told to', () => {
    const { territory, places } = randomTown({ seed: 1 });
    const origin = snapPlace(territory, 'car', places[0]!)!;
    const far = { place: { lat: places[0]!.lat + 0.5, lng: places[0]!.lng }, snap: null };
    expect([...costsToPlaces(territory, byCar, origin, [far])]).toEqual([Infinity]);
    const stop = () => {
      throw new Error('stopped');
    };
    const near = snapped(territory, 'car', places[1]!);
    expect(() => costsToPlaces(territory, byCar, origin, [near], stop)).toThrow('stopped');
  });
});
