import { catchment, reachedPoles } from '@hinterland/engine/catchment';
import { measurePerPole } from '@hinterland/engine/census';
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
        nearestMinutes: same.competitors.nearest[0]?.minutes ?? null,
      });
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

  it('stops when the caller is gone', () => {
    let left = 3;
    const gone = contextOf(territory, { cancelled: () => left-- <= 0 });
    expect(() => siteSearch.run(gone, input.parse({ sectorCode, candidates: 'addresses' }))).toThrow(CancelledError);
  });
});

it('costs 100 credits, whatever is searched and listed', () => {
  for (const given of [
    { sectorCode, candidates: 'addresses' },
    { sectorCode, candidates: 'addresses', listCount: 50, openCount: 5 },
  ])
    expect(quotedCredits(siteSearch.quote(contextOf(territory), input.parse(given)))).toBe(100);
});
