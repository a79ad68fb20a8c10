import { catchment, reachedPoles } from '@hinterland/engine/catchment';
import { measurePerPole } from '@hinterland/engine/census';
import { placesInBands } from '@hinterland/engine/market';
import type { LatLng } from '@hinterland/engine/query';
import { snapPlace } from '@hinterland/engine/snap';
import { randomTown } from '@hinterland/engine/testing';
import { haversineMeters, SeededRandom } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { CancelledError } from '../action/action.ts';
import { quotedCredits } from '../action/pricing.ts';
import { siteRank } from '../site.rank/index.ts';
import { contextOf } from '../testing/island.ts';
import { islandWithShops } from '../testing/shops.ts';
import { withStores } from '../testing/withStores.ts';
import { siteSearch } from './index.ts';
import { input, type Output } from './schema.ts';

const sectorCode = 'food.supermarket';
const { town, territory } = islandWithShops();
const run = (given: object, on: Territory = territory): Output =>
  siteSearch.run(contextOf(on), input.parse(given)).result;
const microdegrees = (degrees: number) => Math.round(degrees * 1e6);

/** A random town with eight stores, two of which are the owner's, and a third one of theirs that the data lack. */
function market(seed: number) {
  const random = new SeededRandom(seed);
  const { territory: bare, places } = randomTown({ seed, nodes: 60, sideMeters: 12_000 });
  const round = ({ lat, lng }: { lat: number; lng: number }) => ({
    lat: microdegrees(lat) / 1e6,
    lng: microdegrees(lng) / 1e6,
  });
  const stores = Array.from({ length: 8 }, () => ({
    ...round(random.pick(places)),
    squareMeters: 100 * (1 + random.int(30)),
  }));
  const on = withStores(bare, {
    sector: stores.map(() => 0),
    name: stores.map((_, i) => `Shop ${i}`),
    lngMicrodegrees: stores.map(({ lng }) => microdegrees(lng)),
    latMicrodegrees: stores.map(({ lat }) => microdegrees(lat)),
    floorAreaSquareMeters: stores.map(({ squareMeters }) => squareMeters),
  });
  const ownStores = [
    ...[0, 1].map((i) => ({ id: i, ...stores[i]!, name: `Shop ${i}` })),
    { id: 2, ...round(random.pick(places)), name: 'Nowhere else', squareMeters: 700 },
  ];
  const sites = places.map((each, id) => ({ id, ...round(each), squareMeters: 100 * (1 + random.int(9)) }));
  return { on, ownStores, sites };
}

/** Travel time from one place to another by car, milliseconds, by a search that begins at the first. */
function timeBetween(on: Territory, from: LatLng, to: LatLng): number {
  const of = catchment(on, {
    origins: [from],
    measure: 'time',
    mode: 'car',
    traffic: 'normal',
    direction: 'outbound',
    limits: [3600],
    snapLimitMeters: 1600,
  });
  return placesInBands(of, [{ place: to, snap: snapPlace(on, 'car', to, 1600) }])[0]!.cost;
}

