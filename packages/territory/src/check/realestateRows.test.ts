import { describe, expect, it } from 'vitest';
import { bundleWith } from '../testing/changedBundle.ts';
import { checkBundle } from './checkBundle.ts';

describe('checks of listings', () => {
  const realestateDefects: [string, number, number, string, RegExp][] = [
    ['pole', 2, 5, 'listings.arrow, pole, row 2', /5 is not a row of poles/],
    ['pole', 0, 4, 'listings.arrow, row 1', /not in order of \(pole, day\)/],
    ['kind', 1, 2, 'listings.arrow, kind, row 1', /not between 0 and 1/],
    ['state', 1, 2, 'listings.arrow, state, row 1', /not between 0 and 1/],
    ['type', 0, 7, 'listings.arrow, type, row 0', /not between 0 and 6/],
    ['price', 0, 0, 'listings.arrow, price, row 0', /0 is neither above 0 nor NaN/],
    ['rooms', 0, Infinity, 'listings.arrow, rooms, row 0', /Infinity is neither/],
    ['day', 1, 20_800, 'listings.arrow, day, row 1', /2026-12-13 lies outside the days of Signs in windows/],
    ['daysOnMarket', 0, -2, 'listings.arrow, daysOnMarket, row 0', /-2 is no number of days/],
    ['open', 0, 2, 'listings.arrow, open, row 0', /not between 0 and 1/],
    ['source', 0, 1, 'listings.arrow, source, row 0', /1 is not a row of listingSources/],
  ];
  it.each(realestateDefects)('finds listings.%s[%i] = %s', async (column, row, value, place, problem) => {
    const dir = await bundleWith(({ realestate }) => {
      realestate.listings![column]![row] = value;
    });
    const found = (await checkBundle(dir)).find((finding) => finding.place === `realestate/2026-10-31/${place}`);
    expect(found?.problem).toMatch(problem);
  });
});
