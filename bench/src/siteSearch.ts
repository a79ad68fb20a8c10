import { catchment, forEachReachedPole } from '@hinterland/engine/catchment';
import { prepareNetworks } from '@hinterland/engine/coverage';
import {
  type MarketStore,
  marketOfStores,
  type PoleMarkets,
  Reach,
  SectorGains,
  type SiteCandidate,
  SiteSearch,
} from '@hinterland/engine/siteSearch';
import { SeededRandom } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import { generatedCountry } from './generatedCountry.ts';
import { figuresOf } from './measuredProcess.ts';
import { timed } from './timed.ts';

const COUNTRY = { seed: 1, sideExponent: 12, towns: 6, polesPerRoad: 5 } as const;
const CANDIDATES = 200_000;
const RIVALS = 5000;
const OWN_STORES = 30;
const SAMPLES = [1, 2, 3];
const SAMPLE_SIZE = 2000;
const LISTED = 50;
const MAX_DIFFERENCE = 1e-9;
const TRAVEL = { mode: 'car', traffic: 'normal' } as const;
/** Those of convenience goods. */
const PARAMETERS = {
  attractionExponent: 0.9,
  decay: { kind: 'power', exponent: 2.2 },
  floorSeconds: 60,
  limitSeconds: 1200,
} as const;
const OUTSIDE = 300 ** 0.9 * 20 ** -2.2;

/**
 * The best 50 of 200,000 places in a dense country, beside a look at each place of three samples of 2,000 one by one: the
 * same list, and how much longer the look at each would take for all. Returns Markdown.
 */
export async function siteSearch(sampleSize = SAMPLE_SIZE): Promise<string> {
  const territory = generatedCountry(COUNTRY);
  const random = new SeededRandom(47);
  const demand = residentsOf(territory);
  const stores: MarketStore[] = Array.from({ length: RIVALS + OWN_STORES }, (_, i) => ({
    ...placeOf(territory, random, 100 + random.int(1900)),
    isOwn: i < OWN_STORES,
  })).map(({ snap, size, isOwn }) => ({ snap, squareMeters: size, isOwn }));
  const candidates = Array.from({ length: CANDIDATES }, () => placeOf(territory, random, 300));
  const tables = await timed(() => prepareNetworks(territory, 'car', 'normal', 'postcode'));

  // An action may end wherever the search looks whether its caller is gone.
  const pauses = { longest: 0, last: 0 };
  const look = () => {
    const now = performance.now();
    if (pauses.last > 0) pauses.longest = Math.max(pauses.longest, now - pauses.last);
    pauses.last = now;
  };
  const reach = new Reach(territory, TRAVEL, look);
  const market = await timed(() => marketOfStores(reach, PARAMETERS, demand, OUTSIDE, stores));
  let firstPlaces = 0;
  let steps = 0;
  const begun = performance.now();
  const searches = reach.searches;
  const search = new SiteSearch(candidates, gainsOf(territory, market.result), reach, (_, found) => {
    steps++;
    if (firstPlaces === 0 && found.length > 0) firstPlaces = performance.now() - begun;
  });
  Object.assign(pauses, { longest: 0, last: 0 });
  const whole = await timed(() => search.best(LISTED));
  look();
  const longestLook = pauses.longest;
  const peak = (await figuresOf(process.pid))?.peakMegabytes ?? 0;

  const rows: string[] = [];
  let [naiveCpu, looked] = [0, 0];
  for (const seed of SAMPLES) {
    const sample = pick(candidates, sampleSize, new SeededRandom(seed));
    const naive = await timed(() => sample.map((one) => plainGain(territory, market.result, one)));
    const ofSample = new SiteSearch(sample, gainsOf(territory, market.result), reach);
    const found = await timed(() => ofSample.best(LISTED).slice(0, LISTED));
    compare(naive.result, found.result);
    naiveCpu += naive.cpu;
    looked += sample.length;
    rows.push(
      `| ${seed} | ${(naive.cpu / sample.length).toFixed(1)} | ${seconds(found.cpu)} | ${ofSample.evaluated} | ${(naive.cpu / found.cpu).toFixed(0)} |`,
    );
  }
  const each = naiveCpu / looked;
  const all = each * CANDIDATES;
  const withMarket = whole.cpu + market.cpu;
  return [
    `${thousands(CANDIDATES)} random addresses of a generated country (bench/src/generatedCountry.ts; ${thousands(territory.nodes.rows)} nodes, ` +
      `${thousands(territory.poles.rows)} poles), ${RIVALS} rivals and ${OWN_STORES} own stores at random addresses, car, 20 minutes, net new spend as`,
    `site.rank counts it. The look at each is one catchment per place and the formula at its poles, on the market that is there; its time for all`,
    `is that of ${thousands(looked)} places times ${(CANDIDATES / looked).toFixed(0)}. CPU time of one thread.`,
    '',
    '| step | s |',
    '|---|--:|',
    `| tables of the roads, once per territory | ${seconds(tables.cpu)} |`,
    `| market of ${RIVALS + OWN_STORES} stores at every pole | ${seconds(market.cpu)} |`,
    `| first places of the list known after | ${seconds(firstPlaces)} |`,
    `| list of ${LISTED} proven | ${seconds(whole.cpu)} |`,
    `| a look at each, ${each.toFixed(1)} ms per place | ${seconds(all)} |`,
    `| **look at each ÷ search** | **${(all / whole.cpu).toFixed(0)}** |`,
    `| the same with the market in both | ${((all + market.cpu) / withMarket).toFixed(0)} |`,
    '',
    `Own gain computed of ${thousands(search.evaluated)} places (${((100 * search.evaluated) / CANDIDATES).toFixed(2)}%), in ${reach.searches - searches} searches of up to 32 places; ` +
      `at most ${thousands(Math.round(peak))} MB of the whole process. The longest time between two looks whether the caller is gone is ${Math.round(longestLook)} ms; progress is told\n${thousands(steps)} times.`,
    '',
    `The samples of ${thousands(sampleSize)}: the list of the search is that of the look at each, gains within a billionth.`,
    '',
    '| sample | look, ms per place | search, s | own gain computed | look ÷ search |',
    '|---|--:|--:|--:|--:|',
    ...rows,
  ].join('\n');
}