describe('random markets', () => {
  it.each([1, 2, 3, 4, 5])('seed %i: lists what site.rank ranks, figure by figure', (seed) => {
    const { on, ownStores, sites } = market(700 + seed);
    const found = run(
      {
        sectorCode,
        candidates: 'places',
        places: sites,
        ownStores,
        apartMeters: 0,
        listCount: 12,
        snapLimitMeters: 1600,
      },
      on,
    );
    const ranked = new Map<string | number, { netNew: number }>();
    for (let first = 0; first < sites.length; first += 20) {
      const some = sites.slice(first, Math.max(first + 20, first + 2));
      const pair = some.length < 2 ? [...some, sites[0]!] : some;
      const { candidates } = siteRank.run(
        contextOf(on),
        siteRank.input.parse({ candidates: pair, sectorCode, ownStores, snapLimitMeters: 1600 }),
      ).result;
      for (const candidate of candidates) ranked.set(candidate.id, candidate);
    }
    const gains = [...ranked.values()].map(({ netNew }) => netNew).sort((a, b) => b - a);
    expect(found.places.map(({ gain }) => gain)).toEqual(gains.slice(0, 12));
    for (const place of found.places) {
      const same = ranked.get(place.id!)! as ReturnType<typeof siteRank.run>['result']['candidates'][number];
      expect([place.gain, place.captured, place.takenFromOwn, place.newToMarket]).toEqual([
        same.netNew,
        same.captured,
        same.takenFromOwn,
        same.newToMarket,
      ]);
      expect(place.takenFromCompetitors).toBeCloseTo(same.takenFromCompetitors, 6);
      expect(place.reached).toEqual(same.catchment);
      expect(place.competitors).toEqual({
        count: same.competitors.count,
        near: place.competitors!.near,
        nearestMinutes: same.competitors.nearest[0]?.minutes ?? null,
      });
    }
    for (const { id, competitors } of found.places) {
      // Minutes of site.rank are hundredths.
      const { nearest } = (ranked.get(id!) as ReturnType<typeof siteRank.run>['result']['candidates'][number])
        .competitors;
      expect(competitors!.near).toBeGreaterThanOrEqual(nearest.filter(({ minutes }) => minutes < 2.99).length);
      expect(competitors!.near).toBeLessThanOrEqual(nearest.filter(({ minutes }) => minutes < 3.01).length);
    }
    expect(found.search.candidates).toBe(sites.length);
    expect(siteSearch.output.parse(found)).toEqual(found);
  });

  it.each([11, 12])('seed %i: people whom no own store reaches, counted by hand', (seed) => {
    const { on, ownStores, sites } = market(700 + seed);
    const people = measurePerPole(on, 'population')!;
    const reachedFrom = ({ lat, lng }: { lat: number; lng: number }) =>
      new Set(
        reachedPoles(
          catchment(on, {
            origins: [{ lat, lng }],
            measure: 'time',
            mode: 'car',
            traffic: 'normal',
            direction: 'inbound',
            limits: [300],
            snapLimitMeters: 1600,
          }),
        ).poles,
      );
    const covered = new Set(ownStores.flatMap((own) => [...reachedFrom(own)]));
    const expected = sites
      .map((site) => [...reachedFrom(site)].reduce((sum, pole) => sum + (covered.has(pole) ? 0 : people[pole]!), 0))
      .sort((a, b) => b - a);
    const found = run(
      {
        measure: 'population',
        minutes: 5,
        candidates: 'places',
        places: sites,
        ownStores,
        apartMeters: 0,
        snapLimitMeters: 1600,
      },
      on,
    );
    found.places.forEach(({ gain }, i) => void expect(gain).toBeCloseTo(expected[i]!, 4));
    expect(found).toMatchObject({ gainUnit: 'people', sector: null, method: { model: 'coverage', limitMinutes: 5 } });
  });

  it('a set is bounded: the first place alone is optimal for one, and the total never passes the bound', () => {
    const { on, ownStores, sites } = market(721);
    const { set, places } = run(
      { sectorCode, candidates: 'places', places: sites, ownStores, apartMeters: 0, openCount: 3 },
      on,
    );
    expect(set!.places).toHaveLength(3);
    expect(set!.total).toBeLessThanOrEqual(set!.upperBound);
    expect(set!.total).toBeGreaterThanOrEqual(places[0]!.gain);
    expect(set!.gapShare).toBeCloseTo(1 - set!.total / set!.upperBound, 6);
    expect(set!.places.reduce((sum, { adds }) => sum + adds, 0)).toBeCloseTo(set!.total, 4);
  });
});

