import { textsOf } from '@hinterland/answers/texts';
import { makeWords, type Outcome, type Verdict } from '@hinterland/answers/words';
import { describe, expect, it } from 'vitest';
import { verdictOf as roomOf } from '../analysis.markets_sector/verdict.ts';
import { verdictOf as best } from '../analysis.site_comparison/verdict.ts';
import { verdictOf as ranked } from '../site.rank/verdict.ts';
import { verdictOf as searched } from '../site.search/verdict.ts';

const words = makeWords('en', textsOf('en'));
const outcomeOf = (verdict: Verdict | null): Outcome | null => verdict?.outcome ?? null;
const textOf = (verdict: Verdict | null): string =>
  verdict === null ? '' : [verdict.headline, ...verdict.because, verdict.sure].map(words.title).join(' ');

const territory = { id: 'x', name: 'X', currency: 'EUR' };
const parts = [{ id: 'cumulative_1', kind: 'cumulative' }];

describe('room for one more store', () => {
  const room = (more: object = {}) => ({
    minutes: 20,
    demand: 850,
    supply: 400,
    stores: 4,
    usualSales: 100,
    captured: 120,
    takenFromStores: 115,
    newToMarket: 5,
    losers: {
      stores: 4,
      taken: 114,
      lossShare: 0.13,
      most: [
        { name: 'Crust', taken: 60, lossShare: 0.2 },
        { name: 'Crumb', taken: 30, lossShare: 0.1 },
      ],
    },
    regionBalance: 1.2,
    completeness: { low: 1, high: 1 },
    beyondMapShare: 0,
    needsCar: false,
    draws: { yes: 0.97, no: 0, untold: 0, decides: null },
    more: { low: 2.4, middle: 4.5, high: 7.2 },
    ...more,
  });
  const asked = (given: object | null | undefined) =>
    roomOf({
      parts,
      territory,
      sectors: [
        {
          code: 'food.bakery',
          name: 'Bakeries',
          available: true,
          demandUnit: 'currency_per_year',
          figures: { cumulative_1: {} },
          oneMore: { squareMeters: 80 },
          room: given,
        },
      ],
    } as never);
  const draws = (yes: number, no: number, untold = 0, decides: string | null = null) =>
    room({ draws: { yes, no, untold, decides } });

  it.each<[number, number, Outcome]>([
    [0.9, 0, 'yes'],
    [0.899, 0, 'not_clear'],
    [0, 0.9, 'no'],
    [0, 0.899, 'not_clear'],
    [0.5, 0.5, 'not_clear'],
  ])('yes in %f and no in %f of the draws: %s', (yes, no, outcome) => {
    expect(outcomeOf(asked(draws(yes, no)))).toBe(outcome);
  });

  it('says who loses, and for how many it is sure', () => {
    expect(textOf(asked(room()))).toBe(
      "Yes: there is room for one more store (bakeries). The residents within 20 minutes of this place, as far as customers come, spend €850 a year: 2.13 times the €400 that the 4 stores there usually sell. In the whole territory it is 1.20 times. A new one of usual size (80 m²) at this place would take €120 a year by Huff's model; stores of that size usually sell €100. €115 of that would come from the stores there and €5 be new to the market. 4 stores would lose 1% of their sales or more, 13% on average, most of all Crust, Crumb. What the residents would still spend in the stores there is 1.83 times what these usually sell. There is room in 97% of 400 draws of all that is uncertain. Until all stores sell only what is usual, 2 to 4 more can open in eight of ten draws.",
    );
  });

  it('never finds room for more stores than there are, or may be by the counts of a register', () => {
    const many = { more: { low: 101, middle: 120, high: 150 } };
    expect(textOf(asked(room(many)))).toContain('4 more can open');
    expect(textOf(asked(room({ ...many, completeness: { low: 0.5, high: 0.5 } })))).toContain('8 more can open');
    expect(textOf(asked(room({ ...many, stores: 0 })))).toContain('1 more can open');
  });

  it('signs no yes where the data may hold less than half of the stores', () => {
    const verdict = asked(room({ completeness: { low: 0.49, high: 0.9 } }));
    expect(outcomeOf(verdict)).toBe('not_clear');
    expect(textOf(verdict)).toMatch(/97% say that there is room .* a complete list of the stores would settle it/);
    expect(outcomeOf(asked(room({ completeness: null })))).toBe('not_clear');
    expect(outcomeOf(asked(room({ completeness: { low: 0.5, high: 0.9 } })))).toBe('yes');
  });

  it('calls what a store cannot sell demand in reach', () => {
    expect(textOf(asked(room({ captured: 151 })))).toContain('would have a demand of €151 a year in reach');
    expect(textOf(asked(room({ captured: 149 })))).toContain('would take €149 a year');
  });

  it('names what decides, and what would settle it', () => {
    expect(textOf(asked(draws(0.6, 0.3, 0, 'people')))).toContain(
      'Of 400 draws of all that is uncertain, 60% say that there is room and 30% that there is none; the others cannot tell. What decides is what workers and visitors spend',
    );
    expect(textOf(asked(draws(0, 0, 0, 'stores')))).toContain(
      'None of 400 draws of all that is uncertain can tell whether there is room. What decides is how many stores the data lack',
    );
    expect(textOf(asked(draws(0, 0.0025)))).toContain('0% say that there is room and 0.3% that there is none');
    const region = room({ regionBalance: 17.6, draws: { yes: 0, no: 0, untold: 1, decides: 'stores' } });
    expect(textOf(asked(region))).toContain(
      'All residents of the territory spend 17.6 times what its stores in the data',
    );
    expect(textOf(asked(room({ beyondMapShare: 0.1 })))).toContain('10% of the reach lies beyond the edge of the map');
    expect(outcomeOf(asked(room({ needsCar: true })))).toBe('not_clear');
    expect(textOf(asked(room({ needsCar: true })))).toContain('Ask by car');
  });

  it('says of a place beside its region whether it is as the others, and where one of two is lacking', () => {
    const none = { yes: 0, no: 0, untold: 0, decides: null };
    expect(textOf(asked(room({ regionBalance: 2, draws: none })))).toMatch(
      /spend 2 times .* served no worse than others/,
    );
    const less = room({ regionBalance: 0.5, demand: 300, captured: 60, draws: none });
    expect(textOf(asked(less))).toContain('spend 0.5');
    expect(textOf(asked(less))).toContain('served no better than others');
    expect(textOf(asked(room({ demand: 450, draws: none })))).toContain('only out of those of the stores there');
    expect(textOf(asked(room({ captured: 90, draws: none })))).toContain('a new one would stay below its usual sales');
  });

  it('is not clear without tables of spend, and nothing is said of answers from before', () => {
    expect(outcomeOf(asked(null))).toBe('not_clear');
    expect(asked(undefined)).toBeNull();
  });
});

