import { readFileSync } from 'node:fs';
import { COICOP_DIVISIONS } from '@hinterland/catalogue';
import { buildScene } from '@hinterland/engine/testing';
import { inMemoryTerritory, type Sociodemo, type Territory } from '@hinterland/territory';
import { expect, it } from 'vitest';
import { analysisBrandCoverage } from '../analysis.brand_coverage/index.ts';
import { analysisCategoryMix } from '../analysis.category_mix/index.ts';
import { analysisMarketsBrands } from '../analysis.markets_brands/index.ts';
import { analysisMarketsSector } from '../analysis.markets_sector/index.ts';
import { analysisSiteComparison } from '../analysis.site_comparison/index.ts';
import { BLOCK_SECONDS, contextOf } from '../testing/island.ts';
import { islandWithShops } from '../testing/shops.ts';

/** The examples of the methods pages come out as written there. */

/** Cells behind the first of the row of a page's table that begins with this text, as numbers where they are such. */
function written(page: string, figure: string): (number | string)[] {
  const text = readFileSync(new URL(`../../../../docs/methods/${page}.md`, import.meta.url), 'utf8');
  const row = text.split('\n').find((line) => line.startsWith(`| ${figure}`));
  if (row === undefined) throw new Error(`${page}.md has no row "${figure}"`);
  const cells = row
    .split('|')
    .slice(2, -1)
    .map((cell) => cell.trim());
  return cells.map((cell) => (/^-?[\d,.]+$/.test(cell) ? Number(cell.replaceAll(',', '')) : cell));
}
const first = (page: string, figure: string) => written(page, figure)[0] as number;

interface Bakery {
  readonly village: 0 | 1 | 2;
  readonly squareMeters: number;
}

/** A, B and C in a line, two minutes by car from one to the next. */
function villages(bakeries: readonly Bakery[]) {
  const nodes = [0, 1, 2].map((i) => ({ x: 2000 * i, y: 0 }));
  const road = (from: number) => ({
    from,
    to: from + 1,
    lengthMillimeters: 2_000_000,
    forwardMilliseconds: 120_000,
    backwardMilliseconds: 120_000,
  });
  const poles = [1000, 600, 400].map((residents, i) => ({
    ...nodes[i]!,
    road: i === 2 ? 1 : i,
    positionMillimeters: i === 2 ? 2_000_000 : 0,
    accessMillimeters: 0,
    residents,
  }));
  const scene = buildScene({ nodes, roads: [road(0), road(1)], poles });
  const at = (village: number) => scene.place(nodes[village]!);
  const shops = [...bakeries.map(({ village }) => ({ village, sector: 0 })), { village: 1, sector: 1 }];
  const { players } = inMemoryTerritory({
    players: {
      sectors: ['food.bakery', 'food.butcher'],
      stores: {
        sector: shops.map(({ sector }) => sector),
        lngMicrodegrees: shops.map(({ village }) => Math.round(at(village).lng * 1e6)),
        latMicrodegrees: shops.map(({ village }) => Math.round(at(village).lat * 1e6)),
        floorAreaSquareMeters: [...bakeries.map(({ squareMeters }) => squareMeters), 60],
      },
      supply: { stores: { file: shops.length }, floorAreas: {}, completeness: { estimate: 1, note: 'Drawn.' } },
    },
  });
  const sociodemo = scene.territory.sociodemo as Sociodemo;
  const residents = sociodemo.topics.get('residents')!.columns.get('total')!;
  const perResident: Record<string, number> = { cp01: 2000, cp11: 500 };
  const columns = new Map(
    COICOP_DIVISIONS.map(([code]) => [code, residents.map((people) => people * (perResident[code] ?? 0))]),
  );
  const consumption = { rows: residents.length, flags: new Uint8Array(residents.length), columns };
  const territory: Territory = {
    ...scene.territory,
    players,
    sociodemo: { ...sociodemo, topics: new Map([...sociodemo.topics, ['consumption', consumption]]) },
  };
  return { territory, at };
}
const BAKERIES: readonly Bakery[] = [
  { village: 0, squareMeters: 100 },
  { village: 2, squareMeters: 200 },
];

