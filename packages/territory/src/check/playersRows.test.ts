import { describe, expect, it } from 'vitest';
import { bundleWith } from '../testing/changedBundle.ts';
import { checkBundle } from './checkBundle.ts';

describe('checks of stores and brands', () => {
  const playersDefects: [string, string, number, number | string, string, RegExp][] = [
    ['sectors', 'code', 1, 'food.bakery', 'sectors.arrow, code, row 1', /"food.bakery" stands there twice/],
    ['brands', 'sector', 0, 2, 'brands.arrow, sector, row 0', /2 is not a row of sectors/],
    ['brands', 'name', 0, 'Čaj', 'brands.arrow, name, row 1', /"Brotgut" does not come after "Čaj"/],
    ['brands', 'wikidata', 1, 'Q0', 'brands.arrow, wikidata, row 1', /"Q0" is no Wikidata id/],
    ['stores', 'id', 2, 'w/1', 'stores.arrow, id, row 2', /"w\/1" stands there twice/],
    ['stores', 'brand', 0, 2, 'stores.arrow, brand, row 0', /2 is not a row of brands/],
    ['stores', 'sector', 0, -1, 'stores.arrow, sector, row 0', /-1 is not a row of sectors/],
    ['stores', 'lngMicrodegrees', 0, 9_999_999, 'stores.arrow, lngMicrodegrees, row 0', /not between 10000000/],
    ['stores', 'floorAreaSquareMeters', 0, 0, 'stores.arrow, floorAreaSquareMeters, row 0', /0 m² is no floor area/],
    ['stores', 'floorAreaSource', 1, 0, 'stores.arrow, floorAreaSquareMeters, row 1', /not known and said to be known/],
    ['stores', 'source', 1, 5, 'stores.arrow, source, row 1', /not between 0 and 4/],
    ['stores', 'state', 1, 3, 'stores.arrow, state, row 1', /not between 0 and 2/],
  ];
  it.each(playersDefects)('finds %s.%s[%i] = %s', async (table, column, row, value, place, problem) => {
    const dir = await bundleWith(({ players }) => {
      players[table]![column]![row] = value;
    });
    const found = (await checkBundle(dir)).find((finding) => finding.place === `players/2026-11/${place}`);
    expect(found?.problem).toMatch(problem);
  });
});