describe('the best of several places', () => {
  const candidates = ['a', 'b', 'c'].map((id) => ({ id, name: `Place ${id}`, bestRows: 0, reasons: [] }));
  const row = (id: string, values: (number | null)[], better: string | null = 'higher') => ({
    id,
    label: id,
    unit: '',
    better,
    values,
    best: [],
  });
  const byGain = (values: number[], bests = ['a', 'a']) =>
    best({
      candidates,
      territory,
      tables: [{ id: 'market', title: 'Market', rows: [row('captured', values)] }],
      market: {
        sector: { code: 'food.bakery', name: 'Bakeries' },
        spendUnit: 'currency_per_year',
        sensitivity: bests.map((one) => ({ best: one })),
      },
    } as never);
  it.each<[number[], string[], Outcome]>([
    [[100, 95, 20], ['a', 'a'], 'yes'],
    [[100, 95.1, 20], ['a', 'a'], 'not_clear'],
    [[100, 95, 20], ['a', 'b'], 'not_clear'],
    [[100, 97.9, 20], ['a', 'a'], 'not_clear'],
    [[100, 98, 20], ['a', 'a'], 'no'],
    [[0, 0, 0], ['a', 'a'], 'no'],
  ])('gains of %j with the best of variants %j: %s', (values, bests, outcome) => {
    expect(outcomeOf(byGain(values, bests))).toBe(outcome);
  });

  const byRows = (...rows: object[]) =>
    best({ candidates, territory, tables: [{ id: 'people', title: 'People', rows }], market: null } as never);
  it('without a sector needs a clear lead in more than half of the rows that have a better', () => {
    const age = row('median_age', [30, 60, 90], null);
    expect(outcomeOf(byRows(row('density', [100, 95, 1]), row('families', [1, 50, 51]), age))).toBe('not_clear');
    expect(outcomeOf(byRows(row('density', [100, 95, 1]), row('families', [100, 95, 51]), age))).toBe('yes');
    expect(outcomeOf(byRows(row('density', [100, 95.1, 1]), row('families', [100, 95.1, 51])))).toBe('not_clear');
    expect(outcomeOf(byRows(row('density', [100, 98, 1]), row('unemployment_rate', [4.9, 5, 9], 'lower')))).toBe('no');
    const told = textOf(byRows(row('density', [100, 95, 1]), row('families', [100, 50, 51]), row('x', [1, 1, null])));
    expect(told).toContain(
      'Place a is the best of 3 places. Place a leads clearly in 2 of 3 rows that have a better: residents per km², families.',
    );
  });
});

