import { catchment, reachedPoles } from '@hinterland/engine/catchment';
import { measurePerPole } from '@hinterland/engine/census';
import type { LatLng } from '@hinterland/engine/query';
import { randomTown } from '@hinterland/engine/testing';
import { haversineMeters, SeededRandom } from '@hinterland/geo';
import { LISTING_KINDS, PROPERTY_TYPES, type Territory } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { contextOf } from '../testing/island.ts';
import { withListings } from '../testing/listings.ts';
import { islandWithShops } from '../testing/shops.ts';
import { withStores } from '../testing/withStores.ts';
import { siteSearch } from './index.ts';
import { input, type Output } from './schema.ts';

const sectorCode = 'food.supermarket';
const run = (given: object, on: Territory): Output => siteSearch.run(contextOf(on), input.parse(given)).result;
const meters = (a: LatLng, b: LatLng) => haversineMeters(a.lng, a.lat, b.lng, b.lat);
const SNAP_METERS = 1600;
const MINUTES = 6;
const APART = { apartMeters: 0, listCount: 50, snapLimitMeters: SNAP_METERS } as const;

/** A random town with six stores of a sector and four stops. */
function scene(seed: number) {
  const random = new SeededRandom(seed);
  const { territory: bare, places } = randomTown({ seed, nodes: 60, sideMeters: 12_000 });
  const round = ({ lat, lng }: LatLng) => ({ lat: Math.round(lat * 1e6) / 1e6, lng: Math.round(lng * 1e6) / 1e6 });
  const stores = Array.from({ length: 6 }, () => round(random.pick(places)));
  const stops = Array.from({ length: 4 }, () => round(random.pick(places)));
  const micro = (degrees: number) => Math.round(degrees * 1e6);
  const withShops = withStores(bare, {
    sector: stores.map(() => 0),
    name: stores.map((_, i) => `Shop ${i}`),
    lngMicrodegrees: stores.map(({ lng }) => micro(lng)),
    latMicrodegrees: stores.map(({ lat }) => micro(lat)),
    floorAreaSquareMeters: stores.map(() => 500),
  });
  const transit = {
    stops: {
      rows: stops.length,
      lngMicrodegrees: Int32Array.from(stops, ({ lng }) => micro(lng)),
      latMicrodegrees: Int32Array.from(stops, ({ lat }) => micro(lat)),
      name: { length: stops.length, at: (row: number) => `Stop ${row}` },
    },
  };
  const on = { ...withShops, transit } as unknown as Territory;
  const sites = places.map((place, id) => ({ id, ...round(place) }));
  return { on, stores, stops, sites };
}

/** The poles from which somebody reaches a place by car within some minutes, by a catchment of it alone. */
function polesWithin(on: Territory, place: LatLng, minutes: number): Set<number> {
  const of = catchment(on, {
    origins: [place],
    measure: 'time',
    mode: 'car',
    traffic: 'normal',
    direction: 'inbound',
    limits: [60 * minutes],
    snapLimitMeters: SNAP_METERS,
  });
  return new Set(reachedPoles(of).poles);
}

const peopleIn = (on: Territory, poles: Iterable<number>): number => {
  const people = measurePerPole(on, 'population')!;
  return [...poles].reduce((sum, pole) => sum + people[pole]!, 0);
};

describe.each([1, 2, 3])('filters of a search, seed %i', (seed) => {
  const { on, stores, stops, sites } = scene(880 + seed);
  const given = { sectorCode, candidates: 'places', places: sites, ...APART };
  const all = run(given, on);
  /** Checks that the filter keeps what the test of a place keeps, in the same order. */
  const keeps = (filter: object, isKept: (place: LatLng) => boolean) => {
    const { search, places } = run({ ...given, ...filter }, on);
    const kept = sites.filter(isKept);
    expect(search.candidates).toBe(kept.length);
    expect(search.filtered).toBe(all.search.candidates - kept.length);
    expect(kept.length).toBeGreaterThan(2);
    expect(kept.length).toBeLessThan(sites.length);
    for (const place of places) expect(isKept(place)).toBe(true);
    expect(places[0]!.gain).toBe(Math.max(...places.map(({ gain }) => gain)));
  };

  it('keep what lies near a stop', () => {
    keeps({ nearStopMeters: 1500 }, (place) => stops.some((stop) => meters(stop, place) < 1500));
  });

  it('keep what lies near a store of another sector', () => {
    const anchor = { anchorSectorCode: sectorCode, anchorMeters: 1200 };
    keeps(anchor, (place) => stores.some((store) => meters(store, place) < 1200));
  });

  it('keep what enough people reach within the minutes', () => {
    const counts = sites.map((site) => peopleIn(on, polesWithin(on, site, MINUTES)));
    const peopleAtLeast = counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)]! - 0.5;
    const { search } = run(
      { ...given, sectorCode: undefined, measure: 'population', minutes: MINUTES, peopleAtLeast },
      on,
    );
    expect(search.candidates).toBe(counts.filter((count) => count >= peopleAtLeast).length);
    expect(search.candidates + search.filtered).toBe(sites.length);
  });

  it('say of each place who has no rival near, and the nearest stop', () => {
    const served = new Set(stores.flatMap((store) => [...polesWithin(on, store, 5)]));
    for (const place of all.places.slice(0, 8)) {
      const reached = polesWithin(on, place, 5);
      const expected = peopleIn(
        on,
        [...reached].filter((pole) => !served.has(pole)),
      );
      expect(place.withoutRival).toBeCloseTo(expected, 3);
      const away = stops.map((stop) => meters(stop, place));
      const nearest = Math.min(...away);
      expect(place.stop).toEqual(
        nearest <= 1000 ? { name: `Stop ${away.indexOf(nearest)}`, meters: Math.round(nearest) } : null,
      );
    }
  });
});

