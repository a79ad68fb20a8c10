import { SeededRandom } from '@hinterland/geo';
import { type HuffParameters, STEPS_PER_SECOND, TOO_FAR } from '../market/decay.ts';
import { huff, storeSales } from '../market/huff.ts';
import { openingEffect } from '../market/siteEffect.ts';
import type { ForecastPlace } from '../salesModel/forecast.ts';
import { huffMarket, type SalesMarket, type SalesStore, startOf, utilityOf } from '../salesModel/salesMarket.ts';
import type { ObservedStore } from '../salesModel/salesModel.ts';

/** People and places where stores may be, with the travel times between them. */
export interface Ground {
  readonly demand: Float64Array;
  readonly places: readonly { readonly lat: number; readonly lng: number; readonly steps: Uint16Array }[];
}

/** How a chain came about; all of it drawn from the seed. */
export interface ChainRecipe {
  readonly seed: number;
  readonly stores: number;
  /** Standard deviations of ln sales, of an attribute of utility that nobody recorded, of an effect that neighbors share. */
  readonly noise: number;
  readonly omitted: number;
  readonly clusters: number;
  /** Standard deviation of the error of ln floor area. */
  readonly wrongAreas: number;
}

export interface SimulatedChain {
  readonly truth: { readonly distance: number; readonly floorArea: number; readonly money: number };
  readonly market: SalesMarket;
  readonly observed: readonly ObservedStore[];
  /** Places drawn as the stores were, each with what it sells once it opens alone. */
  readonly next: readonly (ForecastPlace & { readonly sales: number })[];
}

/** Parameters that a fit begins with; the truth lies elsewhere. */
const SECTOR: HuffParameters = {
  attractionExponent: 0.9,
  decay: { kind: 'power', exponent: 1.8 },
  floorSeconds: 60,
  limitSeconds: 1800,
};
const OUTSIDE = { attraction: 800, seconds: 1800 };
const NEXT = 30;

/** A country of towns in the plane, of 5 to 40 minutes across. */
export function drawnGround(seed: number, points = 300, places = 420): Ground {
  const random = new SeededRandom(seed);
  const side = random.between(15, 60);
  const towns = Array.from({ length: 8 }, () => ({
    x: random.next() * side,
    y: random.next() * side,
    spread: random.between(0.5, 4),
  }));
  const spot = () => {
    const town = towns[Math.floor(random.next() ** 1.5 * towns.length)]!;
    return { x: town.x + town.spread * random.normal(), y: town.y + town.spread * random.normal() };
  };
  const people = Array.from({ length: points }, spot);
  return {
    demand: Float64Array.from(people, () => Math.exp(12 + 0.7 * random.normal())),
    places: Array.from({ length: places }, () => {
      const { x, y } = spot();
      const steps = Uint16Array.from(people, (one) => {
        const minutes = 0.5 + Math.hypot(one.x - x, one.y - y);
        return minutes * 60 > SECTOR.limitSeconds ? TOO_FAR : Math.round(minutes * 60 * STEPS_PER_SECOND);
      });
      return { lat: 50 + y / 111, lng: 8 + x / 71, steps };
    }),
  };
}

/** Opens a chain on a ground: true Huff with noise, and what the recipe adds. */
export function simulatedChain(ground: Ground, recipe: ChainRecipe): SimulatedChain {
  const random = new SeededRandom(recipe.seed);
  const truth = {
    distance: random.between(1.1, 2.6),
    floorArea: random.between(0.5, 1.3),
    money: Math.exp(random.between(-1, 0.3)),
  };
  const reached = ground.places.filter(({ steps }) => steps.some((step) => step !== TOO_FAR));
  const taken = random.shuffle(reached);
  const rivals = Math.floor(random.between(15, 80));
  const own = taken.slice(0, Math.min(recipe.stores, taken.length - NEXT - rivals));
  const next = taken.slice(own.length, own.length + NEXT);
  const others = taken.slice(own.length + NEXT, own.length + NEXT + rivals);
  const size = () => Math.exp(random.between(Math.log(200), Math.log(3000)));
  const draw = (place: Ground['places'][number]) => {
    const area = size();
    return {
      ...place,
      area,
      seenArea: area * Math.exp(recipe.wrongAreas * random.normal()),
      hidden: recipe.omitted * random.normal(),
      noise: recipe.noise * random.normal(),
    };
  };
  const [ownStores, nextStores, otherStores] = [own.map(draw), next.map(draw), others.map(draw)];
  const effects = new Map<string, number>();
  const effectOf = ({ lat, lng }: { lat: number; lng: number }) => {
    const key = `${Math.round(lat * 25)},${Math.round(lng * 16)}`;
    if (!effects.has(key)) effects.set(key, recipe.clusters * random.normal());
    return effects.get(key)!;
  };
  type Drawn = ReturnType<typeof draw>;
  const asIs = ({ area, steps, hidden }: Drawn): SalesStore => ({ attraction: area, steps, values: [hidden] });
  const asSeen = ({ seenArea, steps }: Drawn): SalesStore => ({ attraction: seenArea, steps, values: [0] });
  const base = { demand: ground.demand, parameters: SECTOR, outside: OUTSIDE, storeTerms: ['own'] };
  const marketOf = (as: (store: Drawn) => SalesStore): SalesMarket => ({
    ...base,
    stores: [...ownStores, ...otherStores].map(as),
  });
  const market = marketOf(asIs);
  const coefficients = { ...startOf(market), distance: truth.distance, floorArea: truth.floorArea, own: 1 };
  const model = huff(huffMarket(market, coefficients));
  const sales = storeSales(model);
  const seen = marketOf(asSeen);
  const money = (spend: number, store: Drawn) => truth.money * spend * Math.exp(store.noise + effectOf(store));
  return {
    truth,
    market: {
      ...seen,
      stores: seen.stores.map((store, j) => ({ ...store, values: [j < ownStores.length ? 1 : 0] })),
    },
    observed: ownStores.flatMap((store, i) =>
      sales[i]! > 0
        ? [{ position: i, lat: store.lat, lng: store.lng, sales: money(sales[i]!, store), format: null }]
        : [],
    ),
    next: nextStores.map((store) => {
      const utility = utilityOf(market, coefficients, asIs(store));
      const { captured } = openingEffect(model, { utility, steps: store.steps }, []);
      return {
        ...asSeen(store),
        values: [1],
        lat: store.lat,
        lng: store.lng,
        format: null,
        sales: money(captured, store),
      };
    }),
  };
}
