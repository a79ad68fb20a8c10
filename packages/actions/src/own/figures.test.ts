import { describe, expect, it } from 'vitest';
import { analysisBrandCoverage } from '../analysis.brand_coverage/index.ts';
import { analysisIsochrone } from '../analysis.isochrone/index.ts';
import { input as isochroneInput } from '../analysis.isochrone/schema.ts';
import { analysisPeopleEconomy } from '../analysis.people_economy/index.ts';
import { input as peopleInput } from '../analysis.people_economy/schema.ts';
import { networkCoverage } from '../network.coverage/index.ts';
import { findAction } from '../registry.ts';
import { BLOCK_METERS, BLOCK_SECONDS, contextOf, HALF, island, unitAt } from '../testing/island.ts';
import { withListings } from '../testing/listings.ts';
import { islandWithShops } from '../testing/shops.ts';

const { town, territory } = island();
const context = contextOf(territory);
const center = town.at(0, 0);

/** Own rows at crossings all over the island, some twice, some without a turnover, and one far at sea. */
const CROSSINGS = Array.from({ length: 400 }, (_, i) => ({
  right: ((i * 7) % (2 * HALF + 1)) - HALF,
  up: ((i * 5) % (2 * HALF + 1)) - HALF,
  turnover: i % 9 === 4 ? null : 100.25 + i,
  staff: i % 5,
}));
const ownData = {
  columns: ['turnover', 'staff'],
  rows: [
    ...CROSSINGS.map(({ right, up, turnover, staff }) => ({ ...town.at(right, up), values: [turnover, staff] })),
    { lat: center.lat, lng: center.lng + 0.09, values: [1e9, 1e9] },
  ],
};

/** What rows that pass a test come to, added up in quarters, which have no rounding. */
function expected(isIn: (row: (typeof CROSSINGS)[number]) => boolean) {
  const within = CROSSINGS.filter(isIn);
  const known = within.filter(({ turnover }) => turnover !== null);
  return {
    rows: within.length,
    figures: [
      { column: 'turnover', sum: known.reduce((sum, row) => sum + 4 * row.turnover!, 0) / 4, values: known.length },
      { column: 'staff', sum: within.reduce((sum, { staff }) => sum + staff, 0), values: within.length },
    ],
  };
}

const blocksTo = ({ right, up }: { right: number; up: number }) => Math.abs(right) + Math.abs(up);