const gainsOf = (territory: Territory, market: PoleMarkets) =>
  new SectorGains(territory.edges.rows, PARAMETERS, market);

function residentsOf({ poles, sociodemo }: Territory): Float64Array {
  const { unit, share } = sociodemo!.poleUnits;
  const totals = sociodemo!.topics.get('residents')!.columns.get('total')!;
  return Float64Array.from({ length: poles.rows }, (_, pole) => totals[unit[pole]!]! * share[pole]!);
}

/** A random address with its road. */
function placeOf({ snaps, poles }: Territory, random: SeededRandom, size: number): SiteCandidate {
  const { pole, edge, positionMillimeters, accessMillimeters } = snaps.car!;
  const row = random.int(pole.length);
  const origin = {
    lat: poles.latMicrodegrees[pole[row]!]! / 1e6,
    lng: poles.lngMicrodegrees[pole[row]!]! / 1e6,
  };
  const road = {
    edge: edge[row]!,
    positionMillimeters: positionMillimeters[row]!,
    accessMillimeters: accessMillimeters[row]!,
  };
  return { snap: { ...road, ...origin, origin, distanceMeters: road.accessMillimeters / 1000 }, size };
}

/** The formula at every pole of a catchment, without anything of the search. */
function plainGain(territory: Territory, market: PoleMarkets, { snap, size }: SiteCandidate): number {
  const { demand, utilitySums, ownUtilities } = market;
  const { attractionExponent, decay, floorSeconds, limitSeconds } = PARAMETERS;
  const of = catchment(territory, {
    ...TRAVEL,
    origins: [snap.origin],
    measure: 'time',
    direction: 'inbound',
    limits: [limitSeconds],
  });
  let gain = 0;
  forEachReachedPole(of, (pole, milliseconds) => {
    const minutes = Math.max(Math.round(milliseconds / 100) / 10, floorSeconds) / 60;
    const u = size ** attractionExponent * minutes ** -decay.exponent;
    const all = utilitySums[pole]!;
    const own = ownUtilities[pole]!;
    gain += demand[pole]! * ((own + u) / (all + u) - own / all);
  });
  return gain;
}

function compare(naive: readonly number[], found: readonly { readonly candidate: number; readonly gain: number }[]) {
  const best = naive.toSorted((a, b) => b - a);
  found.forEach(({ candidate, gain }, rank) => {
    for (const expected of [best[rank]!, naive[candidate]!]) {
      if (Math.abs(gain / expected - 1) > MAX_DIFFERENCE)
        throw new Error(`Rank ${rank + 1} has ${gain}, a look at each gives ${expected}.`);
    }
  });
}

function pick<T>(list: readonly T[], count: number, random: SeededRandom): T[] {
  const left = [...list];
  return Array.from({ length: count }, () => left.splice(random.int(left.length), 1)[0]!);
}

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1);
const thousands = (count: number) => count.toLocaleString('en-US');
