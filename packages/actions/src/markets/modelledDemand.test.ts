import { SECTORS } from '@hinterland/catalogue';
import { demandErrorOf } from '@hinterland/engine/market';
import type { Territory } from '@hinterland/territory';
import { expect, it } from 'vitest';
import { analysisMarketsSector as action } from '../analysis.markets_sector/index.ts';
import { analysisSiteComparison } from '../analysis.site_comparison/index.ts';
import { contextOf } from '../testing/island.ts';
import { withModelledSpend } from '../testing/modelledSpend.ts';
import { islandWithShops } from '../testing/shops.ts';
import { demandOf } from './demandData.ts';

const bakery = SECTORS.find(({ code }) => code === 'food.bakery')!;
const town = islandWithShops();

const modelled = (deviation: number, hasIncome: boolean): Territory =>
  withModelledSpend(town.territory, { deviation, hasIncome });

const ask = (territory: Territory) => {
  const input = action.input.parse({ origins: [town.town.at(0, 0)], bandSeconds: [600], sectors: [bakery.code] });
  const { result } = action.run(contextOf(territory), input) as any;
  return { sector: result.sectors[0], demandData: result.demandData, verdict: result.verdict };
};

it('weighs the errors of the divisions that a sector sells by what it sells of each', () => {
  // 5% of 2,000 of food, 1% of 250 of restaurants: 100 and 2.5 a head.
  expect(bakery.coicop).toEqual({ cp01: 0.05, cp11: 0.01 });
  const { typicalShare, deviation } = demandErrorOf(modelled(0.15, true), bakery)!;
  expect(typicalShare).toBeCloseTo((100 * 0.06 + 2.5 * 0.1) / 102.5, 12);
  expect(deviation).toBeCloseTo(0.15, 12);
  // Without incomes half of the draws lie within 0.6745 deviations.
  expect(demandErrorOf(modelled(0.2, false), bakery)!.typicalShare).toBeCloseTo(0.1349, 4);
  expect(demandErrorOf(town.territory, bakery)).toBeNull();
});

it('says beside sums that they are modelled, and how far off', () => {
  const plain = ask(town.territory);
  expect(plain.sector).not.toHaveProperty('demandErrorShare');
  expect(plain.demandData.note).not.toContain('modelled');
  const { sector, demandData, verdict } = ask(modelled(0.2, false));
  expect(sector.demandErrorShare).toBeCloseTo(0.135, 3);
  expect(demandData.note).toMatch(
    /Spend is modelled: national accounts of 2021, the same for every resident; such sums are typically within ±13% of published ones\.$/,
  );
  expect(verdict.because).toContain('These sums are modelled, typically within ±13% of published ones.');
  // Of all spend, 2,000 of it on food: (2,000 × 6% + 3,000 × 10%) ÷ 5,000.
  expect(demandOf(modelled(0.2, true)).note).toMatch(
    /small areas; such sums are typically within ±8% of published ones\.$/,
  );
});

it('says so beside places that are compared, with a sector or without', () => {
  const notesOf = (territory: Territory, more: object) => {
    const candidates = [town.town.at(0, 0), town.town.at(2, 2)].map((place, i) => ({ id: i + 1, ...place }));
    const input = analysisSiteComparison.input.parse({ candidates, bandSeconds: [600], mode: 'car', ...more });
    return (analysisSiteComparison.run(contextOf(territory), input) as any).result.notes.join(' ');
  };
  const ofSector = { sectorCode: bakery.code };
  expect(notesOf(town.territory, {})).not.toContain('modelled');
  expect(notesOf(town.territory, ofSector)).not.toContain('modelled');
  expect(notesOf(modelled(0.2, false), ofSector)).toContain('typically within ±13% of published ones.');
  expect(notesOf(modelled(0.2, true), {})).toContain('typically within ±8% of published ones.');
});

it('is the less clear the farther off spend may be', () => {
  const untold = (deviation: number): number => ask(modelled(deviation, true)).sector.room.draws.untold;
  expect(untold(0.1)).toBeLessThanOrEqual(untold(1));
  expect(untold(0.1)).toBeLessThan(untold(3));
});

it('sells per square meter by what is spent in shops, whatever rents and insurers pay', () => {
  const usual = (territory: Territory) => ask(territory).sector.oneMore.usualSales as number;
  const rich = modelled(0.2, true);
  const entry = rich.descriptors.sociodemo!.topics!.find(({ code }) => code === 'consumption')!.modelled!;
  const before = usual(rich);
  Object.assign(entry.perHead, { cp04: 100_000, cp06: 100_000 });
  expect(usual({ ...rich, descriptors: { ...rich.descriptors } })).toBeCloseTo(before, 6);
});
