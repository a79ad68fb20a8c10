import { haversineMeters } from '@hinterland/geo';
import { type Spans, type Traits, unlikenessOf } from './likeness.ts';
import type { Place } from './traits.ts';

/** The naive forecasts that a model has to beat; the last two know places. */
const FIRST_RIVALS = ['meanOfStores', 'meanPerSquareMeter', 'nearestSimilar'] as const;
export const RIVALS = [...FIRST_RIVALS, 'nearest', 'regression'] as const;
export type Rival = (typeof RIVALS)[number];
/** Root mean squared errors of ln sales. Models that were learned before know the first three. */
export type RivalErrors = Readonly<Record<(typeof FIRST_RIVALS)[number], number> & Partial<Record<Rival, number>>>;

const SIMILAR = 3;
const NEAREST = 5;

/** A place as rivals see it. */
interface Seen extends Place {
  readonly traits: Traits;
}
interface KnownStore extends Seen {
  readonly logSales: number;
}
type Unlike = (a: Traits, b: Traits) => number;

const meanOf = <T>(items: readonly T[], value: (item: T) => number): number =>
  items.reduce((sum, item) => sum + value(item), 0) / items.length;

/** Mean of ln sales of the stores for which a figure is least. */
function meanOfFirst(known: readonly KnownStore[], count: number, of: (store: KnownStore) => number): number {
  const sorted = known.map((store) => ({ store, by: of(store) })).sort((a, b) => a.by - b.by);
  return meanOf(sorted.slice(0, count), ({ store }) => store.logSales);
}

/** ln of the sales of a place by each rival, from stores that are known. */
const FORECASTS: Readonly<Record<Rival, (known: readonly KnownStore[], asked: Seen, unlike: Unlike) => number>> = {
  meanOfStores: (known) => meanOf(known, ({ logSales }) => logSales),
  meanPerSquareMeter: (known, { traits }) =>
    traits.floorArea + meanOf(known, ({ logSales, traits: of }) => logSales - of.floorArea),
  nearestSimilar: (known, { traits }, unlike) => meanOfFirst(known, SIMILAR, (store) => unlike(traits, store.traits)),
  nearest: (known, { lat, lng }) =>
    meanOfFirst(known, NEAREST, (store) => haversineMeters(lng, lat, store.lng, store.lat)),
  regression,
};

/** Least squares of ln sales on ln of floor area and of spend within reach. */
function regression(known: readonly KnownStore[], { traits }: Seen): number {
  const [area, spend, sales] = [
    meanOf(known, ({ traits: of }) => of.floorArea),
    meanOf(known, ({ traits: of }) => of.spendWithinReach),
    meanOf(known, ({ logSales }) => logSales),
  ];
  let [aa, as, ss, ay, sy] = [1e-6, 0, 1e-6, 0, 0];
  for (const { logSales, traits: of } of known) {
    const [a, s, y] = [of.floorArea - area, of.spendWithinReach - spend, logSales - sales];
    [aa, as, ss, ay, sy] = [aa + a * a, as + a * s, ss + s * s, ay + a * y, sy + s * y];
  }
  const whole = aa * ss - as * as;
  return (
    sales +
    ((ay * ss - sy * as) / whole) * (traits.floorArea - area) +
    ((sy * aa - ay * as) / whole) * (traits.spendWithinReach - spend)
  );
}

/** Returns ln of the sales of each store by each rival, from the stores of other folds alone. */
export function rivalForecasts(
  stores: readonly KnownStore[],
  spans: Spans,
  folds: Uint8Array,
): Readonly<Record<Rival, Float64Array>> {
  const unlike = unlikenessOf(spans);
  const others = [...folds].map((fold) => stores.filter((_, other) => folds[other] !== fold));
  const by = (rival: Rival) =>
    [rival, Float64Array.from(stores, (store, i) => FORECASTS[rival](others[i]!, store, unlike))] as const;
  return Object.fromEntries(RIVALS.map(by)) as Record<Rival, Float64Array>;
}

/** The rival that misses least. Models that were learned before a rival was there do not know it. */
export const bestRivalOf = (rivals: RivalErrors): Rival =>
  RIVALS.filter((name) => rivals[name] !== undefined).sort((a, b) => rivals[a]! - rivals[b]!)[0]!;

/** A model as its rivals see it. */
interface Judged {
  readonly rivals: RivalErrors;
  readonly stores: readonly { readonly sales: number; readonly traits: Traits; readonly fold: number }[];
  readonly spans: Spans;
}

/** Returns what the best rival of a model expects of places on average: its middle times what own stores sold over what it said of them, each left out. */
export function naiveForecast(model: Judged, places: readonly Place[]) {
  const rival = bestRivalOf(model.rivals);
  const known = model.stores.map(
    ({ sales, traits }, i): KnownStore => ({
      lat: places[i]!.lat,
      lng: places[i]!.lng,
      traits,
      logSales: Math.log(sales),
    }),
  );
  const unlike = unlikenessOf(model.spans);
  const said = known.reduce((sum, store, i) => {
    const others = known.filter((_, other) => model.stores[other]!.fold !== model.stores[i]!.fold);
    return sum + Math.exp(FORECASTS[rival](others, store, unlike));
  }, 0);
  const perMiddle = model.stores.reduce((sum, { sales }) => sum + sales, 0) / said;
  return ({ lat, lng }: Place, traits: Traits) => ({
    rival,
    mean: perMiddle * Math.exp(FORECASTS[rival](known, { lat, lng, traits }, unlike)),
  });
}
