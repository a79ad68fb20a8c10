import { textsOf } from '@hinterland/answers/texts';
import { makeWords, type Outcome, type Verdict } from '@hinterland/answers/words';
import { describe, expect, it } from 'vitest';
import { verdictOf as covers } from '../analysis.brand_coverage/verdict.ts';
import { verdictOf as brandStands } from '../analysis.markets_brands/verdict.ts';
import { verdictOf as prices } from '../analysis.realestate/verdict.ts';
import { verdictOf as close } from '../network.coverage/verdict.ts';

const words = makeWords('en', textsOf('en'));
const outcomeOf = (verdict: Verdict | null): Outcome | null => verdict?.outcome ?? null;
const textOf = (verdict: Verdict | null): string =>
  verdict === null ? '' : [verdict.headline, ...verdict.because, verdict.sure].map(words.title).join(' ');

const territory = { id: 'x', name: 'X', currency: 'EUR' };
const parts = [{ id: 'cumulative_1', kind: 'cumulative' }];

describe('stores that can close', () => {
  const stores = ['a', 'b', 'c'].map((id, i) => ({ id, name: `Store ${id}`, exclusive: 10 + i }));
  const step = (id: string, lostInAll: number) => ({ id, name: `Store ${id}`, lostInAll, optimum: { gap: 0 } });
  const asked = (closurePlan: object[] | undefined, covered = 1000, given: object[] = stores, speeds?: object[]) =>
    close({ network: { covered }, stores: given, method: { minutes: 10 }, closurePlan, speeds } as never);
  it.each<[number[], Outcome, string]>([
    [
      [2, 10, 30],
      'yes',
      '2 of 3 stores can close, and 99% of the people reached today still reach a store. Without Store 0, Store 1, 10 people',
    ],
    [
      [10.1],
      'not_clear',
      'It is not clear whether one of 3 stores can close: 99% of the people would still reach one. Without Store 0, 10 people',
    ],
    [[19.9], 'not_clear', 'can close: 98% of the people'],
    [[20], 'no', 'None of 3 stores can close without a loss; 98% of the people'],
  ])('a plan that loses %j of 1000 people: %s', (lost, outcome, text) => {
    const verdict = asked(lost.map((one, i) => step(String(i), one)));
    expect(outcomeOf(verdict)).toBe(outcome);
    expect(textOf(verdict)).toContain(text);
  });
  it.each<[number, number, number, Outcome]>([
    // Lost of 1000 as asked, and at the slower and the faster speed: a share of 98% decides a yes, one of 99% a no.
    [10, 12, 8, 'yes'],
    [10, 17, 5, 'yes'],
    [10, 20, 5, 'not_clear'],
    [10, 40, 5, 'not_clear'],
    [20, 30, 18, 'no'],
    [20, 30, 5, 'not_clear'],
  ])('a loss of %i, at other speeds of %i and %i: %s', (lost, slower, faster, outcome) => {
    const speeds = [slower, faster].map((one, i) => ({ speed: i === 0 ? 0.9 : 1.1, covered: 1000, lost: one }));
    const verdict = asked([step('a', lost)], 1000, stores, speeds);
    expect(outcomeOf(verdict)).toBe(outcome);
    expect(textOf(verdict)).toMatch(/At speeds a tenth lower or higher [\d.]+% to [\d.]+% of the people/);
  });
  it('tells ties as ties, and names what it counts', () => {
    const tied = stores.map((one, i) => ({ ...one, exclusive: i === 2 ? 50 : 0, reached: 900 - 100 * i }));
    const verdict = asked([step('a', 0)], 1000, tied);
    expect(textOf(verdict)).toContain('Any of 2 stores could close alone without anybody losing one');
    expect(textOf(verdict)).toContain('come first: Store b, Store a.');
    expect(verdict?.named).toEqual(['Store a']);
    expect(textOf(asked([step('a', 0), step('b', 0)], 1000, tied))).not.toContain('Any of');
  });
  it('without a plan takes the store that fewest people need', () => {
    expect(outcomeOf(asked(undefined))).toBe('yes');
    expect(outcomeOf(asked(undefined, 999))).toBe('not_clear');
    expect(outcomeOf(asked(undefined, 500))).toBe('no');
    expect(outcomeOf(asked([], 1000, stores.slice(0, 1)))).toBe('no');
    expect(outcomeOf(asked(undefined, 0))).toBe('not_clear');
  });
});