describe('where the next store opens', () => {
  const variants = Array.from({ length: 10 }, () => ({}));
  const site = (id: string, netNew: number, captured = netNew, keepsRank = 1) => ({
    id,
    name: id,
    netNew,
    captured,
    sensitivity: { keepsRank },
  });
  const asked = (...candidates: object[]) =>
    ranked({ candidates, variants, spendUnit: 'currency_per_year', currency: 'EUR' } as never);
  it.each<[object[], Outcome]>([
    [[site('a', 100), site('b', 95)], 'yes'],
    [[site('a', 100), site('b', 95.1)], 'not_clear'],
    [[site('a', 100, 100, 0.9), site('b', 50)], 'yes'],
    [[site('a', 100, 100, 0.8), site('b', 50)], 'not_clear'],
    [[site('a', 5, 100), site('b', 1)], 'yes'],
    [[site('a', 4.9, 100), site('b', 1)], 'not_clear'],
    [[site('a', 2, 100), site('b', 1)], 'no'],
    [[site('a', 0), site('b', 0)], 'no'],
    [[site('a', 100)], 'not_clear'],
  ])('%j: %s', (candidates, outcome) => expect(outcomeOf(asked(...candidates))).toBe(outcome));

  const certainty = (more: object = {}) => ({
    first: 0.95,
    decides: null,
    alike: [],
    usualSales: 100,
    beyondMapShare: 0,
    ...more,
  });
  const sureOf = (more: object, ...candidates: object[]) =>
    ranked({
      candidates,
      variants,
      spendUnit: 'currency_per_year',
      currency: 'EUR',
      certainty: certainty(more),
    } as never);
  it('is sure where the first stays first in nine of ten draws, and alike at one spot', () => {
    const [a, b, c] = [site('a', 100), site('b', 99), site('c', 80)];
    expect(outcomeOf(sureOf({ first: 0.9 }, a, c))).toBe('yes');
    expect(outcomeOf(sureOf({ first: 0.89, decides: 'people' }, a, c))).toBe('not_clear');
    expect(textOf(sureOf({ first: 0.89, decides: 'people' }, a, c))).toContain(
      'A stays first in 89% of 400 draws of all that is uncertain. What decides is what workers and visitors spend',
    );
    expect(textOf(sureOf({ alike: ['b'] }, a, b))).toContain('Not clear: a, b lie less than 100 m apart');
    expect(outcomeOf(sureOf({ alike: ['b'] }, a, b))).toBe('not_clear');
    expect(textOf(sureOf({ alike: ['b'] }, a, b, c))).toMatch(
      /^A is the best of 3 places.* Next comes c .* B, less than 100 m away, is as good/,
    );
    expect(textOf(sureOf({}, site('a', 151), c))).toContain('would have a demand of €151 more in reach');
    const alone = textOf(sureOf({ beyondMapShare: 0.4 }, site('a', 151)));
    expect(alone).toContain('Not clear: a stands alone in the list, so there is none to compare it with.');
    expect(alone).toContain('would have a demand of €151 more in reach for its owner. That is more than it can sell');
    expect(alone).toContain('40% of the reach lies beyond the edge of the map');
    expect(textOf(sureOf({}, site('a', 150)))).toContain('A store at a would add €150 for its owner.');
    expect(textOf(sureOf({ beyondMapShare: 0.4 }, a, c))).toContain('40% of the reach lies beyond the edge of the map');
  });

  const found = (set: object | null, ...gains: number[]) =>
    searched({
      places: gains.map((gain, i) => ({ gain, name: `Place ${i + 1}` })),
      set,
      search: { candidates: 260 },
      gainUnit: 'people',
      currency: null,
    } as never);
  it('of an area: the first leads, or the set is within a twentieth of the best', () => {
    expect(outcomeOf(found(null, 100, 95))).toBe('yes');
    expect(outcomeOf(found(null, 100, 95.1))).toBe('not_clear');
    expect(outcomeOf(found(null, 100))).toBe('not_clear');
    // One is listed of 260 that were searched.
    expect(textOf(found(null, 100))).toMatch(/Place 1 stands alone in the list.* 260 places were searched/s);
    expect(outcomeOf(found(null))).toBe('no');
    expect(outcomeOf(found(null, 0, 0))).toBe('no');
    const set = (gapShare: number) => ({
      places: [{ name: 'P' }, { name: 'Q' }],
      total: 9,
      upperBound: 10,
      gapShare,
      status: 'bounded',
    });
    expect(outcomeOf(found(set(0.05), 5, 5))).toBe('yes');
    expect(outcomeOf(found(set(0.051), 5, 5))).toBe('not_clear');
    expect(textOf(found(null, 100, 50))).toContain(
      'A store at Place 1 would add 100 people for its owner. Next comes Place 2 with 50 people, 50% less.',
    );
  });
});
