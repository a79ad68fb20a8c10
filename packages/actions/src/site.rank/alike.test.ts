import { SeededRandom } from '@hinterland/geo';
import { expect, it } from 'vitest';
import { contextOf } from '../testing/island.ts';
import { madeCity, shownOf, WHOLE } from '../testing/madeCity.ts';
import { siteRank } from './index.ts';

const METERS_PER_DEGREE = 111_195;

/** Two places on the streets of a made city, so many meters apart to the north. */
function rank(seed: number, meters: number) {
  const random = new SeededRandom(seed);
  const { territory, town } = shownOf(madeCity(seed, 'food.bakery', 0.5), WHOLE);
  const one = town.at(random.int(9) - 4, random.int(9) - 4);
  const other = { lat: one.lat + meters / METERS_PER_DEGREE, lng: one.lng };
  const candidates = [
    { id: 'a', ...one },
    { id: 'b', ...other },
  ];
  const { result } = siteRank.run(
    contextOf(territory),
    siteRank.input.parse({ candidates, sectorCode: 'food.bakery' }),
  );
  return result as typeof result & { readonly verdict: { readonly outcome: string; readonly text: string } };
}

it('of 75 pairs of doors 25 to 45 m apart none is the best, and all are called alike', () => {
  let leads = 0;
  for (let seed = 1; seed <= 75; seed++) {
    const { verdict, certainty, candidates } = rank(seed, 25 + (seed % 21));
    expect([seed, verdict.outcome, certainty!.alike.length]).toEqual([seed, 'not_clear', 1]);
    expect(verdict.text).toContain('lie less than 100 m apart');
    if (candidates[1]!.netNew < 0.95 * candidates[0]!.netNew) leads++;
  }
  // By their figures alone some of them would lead.
  expect(leads).toBeGreaterThan(0);
});

it('places farther from each other are told apart where one leads in nine of ten draws', () => {
  const outcomes = Array.from({ length: 12 }, (_, i) => {
    const { verdict, certainty } = rank(100 + i, 2000);
    expect(certainty!.alike).toEqual([]);
    expect(verdict.outcome === 'yes').toBe(certainty!.first >= 0.9 && !verdict.text.includes('not clear'));
    return verdict.outcome;
  });
  expect(new Set(outcomes)).toEqual(new Set(['yes', 'not_clear']));
});