it('markets.md', () => {
  const { territory, at } = villages(BAKERIES);
  const input = analysisMarketsSector.input.parse({ origins: [at(0)], bandSeconds: [120], sectors: ['food.bakery'] });
  const [sector] = analysisMarketsSector.run(contextOf(territory), input).result.sectors as any[];
  const { band_1: of } = sector.figures;
  const page = 'markets';
  expect(of.demandPerResident).toBeCloseTo(first(page, 'demand per resident'), 2);
  expect(of.demand).toBeCloseTo(first(page, 'demand of A and B'), 2);
  expect(of.supply).toBeCloseTo(first(page, 'supply'), 2);
  expect(of.opportunity).toBeCloseTo(first(page, 'opportunity: '), 2);
  expect(of.leakageSurplusFactor).toBeCloseTo(first(page, 'leakage/surplus factor:'), 2);
  expect(sector.parameters.outsideOption.utility).toBeCloseTo(first(page, 'U_0 = '), 4);
  expect(of.captured).toBeCloseTo(first(page, 'captured:'), 2);
  expect(of.leakageToStores).toBeCloseTo(first(page, 'leakage to the bakery in C'), 2);
  expect(of.leakageElsewhere).toBeCloseTo(first(page, 'leakage elsewhere'), 2);
  expect(of.salesPotentialPerSquareMeter).toBeCloseTo(first(page, 'sales potential per m²:'), 2);
  expect(of.storesPer10000).toBeCloseTo(first(page, 'stores per 10,000:'), 2);
  expect(of.locationQuotient).toBeCloseTo(first(page, 'location quotient:'), 2);
  const shares =
    first(page, 'share of the bakery in A for A') * 105_000 + first(page, 'share of the bakery in A for B') * 63_000;
  expect(Math.abs(shares - of.captured)).toBeLessThan(10);
});

it('category-mix.md', () => {
  const { town, territory } = islandWithShops();
  const input = { origins: [town.at(0, 0)], bandSeconds: [3 * BLOCK_SECONDS], categories: ['food.supermarket'] };
  const { result } = analysisCategoryMix.run(contextOf(territory), analysisCategoryMix.input.parse(input));
  const [category] = result.categories as any[];
  const { band_1: of } = category.parts;
  const page = 'category-mix';
  expect(result.parts[0]!.residents).toBe(first(page, 'residents within three blocks'));
  expect(of.storesPer10000).toBeCloseTo(first(page, 'supermarkets per 10,000 there'), 2);
  expect(category.references.state.storesPer10000).toBeCloseTo(first(page, 'supermarkets per 10,000 in the state'), 2);
  expect(of.ratios.state).toBeCloseTo(first(page, 'ratio to the state'), 2);
  expect(of.shareOfStores).toBeCloseTo(first(page, 'share of stores: 2'), 2);
  expect(of.locationQuotients.state).toBeCloseTo(first(page, 'location quotient to the state'), 2);
});

it('competitors-by-brand.md', () => {
  const { town, territory } = islandWithShops();
  const input = { origins: [town.at(0, 0)], bandSeconds: [6 * BLOCK_SECONDS], brands: ['Halcyon Fare'] };
  const { result } = analysisMarketsBrands.run(contextOf(territory), analysisMarketsBrands.input.parse(input));
  const [brand] = result.brands as any[];
  const page = 'competitors-by-brand';
  expect(brand.figures.band_1.shareOfStores).toBeCloseTo(first(page, 'share of stores: 1'), 3);
  expect(brand.figures.band_1.shareOfFloorArea).toBeCloseTo(first(page, 'share of floor area: 1'), 3);
  expect(brand.competitors[0].nearest.seconds).toBeCloseTo(first(page, 'nearest Brindlemart'), 0);
  expect(brand.competitors[1].nearest.seconds).toBeCloseTo(first(page, 'nearest independent'), 0);
});

it('brand-coverage.md', () => {
  const { town, territory } = islandWithShops();
  const ownPoints = Object.entries({ a: [0, 0], b: [1, 0], c: [5, 5] }).map(([id, [x, y]]) => ({
    id,
    ...town.at(x!, y!),
  }));
  const input = analysisBrandCoverage.input.parse({ ownPoints, minutes: (2 * BLOCK_SECONDS) / 60 });
  const { result } = analysisBrandCoverage.run(contextOf(territory), input);
  const page = 'brand-coverage';
  expect(result.ownPoints[0]!.reached).toBe(first(page, 'reached by (0, 0)'));
  expect(result.ownPoints[1]!.reached).toBe(first(page, 'reached by (1, 0)'));
  expect(result.coverage.covered).toBe(first(page, 'covered by all three'));
  expect([result.closingOrder![0]!.id]).toEqual(written(page, 'first to close'));
  expect(result.closingOrder![0]!.lost).toBe(first(page, 'lost by that'));
});

it('site-comparison.md', () => {
  const { territory, at } = villages(BAKERIES);
  const input = analysisSiteComparison.input.parse({
    candidates: [
      { id: 'A', ...at(0) },
      { id: 'B', ...at(1) },
    ],
    bandSeconds: [120],
    sectorCode: 'food.bakery',
  });
  const { result } = analysisSiteComparison.run(contextOf(territory), input);
  const rows = result.tables.flatMap((table) => table.rows);
  const valuesOf = (id: string) => rows.find((row) => row.id === id)!.values as number[];
  const compare = (id: string, figure: string) =>
    valuesOf(id).forEach(
      (value, i) => void expect(value).toBeCloseTo(written('site-comparison', figure)[i] as number, 2),
    );
  compare('residents_1', 'residents within 2 minutes');
  compare('demand', 'yearly spend on bakeries');
  compare('competitors', 'competing stores');
  compare('captured', 'what a store there would take');
});
