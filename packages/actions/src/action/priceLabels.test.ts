import { makeWords } from '@hinterland/answers';
import { textsOf, translateOf } from '@hinterland/answers/texts';
import { priceLabel } from '@hinterland/answers/words';
import { expect, it } from 'vitest';
import { actions, findAction } from '../registry.ts';
import { contextOf } from '../testing/island.ts';
import { withListings } from '../testing/listings.ts';
import { islandWithShops } from '../testing/shops.ts';

const territory = withListings(islandWithShops());
const german = makeWords('de', textsOf('de'), translateOf('de'));

/** Members with which a price has other lines than that of the example. */
const VARIANTS: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ...actions.filter(({ tariff }) => tariff !== null).map(({ id }) => [id, {}] as const),
  ['analysis.people_economy', { topics: ['residents', 'income'] }],
  ['analysis.category_mix', { neighboursOf: 'food.bakery' }],
  ['analysis.markets_sector', { sectors: ['food.supermarket', 'food.bakery'], mixNeighbours: true }],
  ['network.coverage', { candidates: undefined, openCount: undefined, combinedPlan: undefined, objective: undefined }],
  ['analysis.brand_coverage', { plannedPoints: undefined }],
  ['analysis.brand_coverage', { brand: undefined, ownPoints: undefined }],
  ['enrich.point', { include: ['people', 'economy', 'realestate', 'sectors'], sectors: 'auto' }],
  ['enrich.points', { include: ['people', 'economy', 'realestate', 'sectors'], sectors: 'auto' }],
];

/** Labels of brands are their names. */
const NAMES = 'markets_brands.brand';

it.each(VARIANTS)('the lines of the price of %s with %j are said in another language', (id, changes) => {
  const action = findAction(id)!;
  const given = Object.entries({ ...(action.example as object), ...changes }).filter(([, one]) => one !== undefined);
  const input = action.input.parse(Object.fromEntries(given));
  for (const channel of ['api', 'web'] as const) {
    const { lines } = action.quote({ ...contextOf(territory), channel }, input);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines.filter((one) => one.tariff !== NAMES)) {
      const { label, tariff } = line;
      const said = priceLabel(line, german);
      expect([tariff, label, said]).not.toEqual([tariff, label, label]);
      expect(said).not.toMatch(/[a-z]+[._][a-z]+/);
    }
  }
});
