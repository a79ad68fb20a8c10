import { describe, expect, it } from 'vitest';
import { catchment, reachedPoles } from '../catchment/catchment.ts';
import type { CatchmentQuery, LatLng } from '../query/query.ts';
import { snapPlace } from '../snap/snapOrigins.ts';
import { randomTown, town } from '../testing/index.ts';
import { placesInBands } from './placeCosts.ts';
import { storeTimes } from './storeTimes.ts';

const car = { mode: 'car', traffic: 'normal', direction: 'inbound' } as const;

describe('placesInBands', () => {
  it('follows the direction of the catchment, and inclusive limits', () => {
    // Ten seconds a block; from b to a it is the way round.
    const { territory, at } = town('a>--b\n|   |\nd---c', { blockMeters: 100, speedKph: 36 });
    const bandsOf = (direction: CatchmentQuery['direction'], names: string) => {
      const of = catchment(territory, { ...car, direction, origins: [at('a')], measure: 'time', limits: [10, 20, 30] });
      const places = [...names].map((name) => ({ place: at(name), snap: snapPlace(territory, 'car', at(name)) }));
      return placesInBands(of, places);
    };
    expect(bandsOf('inbound', 'abcd')).toEqual([
      { band: 0, cost: 0 },
      { band: 2, cost: 30_000 },
      { band: 1, cost: 20_000 },
      { band: 0, cost: 10_000 },
    ]);
    expect(bandsOf('outbound', 'abcd').map(({ band }) => band)).toEqual([0, 0, 1, 0]);
  });

  it('a radius looks at places alone; a place nowhere near a road lies outside otherwise', () => {
    const { territory, at } = town('a---b', { blockMeters: 500, speedKph: 36 });
    const far: LatLng = { lat: at('b').lat + 0.002, lng: at('b').lng };
    const radius = catchment(territory, { ...car, origins: [at('a')], measure: 'radius', limits: [100, 600] });
    const found = placesInBands(radius, [
      { place: at('b'), snap: null },
      { place: far, snap: null },
      { place: { ...far, lat: far.lat + 1 }, snap: null },
    ]);
    expect(found.map(({ band }) => band)).toEqual([1, 1, -1]);
    const time = catchment(territory, { ...car, origins: [at('a')], measure: 'time', limits: [600] });
    expect(placesInBands(time, [{ place: far, snap: null }])).toEqual([{ band: -1, cost: Infinity }]);
  });

  it.each([1, 2, 3])('a store at the door of a pole lies in the band of that pole: random town %i', (seed) => {
    const { territory, places } = randomTown({ seed });
    const of = catchment(territory, { ...car, origins: [places[0]!], measure: 'time', limits: [120, 240, 400] });
    const { poles, bands } = reachedPoles(of);
    const bandOf = new Map(Array.from(poles, (pole, i) => [pole, bands[i]!]));
    const { edge, positionMillimeters, accessMillimeters, pole } = territory.snaps.car!;
    const stores = Array.from(pole, (row, i) => ({
      row,
      place: places[0]!,
      snap: {
        origin: places[0]!,
        lat: 0,
        lng: 0,
        distanceMeters: accessMillimeters[i]! / 1000,
        edge: edge[i]!,
        positionMillimeters: positionMillimeters[i]!,
        accessMillimeters: accessMillimeters[i]!,
      },
    }));
    expect(placesInBands(of, stores).map(({ band }) => band)).toEqual(stores.map(({ row }) => bandOf.get(row) ?? -1));
  });

  it('a pole at the place of a store has no way to go', () => {
    const drawn = town('a---b', { blockMeters: 500, speedKph: 36 });
    const query = {
      poles: Uint32Array.of(drawn.pole('b')),
      stores: [drawn.at('b')],
      mode: 'car',
      traffic: 'normal',
    } as const;
    expect(storeTimes(drawn.territory, { ...query, limitSeconds: 60 })[0]![0]).toBe(0);
  });
});
