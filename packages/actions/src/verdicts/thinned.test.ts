import { SeededRandom } from '@hinterland/geo';
import { expect, it } from 'vitest';
import { analysisMarketsSector } from '../analysis.markets_sector/index.ts';
import { contextOf } from '../testing/island.ts';
import { type MadeCity, madeCity, type Shown, shownOf, truthAt, WHOLE } from '../testing/madeCity.ts';

/** THINNED=1000 for the figures of docs/methods/verdicts.md. */
const SEEDS = Number(process.env.THINNED ?? 24);
const FIRST = Number(process.env.THINNED_FROM ?? 1);

/** Sectors with what workers and visitors spend at most, in shares of what residents do. */
const SECTORS = [
  ['food.supermarket', 0.1],
  ['food.bakery', 0.5],
  ['horeca.restaurant', 1.5],
  ['home.household', 0.1],
] as const;

interface Tally {
  yes: number;
  no: number;
  not_clear: number;
  wrongYes: number;
  wrongNo: number;
}

/** The verdict on data that show a part of a city, and what is wrong with it beside the whole. */
function ask(city: MadeCity, place: { readonly right: number; readonly up: number }, shown: Shown) {
  const { territory, town } = shownOf(city, shown);
  const input = { origins: [town.at(place.right, place.up)], bandSeconds: [600], sectors: [city.sector] };
  const { result } = analysisMarketsSector.run(contextOf(territory), analysisMarketsSector.input.parse(input));
  const [sector] = result.sectors;
  if (!sector?.available || sector.room == null) throw new Error('no room');
  const { outcome } = (result as unknown as { verdict: { outcome: 'yes' | 'no' | 'not_clear' } }).verdict;
  return { outcome, room: sector.room };
}

it(`of ${SEEDS} made cities whose data lack stores, workers or the ground beyond an edge, hardly a verdict is wrong beside the whole`, () => {
  const tallies: Record<string, Tally> = {};
  const faults: string[] = [];
  for (let seed = FIRST; seed < FIRST + SEEDS; seed++) {
    const random = new SeededRandom(seed * 7919);
    const [sector, others] = SECTORS[seed % SECTORS.length]!;
    const city = madeCity(seed, sector, others);
    const place = { right: random.int(15) - 7, up: random.int(15) - 7 };
    const truth = truthAt(city, place);
    const sells = truth.takes >= truth.usualSales;
    const hasRoom = sells && truth.more >= 1;
    const share = random.between(0.1, 0.9);
    const thinned = { ...WHOLE, seed, share };
    // Counted within a quarter, as registers count.
    const count = share * random.between(0.8, 1.25);
    const counted = { low: Math.min(1, count / 1.25), high: Math.min(1, count * 1.25) };
    const cutAt = Math.max(place.right, 1 + random.int(6));
    const cases: Readonly<Record<string, Shown>> = {
      whole: { ...WHOLE, seed },
      'workers hidden': { ...WHOLE, seed, others: false },
      'map cut': { ...WHOLE, seed, cutAt },
      'thinned, uncounted': { ...thinned, completeness: null },
      'thinned, uncounted, workers hidden, cut': { ...thinned, completeness: null, others: false, cutAt },
      'thinned, counted': { ...thinned, completeness: counted },
      'thinned, counted, workers hidden': { ...thinned, completeness: counted, others: false },
    };
    for (const [name, shown] of Object.entries(cases)) {
      const { outcome, room } = ask(city, place, shown);
      if (name === 'whole') {
        expect(room.captured! / truth.takes).toBeCloseTo(1, 4);
        expect((room.demand - room.supply) / room.usualSales).toBeCloseTo(truth.more, 2);
      }
      tallies[name] ??= { yes: 0, no: 0, not_clear: 0, wrongYes: 0, wrongNo: 0 };
      const tally = tallies[name];
      tally[outcome]++;
      if (outcome === 'yes' && !hasRoom) tally.wrongYes++;
      if (outcome === 'no' && sells) tally.wrongNo++;
      if ((outcome === 'yes' && !hasRoom) || (outcome === 'no' && sells)) faults.push(`${seed} ${name}: ${outcome}`);
    }
  }
  if (process.env.SHOW_OUTCOMES === '1') process.stdout.write(`${JSON.stringify({ tallies, faults }, null, 1)}\n`);
  for (const [name, { wrongYes, wrongNo }] of Object.entries(tallies)) {
    expect([name, wrongYes <= Math.max(1, 0.02 * SEEDS), wrongNo <= Math.max(1, 0.02 * SEEDS)]).toEqual([
      name,
      true,
      true,
    ]);
  }
  // Nothing is right by never being said.
  expect(tallies.whole!.yes).toBeGreaterThan(0);
  expect(tallies.whole!.no).toBeGreaterThan(0);
  expect(tallies['workers hidden']!.no).toBeGreaterThan(0);
});