describe('candidates', () => {
  it('are addresses, thinned; those of the list lie apart', () => {
    const { places, search } = run({
      sectorCode,
      candidates: 'addresses',
      spacingMeters: 500,
      apartMeters: 2000,
      listCount: 20,
    });
    const all = run({ sectorCode, candidates: 'addresses', spacingMeters: 10 });
    expect(search.candidates).toBeLessThan(all.search.candidates);
    for (const a of places) {
      for (const b of places) {
        if (a !== b) expect(haversineMeters(a.lng, a.lat, b.lng, b.lat)).toBeGreaterThanOrEqual(2000);
      }
    }
    expect(places.map(({ rank }) => rank)).toEqual(places.map((_, i) => i + 1));
    expect(places[0]!.score).toBe(100);
  });

  it('keep away from own stores, and are counted out', () => {
    const own = { id: 'own', ...town.at(0, 0) };
    const { places, search } = run({ sectorCode, candidates: 'addresses', ownStores: [own], awayFromOwnMeters: 1500 });
    expect(search.nearOwn).toBeGreaterThan(0);
    for (const { lat, lng } of places) expect(haversineMeters(lng, lat, own.lng, own.lat)).toBeGreaterThanOrEqual(1500);
  });
});

describe('filters', () => {
  it('keep away from own stores by minutes, as a catchment of each place says', () => {
    const { on, ownStores, sites } = market(721);
    const given = {
      sectorCode,
      candidates: 'places',
      places: sites,
      ownStores,
      apartMeters: 0,
      listCount: 50,
      snapLimitMeters: 1600,
    };
    const minutes = 4;
    const all = run(given, on);
    const far = run({ ...given, awayFromOwnMinutes: minutes }, on);
    const isNear = ({ lat, lng }: { lat: number; lng: number }) =>
      ownStores.some((own) => timeBetween(on, { lat, lng }, own) < minutes * 60_000);
    const expected = all.places.filter((place) => !isNear(place));
    expect(expected.length).toBeGreaterThan(3);
    expect(expected.length).toBeLessThan(all.places.length);
    const ids = far.places.map(({ id }) => id);
    expect(expected.map(({ id }) => id).every((id) => ids.includes(id))).toBe(true);
    for (const place of far.places) expect(isNear(place)).toBe(false);
    expect(far.search.candidates + far.search.nearOwn).toBe(all.search.candidates);
  });

  it('leave out what lies inside a polygon', () => {
    const everywhere = run({ sectorCode, candidates: 'addresses', apartMeters: 10 });
    const { lat, lng } = everywhere.places[0]!;
    const ring = [
      [lng - 0.01, lat - 0.01],
      [lng + 0.01, lat - 0.01],
      [lng + 0.01, lat + 0.01],
      [lng - 0.01, lat + 0.01],
      [lng - 0.01, lat - 0.01],
    ];
    const outsidePolygon = { type: 'Polygon', coordinates: [ring] };
    const { places, search } = run({ sectorCode, candidates: 'addresses', apartMeters: 10, outsidePolygon });
    expect(search.excluded).toBeGreaterThan(0);
    expect(search.candidates + search.excluded).toBe(everywhere.search.candidates);
    for (const one of places) expect(Math.max(Math.abs(one.lat - lat), Math.abs(one.lng - lng))).toBeGreaterThan(0.01);
  });
});

describe('named places', () => {
  it.each([1, 2, 3])('seed %i: have the rank that the whole list gives them', (seed) => {
    const { on, ownStores, sites } = market(730 + seed);
    const given = {
      sectorCode,
      candidates: 'places',
      places: sites,
      ownStores,
      apartMeters: 0,
      listCount: 50,
      snapLimitMeters: 1600,
    };
    const all = run(given, on).places;
    const askedPlaces = [0, 5, 30].map((i) => sites.find(({ id }) => id === all[i]!.id)!);
    const { asked, places } = run({ ...given, listCount: 3, apartMeters: 900, askedPlaces }, on);
    asked!.forEach((one, i) => {
      const same = all.find(({ id }) => id === askedPlaces[i]!.id)!;
      expect(one.gain).toBe(same.gain);
      expect(one.rank).toBe(1 + all.filter(({ gain }) => gain > same.gain).length);
      expect(one.competitorsNear).toBe(same.competitors!.near);
      const meters = Math.min(...places.map((place) => haversineMeters(one.lng, one.lat, place.lng, place.lat)));
      expect(one.why).toBe(meters <= 50 ? 'listed' : meters < 900 ? 'near_listed' : 'gains_less');
    });
    expect(asked![0]!.why).toBe('listed');
  });

  it('are told what keeps them out', () => {
    const own = { id: 'own', ...town.at(0, 0) };
    const outside = { id: 'far', lat: town.at(0, 0).lat + 30, lng: 0 };
    const { asked } = run({
      sectorCode,
      candidates: 'addresses',
      ownStores: [own],
      awayFromOwnMeters: 1500,
      askedPlaces: [{ ...own, id: 'same' }, outside],
    });
    expect(asked!.map(({ id, why }) => [id, why])).toEqual([
      ['same', 'near_own'],
      ['far', 'no_road'],
    ]);
    expect(asked![1]).toMatchObject({ gain: null, rank: null });
  });
});