describe('own rows', () => {
  it('count in the band of their own way, as blocks from the middle say', () => {
    const given = { origins: [center], bandSeconds: [2 * BLOCK_SECONDS, 4 * BLOCK_SECONDS], ownData };
    const { result } = analysisIsochrone.run(context, isochroneInput.parse({ ...given, geometry: false }));
    expect(result.ownData).toEqual({
      rows: 401,
      outside: 1 + CROSSINGS.filter((row) => blocksTo(row) > 4).length,
      parts: [
        { id: 'band_1', kind: 'band', limitSeconds: 100, ...expected((row) => blocksTo(row) <= 2) },
        { id: 'cumulative_1', kind: 'cumulative', limitSeconds: 100, ...expected((row) => blocksTo(row) <= 2) },
        {
          id: 'band_2',
          kind: 'band',
          limitSeconds: 200,
          ...expected((row) => blocksTo(row) > 2 && blocksTo(row) <= 4),
        },
        { id: 'cumulative_2', kind: 'cumulative', limitSeconds: 200, ...expected((row) => blocksTo(row) <= 4) },
      ],
    });
    expect(result.bands.map(({ cumulativePoles }) => cumulativePoles)).toEqual([13, 41]);
  });

  it('count by their distance under a radius, near a road or not', () => {
    const radiusMeters = [Math.ceil(BLOCK_METERS * Math.SQRT2) + 5];
    const given = isochroneInput.parse({ origins: [center], radiusMeters, geometry: false, ownData });
    const { result } = analysisIsochrone.run(context, given);
    const isNear = ({ right, up }: { right: number; up: number }) => Math.max(Math.abs(right), Math.abs(up)) <= 1;
    expect(result.ownData!.parts[0]).toMatchObject(expected(isNear));
  });

  it('count in areas, and once in their total', () => {
    const areas = ['XD-1', 'XD-12', 'XD-22'];
    const { result } = analysisPeopleEconomy.run(context, peopleInput.parse({ areas, topics: ['residents'], ownData }));
    const unit = ({ right, up }: { right: number; up: number }) => unitAt(right, up);
    expect(result.ownData).toMatchObject({
      outside: 1 + CROSSINGS.filter((row) => unit(row) === 'SE').length,
      parts: [
        { id: 'area_1', code: 'XD-1', ...expected((row) => row.right < 0) },
        { id: 'area_2', code: 'XD-12', ...expected((row) => unit(row) === 'NW') },
        { id: 'area_3', code: 'XD-22', ...expected((row) => unit(row) === 'NE') },
        { id: 'total', kind: 'total', ...expected((row) => unit(row) !== 'SE') },
      ],
    });
  });

  it('count in a drawn polygon', () => {
    const [a, b] = [town.at(-2.5, -1.5), town.at(3.5, 2.5)];
    const ring = [
      [a.lng, a.lat],
      [b.lng, a.lat],
      [b.lng, b.lat],
      [a.lng, b.lat],
      [a.lng, a.lat],
    ];
    const polygon = { type: 'Polygon' as const, coordinates: [ring] };
    const { result } = analysisPeopleEconomy.run(
      context,
      peopleInput.parse({ polygon, topics: ['residents'], ownData }),
    );
    const isIn = ({ right, up }: { right: number; up: number }) => right >= -2 && right <= 3 && up >= -1 && up <= 2;
    expect(CROSSINGS.filter(isIn).length).toBeGreaterThan(20);
    expect(result.ownData!.parts).toMatchObject([{ id: 'polygon', ...expected(isIn) }]);
  });

  const bands = { origins: [center], bandSeconds: [2 * BLOCK_SECONDS, 4 * BLOCK_SECONDS] };
  const furnished = contextOf(withListings(islandWithShops()));

  it.each([
    ['analysis.category_mix', { ...bands, categories: ['food.bakery'] }],
    ['analysis.markets_sector', { ...bands, sectors: ['food.supermarket'] }],
    ['analysis.markets_brands', { ...bands, brands: ['Halcyon Fare'] }],
    ['analysis.realestate', bands],
  ])('count in the bands of %s as in those of an isochrone, for the same price', (id, given) => {
    const action = findAction(id)!;
    const asked = action.input.parse({ ...given, ownData });
    const { result } = action.run(furnished, asked) as { result: { ownData: object } };
    const drawn = analysisIsochrone.run(context, isochroneInput.parse({ ...bands, geometry: false, ownData }));
    expect(result.ownData).toEqual(drawn.result.ownData);
    expect(action.output.parse(result)).toEqual(result);
    expect(action.quote(furnished, asked)).toEqual(action.quote(furnished, action.input.parse(given)));
  });

  it('count where any store of a network, or own point of a brand, is reached in time', () => {
    const stores = [
      { id: 'a', ...center },
      { id: 'b', ...town.at(5, -3) },
    ];
    const isNear = (row: { right: number; up: number }) =>
      Math.min(blocksTo(row), blocksTo({ right: row.right - 5, up: row.up + 3 })) <= 2;
    // Two blocks and a third of a second.
    const minutes = (2 * BLOCK_SECONDS + 1 / 3) / 60;
    const limit = { limitSeconds: 2 * BLOCK_SECONDS, ...expected(isNear) };
    const counted = {
      rows: 401,
      outside: 1 + CROSSINGS.filter((row) => !isNear(row)).length,
      parts: [
        { id: 'band_1', kind: 'band', ...limit },
        { id: 'cumulative_1', kind: 'cumulative', ...limit },
      ],
    };
    const network = networkCoverage.input.parse({ stores, minutes, whiteSpotLevel: 4, ownData });
    const { result } = networkCoverage.run(context, network);
    expect(result.ownData).toEqual(counted);
    expect(networkCoverage.output.parse(result)).toEqual(result);
    const brand = (given: object) =>
      analysisBrandCoverage.run(
        context,
        analysisBrandCoverage.input.parse({ minutes, areaLevel: 4, ownData, ...given }),
      ).result.ownData;
    expect(brand({ ownPoints: stores })).toEqual(counted);
    // Nothing is covered before the first point opens.
    expect(brand({ plannedPoints: stores })).toEqual({ rows: 401, outside: 401, parts: [] });
  });

  it('change no price, and are absent where none are given', () => {
    const given = { origins: [center], bandSeconds: [300], topics: ['residents'] };
    const quote = (more: object) => analysisPeopleEconomy.quote(context, peopleInput.parse({ ...given, ...more }));
    expect(quote({ ownData })).toEqual(quote({}));
    expect('ownData' in analysisPeopleEconomy.run(context, peopleInput.parse(given)).result).toBe(false);
  });

  it('are refused where values and columns differ, or a column is named twice', () => {
    const fault = (own: object) =>
      isochroneInput
        .safeParse({ origins: [center], bandSeconds: [300], ownData: own })
        .error?.issues[0]?.path.join('/');
    const place = { ...center };
    expect(fault({ columns: ['a'], rows: [{ ...place, values: [1] }, { ...place }] })).toBe('ownData/rows/1/values');
    expect(fault({ columns: ['a', 'a'], rows: [{ ...place, values: [1, 2] }] })).toBe('ownData/columns/1');
    expect(fault({ rows: [] })).toBe('ownData/rows');
    expect(fault({ rows: [place] })).toBeUndefined();
  });
});
