import { SeededRandom } from '@hinterland/geo';
import { expect, it } from 'vitest';
import { type Action, ActionProblem } from '../action/action.ts';
import { findAction } from '../registry.ts';
import { contradictions } from '../testing/contradictions.ts';
import { brokenIdentities } from '../testing/identities.ts';
import { contextOf, HALF } from '../testing/island.ts';
import { withListings } from '../testing/listings.ts';
import { islandWithShops, type Shop } from '../testing/shops.ts';

// biome-ignore lint/suspicious/noExplicitAny: results of every action
type Result = Record<string, any>;

const QUESTIONS = 500;
/** Every how many questions are asked again with floor areas a hundredth larger or smaller: 1 for all, which takes longer. */
const GROWN_EVERY = Number(process.env.GROWN_EVERY ?? 5);
const BRANDS = ['Halcyon Fare', 'Brindlemart', 'Crustwell'];
const SECTOR = 'food.supermarket';

const whole = (random: SeededRandom, low: number, high: number) => low + random.int(high - low + 1);

const shopsOf = (random: SeededRandom, isSmall = random.next() < 0.5): Shop[] =>
  Array.from({ length: 4 + whole(random, 0, 24) }, (_, i) => ({
    sector: SECTOR,
    right: whole(random, -HALF, HALF),
    up: whole(random, -HALF, HALF),
    squareMeters: whole(random, 10, isSmall ? 60 : 400),
    ...(i < BRANDS.length || random.next() < 0.6 ? { brand: BRANDS[i % BRANDS.length]! } : {}),
  }));

/** Each seed asks one question of one action in a world of its own. */
function questionOf(seed: number) {
  const random = new SeededRandom(seed);
  const shops = shopsOf(random);
  const spots = Array.from({ length: 2 + whole(random, 0, 4) }, (_, i) => ({
    id: `p${i}`,
    right: whole(random, -HALF, HALF),
    up: whole(random, -HALF, HALF),
  }));
  const seconds = 50 * whole(random, 2, 12);
  const [asks, plans, sells] = [random.next(), random.next() < 0.7, random.next() < 0.6];
  const worldOf = (factor: number) => {
    const sized = shops.map((shop) => ({ ...shop, squareMeters: shop.squareMeters! * factor }));
    const island = islandWithShops(sized);
    const places = spots.map(({ id, right, up }) => ({ id, name: `Place ${id}`, ...island.town.at(right, up) }));
    const [first] = places;
    const reach = { origins: [{ lat: first!.lat, lng: first!.lng }], bandSeconds: [seconds] };
    const minutes = seconds / 60;
    const [id, input] = (
      [
        ['analysis.markets_sector', { ...reach, sectors: [SECTOR] }],
        [
          'analysis.site_comparison',
          { candidates: places, bandSeconds: [seconds], ...(sells ? { sectorCode: SECTOR } : {}) },
        ],
        ['site.rank', { candidates: places, sectorCode: SECTOR }],
        ['network.coverage', { stores: places, minutes, ...(plans ? { closeCount: 3 } : {}) }],
        ['analysis.brand_coverage', { ownPoints: places, minutes }],
        ['analysis.markets_brands', { ...reach, brands: [BRANDS[0]] }],
        ['analysis.realestate', { ...reach }],
      ] as const
    )[Math.floor(asks * 7)]!;
    return {
      action: findAction(id)!,
      input,
      territory: id === 'analysis.realestate' ? withListings(island) : island.territory,
    };
  };
  return worldOf;
}

function answer({
  action,
  input,
  territory,
}: {
  action: Action;
  input: object;
  territory: Parameters<typeof contextOf>[0];
}): Result | null {
  try {
    return action.run(contextOf(territory), action.input.parse(input)).result as Result;
  } catch (error) {
    if (error instanceof ActionProblem) return null;
    throw error;
  }
}

/** Figures that inputs move in proportion. */
const MOVED = new Set(
  'demand supply usualSales captured netNew values covered lostInAll exclusive shareOfTerritory median floorAreaSquareMeters'.split(
    ' ',
  ),
);

/** The same result with each such figure a hundredth more or less. */
function nudged(value: unknown, random: SeededRandom, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => nudged(one, random, typeof one === 'number' ? name : ''));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, nudged(one, random, key)]));
  }
  return typeof value === 'number' && MOVED.has(name) ? value * (random.next() < 0.5 ? 0.99 : 1.01) : value;
}

const isFlip = (one: string | undefined, other: string | undefined) =>
  (one === 'yes' && other === 'no') || (one === 'no' && other === 'yes');

it(`of ${QUESTIONS} seeded questions no verdict contradicts a figure beside it, and none flips by a hundredth of its inputs`, async () => {
  const { tellingOf } = await import('../tell.ts');
  const faults: string[] = [];
  const seen: Record<string, Record<string, number>> = {};
  for (let seed = 1; seed <= QUESTIONS; seed++) {
    const worldOf = questionOf(seed);
    const world = worldOf(1);
    const result = answer(world);
    if (result === null) continue;
    const { id } = world.action;
    const outcome = result.verdict?.outcome ?? 'none';
    seen[id] = { ...seen[id], [outcome]: (seen[id]?.[outcome] ?? 0) + 1 };
    expect(world.action.output.parse(result)).toEqual(result);
    faults.push(...contradictions(id, result).map((fault) => `${seed} ${fault}`));
    faults.push(...brokenIdentities(result).map((fault) => `${seed} ${id}: ${fault}`));
    const random = new SeededRandom(seed);
    for (let i = 0; i < 5; i++) {
      const other = tellingOf(id, nudged(result, random)).verdict?.outcome;
      if (isFlip(outcome, other)) faults.push(`${seed} ${id}: ${outcome} became ${other}`);
    }
    const grown = seed % GROWN_EVERY === 0 ? answer(worldOf(seed % 2 === 0 ? 1.01 : 0.99)) : null;
    if (grown !== null && isFlip(outcome, grown.verdict?.outcome)) faults.push(`${seed} ${id}: flips by floor areas`);
  }
  expect(faults).toEqual([]);
  // Every outcome is among the questions of an action: nothing is checked by never being said.
  for (const [id, outcomes] of Object.entries(seen))
    expect([id, Object.keys(outcomes).length >= 2]).toEqual([id, true]);
  expect(Object.keys(seen).length).toBe(7);
  if (process.env.SHOW_OUTCOMES === '1') process.stdout.write(`${JSON.stringify(seen)}\n`);
});

it('the checker finds a verdict that says the contrary', () => {
  const world = questionOf(1)(1);
  const action = findAction('site.rank')!;
  const places = [
    { id: 'a', name: 'A', lat: 0, lng: 0 },
    { id: 'b', name: 'B', lat: 0, lng: 0 },
  ];
  expect(world.action).toBeDefined();
  const candidates = places.map((place, i) => ({ ...place, netNew: 100 - i, captured: 100 }));
  const verdict = (text: string, outcome: string) => ({
    verdict: { outcome, text, because: [], sure: '' },
    candidates,
  });
  expect(contradictions(action.id, verdict('B is the best of 2 places.', 'yes'))).toHaveLength(1);
  expect(contradictions(action.id, verdict('None of them.', 'no'))).toHaveLength(1);
  expect(contradictions(action.id, verdict('It is not clear.', 'yes'))).toHaveLength(2);
  expect(contradictions(action.id, verdict('A is the best of 2 places.', 'yes'))).toEqual([]);
});