describe('vacant premises', () => {
  const island = islandWithShops();
  const territory = withListings(island);
  const { listings } = territory.realestate!;
  const rent = LISTING_KINDS.indexOf('rent');
  // Every third flat for rent becomes a shop that is still offered; one rent is not known.
  const shops: number[] = [];
  for (let row = 0; row < listings.rows; row++) {
    if (listings.kind[row] !== rent || row % 3 !== 0) continue;
    listings.type[row] = PROPERTY_TYPES.indexOf('commercial');
    listings.open[row] = 1;
    listings.floorAreaSquareMeters[row] = 40 + row;
    shops.push(row);
  }
  listings.price[shops[0]!] = Number.NaN;
  const given = { sectorCode, candidates: 'vacant_premises', apartMeters: 0, listCount: 50 };

  it('are where an offer for rent stands, with its rent and floor area', () => {
    const { places, search } = run(given, territory);
    expect(search.candidates).toBe(shops.length);
    expect(places.length).toBe(Math.min(50, shops.length));
    for (const { premises, squareMeters } of places) {
      const row = shops.find((shop) => listings.id.at(shop) === premises!.id)!;
      const price = listings.price[row]!;
      expect(premises).toEqual({
        id: listings.id.at(row),
        rentPerMonth: Number.isNaN(price) ? null : price,
        currency: 'XDD',
        squareMeters: 40 + row,
      });
      expect(squareMeters).toBe(40 + row);
    }
  });

  it('are taken up to a rent and from a floor area, and only where these are known', () => {
    const middle = shops.map((row) => listings.price[row]!).toSorted((a, b) => a - b)[Math.floor(shops.length / 2)]!;
    expect(run({ ...given, rentMax: middle }, territory).search.candidates).toBe(
      shops.filter((row) => listings.price[row]! <= middle).length,
    );
    const area = 40 + shops[Math.floor(shops.length / 2)]!;
    expect(run({ ...given, squareMetersMin: area }, territory).search.candidates).toBe(
      shops.filter((row) => 40 + row >= area).length,
    );
  });

  it('are refused where nobody offers any, or nothing would come of a filter', () => {
    expect(() => run(given, island.territory)).toThrow(/has no offers of real estate/);
    expect(() => run({ sectorCode, candidates: 'addresses', nearStopMeters: 300 }, island.territory)).toThrow(
      /has no timetables/,
    );
    expect(() =>
      run({ sectorCode, candidates: 'addresses', anchorSectorCode: 'food.nothing' }, island.territory),
    ).toThrow(/food\.nothing/);
    const far = {
      sectorCode,
      candidates: 'addresses',
      anchorSectorCode: 'food.butcher',
      anchorMeters: 10,
      awayFromOwnMeters: 0,
    };
    const alone = { ...far, places: [{ id: 1, ...island.town.at(5, 5) }], candidates: 'places' };
    expect(() => run(alone, island.territory)).toThrow(/left out: no store of food\.butcher is within 10 m\. /);
    const parsed = input.safeParse({ sectorCode, rentMax: 100 });
    expect(parsed.error?.issues[0]).toMatchObject({ path: ['rentMax'], message: /no effect without/ });
    expect(() => run({ sectorCode, candidates: 'addresses', peopleAtLeast: 1e8 }, island.territory)).toThrow(
      /left out: fewer than 100000000 people reach them\.$|left out: fewer than 100000000 people reach them\. /,
    );
  });
});