describe('refusals', () => {
  it.each([
    [{}, '#/sectorCode'],
    [{ sectorCode, measure: 'population' }, '#/measure'],
    [{ sectorCode, candidates: 'places' }, '#/places'],
    [{ sectorCode, places: [{ id: 1, lat: 0, lng: 0 }] }, '#/places'],
    [{ sectorCode, openCount: 1 }, '#/openCount'],
  ])('%j at %s', (given, pointer) => {
    const parsed = input.safeParse(given);
    expect(parsed.success ? 'accepted' : `#/${parsed.error.issues[0]!.path.join('/')}`).toBe(pointer);
  });

  it('names the next step where nothing is left to search', () => {
    const own = { id: 'own', ...town.at(0, 0) };
    const question = { sectorCode, candidates: 'addresses', ownStores: [own], awayFromOwnMeters: 200_000 };
    const quote = () => siteSearch.quote(contextOf(territory), input.parse(question));
    expect(quote).toThrow(/lie nearer than 200000 m to an own store/);
  });

  it('tells how far it is, and its list as it grows', () => {
    const told: { fraction: number; places: Output['places'] }[] = [];
    const context = contextOf(territory, {
      progress: (fraction, _, soFar) =>
        told.push({ fraction, places: structuredClone((soFar?.places ?? []) as Output['places']) }),
    });
    const given = { sectorCode, candidates: 'addresses', listCount: 4, openCount: 3 } as const;
    const { places } = siteSearch.run(context, input.parse(given)).result;
    expect(places).toHaveLength(4);
    const fractions = told.map(({ fraction }) => fraction);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    // Bounds are made between 0.3 and 0.5, before any place is known.
    expect(fractions.filter((fraction) => fraction > 0.3 && fraction < 0.7).length).toBeGreaterThan(1);
    const lists = told.map((moment) => moment.places).filter((list) => list.length > 0);
    expect(lists.map((list) => list.length)).toEqual(lists.map((list) => list.length).toSorted((a, b) => a - b));
    expect(lists[0]).toHaveLength(1);
    for (const list of lists) expect(list).toEqual(places.slice(0, list.length));
  });

  it('stops when the caller is gone', () => {
    let looks = 0;
    const looking = contextOf(territory, { cancelled: () => ++looks < 0 });
    const given = input.parse({ sectorCode, candidates: 'addresses', openCount: 3 });
    siteSearch.run(looking, given);
    // What the first run has made for the territory the next ones have.
    looks = 0;
    siteSearch.run(looking, given);
    expect(looks).toBeGreaterThan(10);
    for (let i = 0; i < 10; i++) {
      let left = Math.floor((i * looks) / 10);
      const gone = contextOf(territory, { cancelled: () => left-- <= 0 });
      expect(() => siteSearch.run(gone, given)).toThrow(CancelledError);
      // It looked no more after it was told.
      expect(left).toBe(-1);
    }
  });
});

it('costs 100 credits, whatever is searched and listed', () => {
  for (const given of [
    { sectorCode, candidates: 'addresses' },
    { sectorCode, candidates: 'addresses', listCount: 50, openCount: 5 },
  ])
    expect(quotedCredits(siteSearch.quote(contextOf(territory), input.parse(given)))).toBe(100);
});