describe('how a brand stands', () => {
  const coverage = (shareOfTerritory: number | null, others?: number[]) =>
    covers({
      coverage: {
        covered: 100,
        shareOfTerritory,
        spend: null,
        speeds: others?.map((one) => ({ shareOfTerritory: one })),
      },
      ownPoints: [{ id: 'a', exclusive: 60 }],
      method: { minutes: 5 },
    } as never);
  it.each<[number | null, Outcome | null]>([
    [0.6, 'yes'],
    [0.599, 'not_clear'],
    [0.401, 'not_clear'],
    [0.4, 'no'],
    [null, null],
  ])('reaching %f of the people: %s', (share, outcome) => expect(outcomeOf(coverage(share))).toBe(outcome));
  it.each<[number, number[], Outcome]>([
    // A line to the value at one deviation: 1.28 of them are a tenth of the draws.
    [0.6, [0.53, 0.66], 'yes'],
    [0.6, [0.51, 0.66], 'not_clear'],
    [0.4, [0.3, 0.47], 'no'],
    [0.4, [0.3, 0.49], 'not_clear'],
  ])('reaching %f of the people, at other speeds %j: %s', (share, others, outcome) => {
    expect(outcomeOf(coverage(share, others))).toBe(outcome);
    expect(textOf(coverage(share, others))).toContain(`it would be ${others[0]! * 100}% to ${others[1]! * 100}%`);
  });

  const beside = (stores: number, area: number, supplyData?: object) =>
    brandStands({
      supplyData,
      parts,
      brands: [
        {
          name: 'Own',
          available: true,
          sector: { code: 'food.bakery', name: 'Bakeries' },
          figures: { cumulative_1: { stores, floorAreaSquareMeters: area } },
          competitors: [
            { brand: null, stores: { cumulative_1: 90 }, floorAreaSquareMeters: 9000 },
            { brand: 'Rival', stores: { cumulative_1: 10 }, floorAreaSquareMeters: 1000 },
          ],
        },
      ],
    } as never);
  it.each<[number, number, Outcome]>([
    [11, 1100, 'yes'],
    [11, 1099, 'not_clear'],
    [10, 1100, 'not_clear'],
    [9, 900, 'no'],
    [9, 901, 'not_clear'],
    [10, 900, 'not_clear'],
  ])('%i stores with %i m² beside 10 with 1000: %s', (stores, area, outcome) => {
    expect(outcomeOf(beside(stores, area))).toBe(outcome);
  });

  const known = { floorAreas: { known: 100 }, completeness: 1 };
  const uncounted = { floorAreas: { known: 100 }, completeness: null };
  it.each<[number, number, object, Outcome]>([
    [11, 1100, known, 'yes'],
    [9, 900, known, 'no'],
    // Two brands of which 35% may be missing, each by itself: nine of ten draws have the larger one in front from 1.9 times on.
    [18, 1800, uncounted, 'not_clear'],
    [20, 2000, uncounted, 'yes'],
    [5, 500, uncounted, 'no'],
    [6, 600, uncounted, 'not_clear'],
    [11, 1100, { ...known, floorAreas: { sector_median: 100 } }, 'not_clear'],
    [15, 1500, { ...known, floorAreas: { sector_median: 100 } }, 'yes'],
  ])('%i stores with %i m² where supply is %j: %s', (stores, area, supply, outcome) => {
    expect(outcomeOf(beside(stores, area, supply))).toBe(outcome);
  });
  it('says where not one draw can tell, in place of two shares of nothing', () =>
    expect(textOf(beside(11, 900, known))).toContain(
      'In none of 400 draws of stores that the data lack and of floor areas that are not known is Own ahead by both, or behind by both.',
    ));
  it('names what decides', () =>
    expect(textOf(beside(12, 1200, uncounted))).toMatch(
      /Own is ahead by both in [5-7]\d% of 400 draws .* a complete list of the stores would settle it/,
    ));
});

describe('prices', () => {
  const market = (median: number | null, count = 100, kind = 'sale') => ({
    kind,
    state: 'listing',
    unit: 'currency',
    all: { count, pricePerSquareMeter: { median, count } },
  });
  const asked = (here: number | null, there: number | null, count = 100, kind = 'sale') =>
    prices({
      parts: [{ ...parts[0], markets: [market(here, count, kind)] }],
      benchmarks: [{ available: true, name: 'Town', markets: [market(there, 900, kind)] }],
      territory,
    } as never);
  it.each<[number | null, number | null, number, Outcome]>([
    [1100, 1000, 20, 'yes'],
    [1099, 1000, 20, 'not_clear'],
    [1051, 1000, 20, 'not_clear'],
    [1050, 1000, 20, 'no'],
    [700, 1000, 20, 'no'],
    [1100, 1000, 19, 'not_clear'],
    [null, 1000, 100, 'not_clear'],
    [1100, null, 100, 'not_clear'],
  ])('a median of %f beside %f, of %i listings: %s', (here, there, count, outcome) => {
    expect(outcomeOf(asked(here, there, count))).toBe(outcome);
  });
  it.each<[number, number, Outcome]>([
    // Quartiles 40% apart: the median of n offers has a deviation of 0.31 ÷ √n of itself.
    [1100, 1000, 'yes'],
    [1100, 60, 'not_clear'],
    [1180, 60, 'yes'],
    [1050, 60, 'not_clear'],
    [1000, 60, 'no'],
    [1000, 1000, 'no'],
  ])('a median of %i beside 1000 from %i scattered offers: %s', (median, count, outcome) => {
    const scattered = (middle: number, of: number) => ({
      ...market(middle, of),
      all: { count: of, pricePerSquareMeter: { median: middle, count: of, p25: middle / 1.183, p75: middle * 1.183 } },
    });
    const verdict = prices({
      parts: [{ ...parts[0], markets: [scattered(median, count)] }],
      benchmarks: [{ available: true, name: 'Town', markets: [scattered(1000, 5000)] }],
      territory,
    } as never);
    expect(outcomeOf(verdict)).toBe(outcome);
    expect(textOf(verdict)).toMatch(/\d+% of 400 draws of the listings say the same/);
  });
  it('names rents as rents', () =>
    expect(textOf(asked(1100, 1000, 30, 'rent'))).toContain('Rents are high here, beside Town.'));
});
