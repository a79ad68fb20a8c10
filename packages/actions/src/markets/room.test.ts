import { SeededRandom } from '@hinterland/geo';
import { expect, it } from 'vitest';
import { analysisMarketsSector as action } from '../analysis.markets_sector/index.ts';
import { BLOCK_METERS, contextOf, HALF } from '../testing/island.ts';
import { madeCity, shownOf, WHOLE } from '../testing/madeCity.ts';
import { islandWithShops, type Shop } from '../testing/shops.ts';

const SECTOR = 'food.supermarket';
const shopsOf = (random: SeededRandom, count: number): Shop[] =>
  Array.from({ length: count }, () => ({
    sector: SECTOR,
    right: random.int(2 * HALF + 1) - HALF,
    up: random.int(2 * HALF + 1) - HALF,
    squareMeters: 20 + random.int(150),
  }));

const ask = (
  island: ReturnType<typeof islandWithShops>,
  bandSeconds: number[],
  at = island.town.at(0, 0),
  sectorCode = SECTOR,
) => {
  const input = action.input.parse({ origins: [at], bandSeconds, sectors: [sectorCode] });
  const { result } = action.run(contextOf(island.territory), input);
  const [sector] = result.sectors;
  if (!sector?.available || sector.room == null) throw new Error('no room');
  return {
    room: sector.room,
    figures: sector.figures,
    verdict: (result as { verdict?: { outcome: string } }).verdict!,
  };
};

it('is the same whatever limits are drawn, together and apart', () => {
  const outcomes = new Set<string>();
  for (let seed = 1; seed <= 12; seed++) {
    const random = new SeededRandom(seed);
    const island = islandWithShops(shopsOf(random, 4 + random.int(24)));
    const whole = ask(island, [180, 300, 600, 900, 1200]);
    for (const limit of [180, 300, 600, 900, 1200]) {
      const one = ask(island, [limit]);
      expect(one.room).toEqual(whole.room);
      expect(one.verdict).toEqual(whole.verdict);
    }
    outcomes.add(whole.verdict.outcome);
  }
  expect(outcomes.size).toBeGreaterThan(1);
});

it("counts everyone within the sector's longest time, and parts are the whole", () => {
  const island = islandWithShops(shopsOf(new SeededRandom(3), 12));
  const { room } = ask(island, [100]);
  // Twenty minutes are 24 blocks: all of the island.
  const { figures } = ask(island, [1200]);
  const whole = Object.values(figures).at(-1)!;
  expect(room.demand).toBeCloseTo(whole.demand, 3);
  expect(room.supply).toBeCloseTo(whole.supply!, 3);
  expect(room.stores).toBe(12);
  expect((room.takenFromStores! + room.newToMarket!) / room.captured!).toBeCloseTo(1, 6);
  expect(room.losers!.taken).toBeLessThanOrEqual(room.takenFromStores! * 1.0001);
});

it('is never clear where the spend and the usual sales of the region are more than three times apart', () => {
  const outcomeWith = (squareMeters: number, count: number) => {
    const shops = shopsOf(new SeededRandom(5), count).map((shop) => ({ ...shop, squareMeters }));
    const { room, verdict } = ask(islandWithShops(shops), [600]);
    return { balance: room.regionBalance!, outcome: verdict.outcome, untold: room.draws.untold };
  };
  const few = outcomeWith(20, 4);
  expect(few.balance).toBeGreaterThan(3.5);
  expect(few).toMatchObject({ outcome: 'not_clear', untold: 1 });
  const many = outcomeWith(600, 40);
  expect(many.balance).toBeLessThan(0.25);
  expect(many).toMatchObject({ outcome: 'not_clear', untold: 1 });
});

it('takes unknown completeness for a range, and says that it decides', () => {
  let sure = 0;
  for (let seed = 1; seed <= 40 && sure < 2; seed++) {
    const city = madeCity(seed, 'home.household', 0.1);
    const shown = (completeness: typeof WHOLE.completeness) => shownOf(city, { ...WHOLE, completeness });
    if (ask(shown(WHOLE.completeness), [600], undefined, city.sector).verdict.outcome !== 'yes') continue;
    sure++;
    const { room, verdict } = ask(shown(null), [600], undefined, city.sector);
    expect(room.completeness).toBeNull();
    expect([verdict.outcome, room.draws.decides]).toEqual(['not_clear', 'stores']);
  }
  expect(sure).toBe(2);
});

it('tells the share of the reach beyond a map that was cut, and is not clear where it is most', () => {
  const island = islandWithShops(shopsOf(new SeededRandom(8), 14).map((shop) => ({ ...shop, squareMeters: 60 })));
  const half = HALF * BLOCK_METERS;
  const [low, high] = [island.town.at(-HALF, -HALF), island.town.at(HALF, HALF)];
  const bbox = { west: low.lng, south: low.lat, east: high.lng, north: high.lat };
  const cut = { ...island, territory: { ...island.territory, manifest: { ...island.territory.manifest, bbox } } };
  const middle = ask(cut, [600]);
  // Twenty minutes by car reach 8.4 km; the box is 6 km wide.
  const radius = 7 * 1200;
  expect(middle.room.beyondMapShare).toBeCloseTo(1 - (2 * half) ** 2 / (Math.PI * radius ** 2), 1);
  expect(middle.verdict.outcome).toBe('not_clear');
  expect(middle.room.draws.decides).toBe('edge');
  expect(ask(island, [600]).room.beyondMapShare).toBe(0);
});
