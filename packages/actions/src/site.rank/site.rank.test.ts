import { sectorOf } from '@hinterland/catalogue';
import { buildScene, randomTown } from '@hinterland/engine/testing';
import { SeededRandom } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { ActionProblem, CancelledError } from '../action/action.ts';
import { quotedCredits } from '../action/pricing.ts';
import { contextOf, HALF, island } from '../testing/island.ts';
import { LINE_JOURNEY, withLine } from '../testing/line.ts';
import { PlainSites } from '../testing/plainSites.ts';
import { islandWithShops } from '../testing/shops.ts';
import { withStores } from '../testing/withStores.ts';
import { siteRank } from './index.ts';
import { input, type Output } from './schema.ts';

const { town, territory } = islandWithShops();
const run = (given: object, on: Territory = territory): Output =>
  siteRank.run(contextOf(on), input.parse(given)).result;
const quote = (given: object, on: Territory = territory) => siteRank.quote(contextOf(on), input.parse(given));
const at = (id: string, right: number, up: number, name?: string) => ({
  id,
  ...town.at(right, up),
  ...(name === undefined ? {} : { name }),
});
const sectorCode = 'food.supermarket';
const candidates = [at('south', 0, -3), at('north', 2, 4), at('corner', 6, -6)];

function problem(work: () => unknown): ActionProblem {
  try {
    work();
  } catch (error) {
    if (error instanceof ActionProblem) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

const microdegrees = (degrees: number) => Math.round(degrees * 1e6);

describe('input and price', () => {
  it('S127: takes 2 to 20 candidates, a sector, and own stores', () => {
    const issues = (given: object) => {
      const parsed = input.safeParse({ candidates, sectorCode, ...given });
      return parsed.success ? 'accepted' : `#/${parsed.error.issues[0]!.path.map(String).join('/')}`;
    };
    const many = (count: number) => Array.from({ length: count }, (_, i) => at(`k${i}`, (i % 9) - 4, 0));
    expect(issues({ candidates: many(1) })).toBe('#/candidates');
    expect(issues({ candidates: many(2) })).toBe('accepted');
    expect(issues({ candidates: many(20) })).toBe('accepted');
    expect(issues({ candidates: many(21) })).toBe('#/candidates');
    expect(issues({ candidates: [at('a', 0, 0), at('a', 1, 0)] })).toBe('#/candidates/1/id');
    expect(issues({ sectorCode: undefined })).toBe('#/sectorCode');
    expect(issues({ ownStores: [at('o', 0, 0)] })).toBe('accepted');
    expect(issues({ ownStores: [{ ...at('o', 0, 0), squareMeters: 0 }] })).toBe('#/ownStores/0/squareMeters');
  });

  it('S37, D51: costs 20 credits per candidate; own stores are free', () => {
    expect(quotedCredits(quote({ candidates, sectorCode }))).toBe(60);
    const priced = quote({ candidates, sectorCode, ownStores: [at('o', 0, 0), at('p', 1, 1)] });
    expect(priced.lines).toMatchObject([
      {
        tariff: 'site_rank.candidate',
        label: '3 candidates',
        unit: 'candidate',
        quantity: 3,
        unitCredits: 20,
        credits: 60,
      },
    ]);
  });

  it('refuses in quote and run what cannot be answered, at its place', () => {
    const sea = { id: 'sea', lat: -36.4, lng: -151.95 };
    const cases: [object, Territory, string, string][] = [
      [{ sectorCode: 'food.supermarkets' }, territory, 'validation_error', '#/sectorCode'],
      [{ candidates: [...candidates, sea] }, territory, 'validation_error', '#/candidates/3'],
      [{ candidates: [candidates[0], { id: 1, lat: 48, lng: 2 }] }, territory, 'outside_coverage', '#/candidates/1'],
      [{ ownStores: [at('o', 0, 0), sea] }, territory, 'validation_error', '#/ownStores/1'],
      [{}, island().territory, 'validation_error', '#'],
    ];
    for (const [given, on, code, pointer] of cases) {
      for (const work of [quote, run]) {
        const refused = problem(() => work({ candidates, sectorCode, ...given }, on));
        expect([refused.code, (refused.fields.errors as { pointer: string }[])[0]!.pointer]).toEqual([code, pointer]);
      }
    }
    expect(problem(() => run({ candidates, sectorCode: 'supermarket' })).message).toContain(
      'Did you mean food.supermarket?',
    );
  });
});

describe('the worked example of docs/methods/site-ranking.md', () => {
  // One kilometer a minute. A thousand people live at the start of a road; the own store is 5 minutes away, a competitor 10.
  const kilometers = (minutes: number) => ({ x: 1000 * minutes, y: 0 });
  const scene = buildScene({
    nodes: [kilometers(0), kilometers(12)],
    roads: [{ from: 0, to: 1, lengthMillimeters: 12e6, forwardMilliseconds: 720_000, backwardMilliseconds: 720_000 }],
    poles: [{ ...kilometers(0), road: 0, positionMillimeters: 0, accessMillimeters: 0, residents: 1000 }],
  });
  const place = (minutes: number) => scene.place(kilometers(minutes));
  const on = withStores(
    scene.territory,
    {
      sector: [0, 0],
      brand: [0, -1],
      name: ['Fare Market Road', 'Other'],
      lngMicrodegrees: [place(5), place(10)].map(({ lng }) => microdegrees(lng)),
      latMicrodegrees: [place(5), place(10)].map(({ lat }) => microdegrees(lat)),
    },
    ['Fare'],
  );
  const result = run(
    {
      candidates: [
        { id: 'far', ...place(8) },
        { id: 'near', ...place(2) },
      ],
      sectorCode,
      ownStores: [{ id: 'own', ...place(5), name: 'Fare' }],
    },
    on,
  );
  const figures = (id: string) => {
    const { captured, takenFromOwn, takenFromCompetitors, newToMarket, netNew } = result.candidates.find(
      (candidate) => candidate.id === id,
    )!;
    return [captured, takenFromOwn, takenFromCompetitors, newToMarket, netNew].map(
      (value) => Math.round(value * 10) / 10,
    );
  };

  it('S128: captured, taken from own stores, and the rest, by the formula', () => {
    // Equal sizes, so utilities are minutes^-2.2; the outside option is one store at 20 minutes.
    expect(figures('near')).toEqual([855.8, 676.5, 147.2, 32, 179.3]);
    expect(figures('far')).toEqual([219.4, 173.4, 37.7, 8.2, 46]);
  });

  it('S129, S130: ranks by net new spend, the best with score 100', () => {
    expect(result.candidates.map(({ id, rank }) => [id, rank])).toEqual([
      ['near', 1],
      ['far', 2],
    ]);
    expect(result.candidates[0]!.score).toBe(100);
    expect(result.candidates[1]!.score).toBeCloseTo(25.6, 1);
  });

  it('S128: two or three reasons in words, from the figures', () => {
    expect(result.candidates[0]!.reasons).toEqual([
      '1,000 residents within 20 minutes come into question as customers, the most of 2 candidates.',
      '1 competitor lies within that reach, the nearest (Other) 8 min away; this site would take the custom of 856 residents, 86% of them.',
      '79% of that comes from own stores; the custom of 179 residents is new.',
    ]);
  });

  it('knows the own store in the data, and counts it once', () => {
    expect(result.ownStores).toMatchObject([
      { id: 'own', matched: { name: 'Fare Market Road', brand: 'Fare', by: 'name' } },
    ]);
    expect(result.candidates.map(({ ownStoresInside, competitors }) => [ownStoresInside, competitors.count])).toEqual([
      [1, 1],
      [1, 1],
    ]);
    expect(result.candidates[0]!.takenFromOwnStores.map(({ id }) => id)).toEqual(['own']);
  });

  it('says how far the ranking depends on its assumptions', () => {
    expect(result.variants).toHaveLength(10);
    expect(result.variants.every(({ order }) => order.join() === 'near,far')).toBe(true);
    expect(result.candidates.map(({ sensitivity }) => sensitivity)).toEqual([
      { keepsRank: 1, bestRank: 1, worstRank: 1 },
      { keepsRank: 1, bestRank: 2, worstRank: 2 },
    ]);
  });
});

describe('own stores', () => {
  const captured = (ownStores: object[]) => {
    const { candidates: ranked, ownStores: known } = run({ candidates, sectorCode, ownStores });
    return {
      captured: candidates.map(({ id }) => ranked.find((candidate) => candidate.id === id)!.captured),
      ranked,
      known,
    };
  };
  const nobody = captured([]);
  const beside = ({ lat, lng, ...more }: ReturnType<typeof at>, meters: number) => ({
    ...more,
    lat: lat + meters / 111_195,
    lng,
  });

  it('that the data knows change whose loss it is, and nothing else', () => {
    const own = captured([beside(at('o', 0, 1, 'Halcyon Fare, Town Hall'), 90)]);
    expect(own.known[0]!.matched).toMatchObject({ brand: 'Halcyon Fare', by: 'name', distanceMeters: 90 });
    expect(own.captured).toEqual(nobody.captured);
    for (const candidate of own.ranked) {
      const before = nobody.ranked.find(({ id }) => id === candidate.id)!;
      expect(before.takenFromOwn).toBe(0);
      expect(candidate.takenFromOwn).toBeGreaterThan(0);
      expect(candidate.takenFromOwn + candidate.takenFromCompetitors).toBeCloseTo(before.takenFromCompetitors, 1);
    }
  });

  it.each([
    ['another name at the same spot', beside(at('o', 0, 1, 'Brindlemart'), 1), null],
    ['the same name too far away', beside(at('o', 0, 1, 'Halcyon Fare'), 260), null],
    ['no name at the same spot', beside(at('o', 0, 1), 10), 'place'],
    ['no name a little farther away', beside(at('o', 0, 1), 40), null],
    ['a part of a word', beside(at('o', 0, 1, 'Fa'), 1), null],
    ['a store that has closed', beside(at('o', 1, 0, 'Halcyon Fare'), 1), null],
  ])('%s', (_, own, by) => {
    const { known, captured: taken } = captured([own]);
    expect(known[0]!.matched?.by ?? null).toBe(by);
    if (by === null) taken.forEach((value, i) => void expect(value).toBeLessThan(nobody.captured[i]!));
    else expect(taken).toEqual(nobody.captured);
  });

  it('of one store in the data only the nearest is it', () => {
    const { known } = captured([
      beside(at('far', 0, 1, 'Halcyon Fare'), 60),
      beside(at('near', 0, 1, 'Halcyon Fare'), 20),
    ]);
    expect(known.map(({ id, matched }) => [id, matched?.distanceMeters ?? null])).toEqual([
      ['far', null],
      ['near', 20],
    ]);
  });

  it('of a size that their owner tells, that size counts', () => {
    const own = at('o', 0, 1, 'Halcyon Fare');
    const larger = captured([{ ...own, squareMeters: 4000 }]);
    expect(larger.known[0]!.squareMeters).toBe(4000);
    larger.captured.forEach((value, i) => void expect(value).toBeLessThan(nobody.captured[i]!));
  });
});

describe('random markets', () => {
  it.each([1, 2, 3, 4, 5, 6])('S128 to S130: seed %i equals a naive twin, and the identities hold', (seed) => {
    const random = new SeededRandom(900 + seed);
    const { territory: bare, places } = randomTown({ seed: 900 + seed, nodes: 70, sideMeters: 15_000 });
    const pick = () => {
      const { lat, lng } = random.pick(places);
      return { lat: microdegrees(lat) / 1e6, lng: microdegrees(lng) / 1e6 };
    };
    const stores = Array.from({ length: 8 }, () => ({ ...pick(), squareMeters: 100 * (1 + random.int(30)) }));
    const on = withStores(bare, {
      sector: stores.map(() => 0),
      name: stores.map((_, i) => `Shop ${i}`),
      lngMicrodegrees: stores.map(({ lng }) => microdegrees(lng)),
      latMicrodegrees: stores.map(({ lat }) => microdegrees(lat)),
      floorAreaSquareMeters: stores.map(({ squareMeters }) => squareMeters),
    });
    const sites = Array.from({ length: 5 }, (_, id) => ({ id, ...pick(), squareMeters: 100 * (1 + random.int(30)) }));
    // Two own stores that the data holds, and one that it does not.
    const own = [0, 1].map((i) => ({ id: `own ${i}`, ...stores[i]!, name: `Shop ${i}` }));
    const more = { id: 'own 2', ...pick(), name: 'Nowhere else', squareMeters: 700 };
    const result = run({ candidates: sites, sectorCode, ownStores: [...own, more] }, on);
    expect(result.ownStores.map(({ matched }) => matched?.name ?? null)).toEqual(['Shop 0', 'Shop 1', null]);

    const twin = new PlainSites(on, sectorOf(sectorCode)!, [
      ...stores.map((store, i) => ({ ...store, isOwn: i < 2 })),
      { ...more, isOwn: true },
    ]);
    for (const candidate of result.candidates) {
      const expected = twin.open({ ...sites[candidate.id as number]!, isOwn: true });
      for (const figure of ['captured', 'takenFromOwn', 'takenFromCompetitors', 'newToMarket'] as const) {
        expect(candidate[figure], `${figure} of ${candidate.id}`).toBeCloseTo(expected[figure], 4);
        expect(candidate[figure]).toBeGreaterThanOrEqual(0);
      }
      const { captured, takenFromOwn, takenFromCompetitors, newToMarket, netNew, takenFromOwnStores } = candidate;
      expect(takenFromOwn + takenFromCompetitors + newToMarket).toBeCloseTo(captured, 4);
      expect(netNew).toBeCloseTo(captured - takenFromOwn, 4);
      expect(takenFromOwnStores.reduce((sum, { taken }) => sum + taken, 0)).toBeCloseTo(takenFromOwn, 4);
      expect(captured).toBeLessThanOrEqual(candidate.spendWithinReach + 1e-6);
      expect(candidate.spendWithinReach).toBeCloseTo(candidate.catchment.residents!, 3);
      const { keepsRank, bestRank, worstRank } = candidate.sensitivity;
      const ranks = result.variants.map(({ order }) => order.indexOf(candidate.id) + 1);
      expect(keepsRank).toBeCloseTo(ranks.filter((rank) => rank === candidate.rank).length / 10, 6);
      expect([bestRank, worstRank]).toEqual([Math.min(candidate.rank, ...ranks), Math.max(candidate.rank, ...ranks)]);
      expect(candidate.reasons.length).toBeGreaterThanOrEqual(2);
      expect(candidate.reasons.length).toBeLessThanOrEqual(3);
    }
    expect(result.candidates.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5]);
    const gains = result.candidates.map(({ netNew }) => netNew);
    expect(gains).toEqual(gains.toSorted((a, b) => b - a));
    expect(result.candidates.map(({ score }) => score)).toEqual(
      gains.map((gain, i) => (i === 0 ? 100 : expect.closeTo((100 * Math.max(gain, 0)) / gains[0]!, 3))),
    );
    expect(siteRank.output.parse(result)).toEqual(result);
  });
});

describe('public transport', () => {
  const line = island();
  const on = withLine(
    withStores(line.territory, {
      sector: [0, 0],
      name: ['End', 'West'],
      lngMicrodegrees: [HALF, -4].map((right) => microdegrees(line.town.at(right, 0).lng)),
      latMicrodegrees: [HALF, -4].map((right) => microdegrees(line.town.at(right, 0).lat)),
      floorAreaSquareMeters: [900, 1500],
    }),
    line.town,
  );
  const sites = [
    { ...at('beside the end', HALF, 1), squareMeters: 1200 },
    { ...at('south', 0, -4), squareMeters: 1200 },
  ];
  const own = { ...at('own', HALF, -1), squareMeters: 700 };
  const asked = { candidates: sites, sectorCode, ownStores: [own] };

  it('equals the naive twin, whose times are those of one isochrone per store', () => {
    const result = run({ ...asked, mode: 'transit' }, on);
    const stores = [
      { ...line.town.at(HALF, 0), squareMeters: 900, isOwn: false },
      { ...line.town.at(-4, 0), squareMeters: 1500, isOwn: false },
      { ...own, isOwn: true },
    ];
    const twin = new PlainSites(on, sectorOf(sectorCode)!, stores, { mode: 'walk', transit: LINE_JOURNEY });
    for (const candidate of result.candidates) {
      const expected = twin.open({ ...sites.find(({ id }) => id === candidate.id)!, isOwn: true });
      for (const figure of ['captured', 'takenFromOwn', 'takenFromCompetitors', 'newToMarket'] as const) {
        expect(candidate[figure], `${figure} of ${candidate.id}`).toBeCloseTo(expected[figure], 3);
      }
    }
    const onFoot = run({ ...asked, mode: 'walk' }, on);
    const capturedAtEnd = ({ candidates: found }: Output) => found.find(({ id }) => id === sites[0]!.id)!.captured;
    expect(capturedAtEnd(result)).toBeGreaterThan(capturedAtEnd(onFoot));
    expect(result.method).toMatchObject({ mode: 'transit', transit: { date: '2026-03-02', percentile: 50 } });
    expect(result.dataVersion).toEqual({ territory: '1', sociodemo: '1', players: '1', transit: '1' });
  });

  it('D160, D162: refuses days without trips before there is a price, and its fields with other modes', () => {
    const sunday = { ...asked, mode: 'transit', departure: { day: 'sunday' } };
    expect(problem(() => quote(sunday, on)).code).toBe('no_service');
    expect(problem(() => quote({ ...asked, mode: 'transit' })).message).toMatch(/has no timetables/);
    expect(() => input.parse({ ...asked, percentile: 50 })).toThrow(/percentile is for mode transit/);
  });
});

describe('no candidate that adds anything', () => {
  it('is said, and the first of the request has score 100', () => {
    // The candidates stand where nobody lives within Tmax but the road itself.
    const scene = buildScene({
      nodes: [0, 1000, 2000].map((x) => ({ x, y: 0 })),
      roads: [0, 1].map((from) => ({
        from,
        to: from + 1,
        lengthMillimeters: 1e6,
        forwardMilliseconds: 60_000,
        backwardMilliseconds: 60_000,
      })),
      poles: [{ x: 0, y: 0, road: 0, positionMillimeters: 0, accessMillimeters: 0, residents: 0 }],
    });
    const on = withStores(scene.territory, { sector: [], lngMicrodegrees: [], latMicrodegrees: [] });
    const result = run(
      { candidates: [1500, 1900].map((x, id) => ({ id, ...scene.place({ x, y: 0 }) })), sectorCode },
      on,
    );
    expect(result.candidates.map(({ id, score, netNew }) => [id, score, netNew])).toEqual([
      [0, 100, 0],
      [1, 0, 0],
    ]);
    expect(result.candidates[0]!.reasons.at(-1)).toBe('It would take no spend: nobody is within reach.');
    expect(result.notes.join(' ')).toContain('there are no competitors');
    expect(result.notes[0]).toMatch(/^Demand is the spend of residents/);
  });
});

it('reports progress that never falls, and stops when the caller is gone', () => {
  const given = input.parse({ candidates, sectorCode });
  const heard: number[] = [];
  siteRank.run(contextOf(islandWithShops().territory, { progress: (fraction) => heard.push(fraction) }), given);
  expect(heard).toEqual(heard.toSorted((a, b) => a - b));
  expect([heard.length > 4, heard.at(-1)]).toEqual([true, 1]);
  for (const calls of [0, 2, 5]) {
    let left = calls;
    const gone = contextOf(islandWithShops().territory, { cancelled: () => left-- <= 0 });
    expect(() => siteRank.run(gone, given)).toThrow(CancelledError);
  }
});
