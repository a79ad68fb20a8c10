import { fitSalesModel, forecastSales } from '@hinterland/engine/salesModel';
import { type ChainRecipe, type Ground, simulatedChain } from '@hinterland/engine/testing';
import { haversineMeters, SeededRandom } from '@hinterland/geo';

/** Kinds of chains: what is wrong with the world that the model believes in. */
export const KINDS = ['noise', 'omitted attribute', 'clusters', 'wrong floor areas', 'all of it'] as const;

/** The recipe of a chain; it follows from its seed alone. */
export function recipeOf(seed: number): ChainRecipe & { readonly kind: (typeof KINDS)[number] } {
  const random = new SeededRandom(seed);
  const kind = KINDS[seed % KINDS.length]!;
  const has = (name: (typeof KINDS)[number]) => kind === name || kind === 'all of it';
  return {
    kind,
    seed,
    stores: Math.round(Math.exp(random.between(Math.log(12), Math.log(300)))),
    noise: random.between(0.1, 0.4),
    omitted: has('omitted attribute') ? random.between(0.2, 0.5) : 0,
    clusters: has('clusters') ? random.between(0.1, 0.3) : 0,
    wrongAreas: has('wrong floor areas') ? random.between(0.1, 0.4) : 0,
  };
}

/** How the forecasts of one chain met what came. */
export interface ChainOutcome {
  readonly kind: string;
  readonly seed: number;
  readonly stores: number;
  readonly error: number;
  readonly rivals: number;
  readonly terms: readonly { readonly term: string; readonly holds: boolean }[];
  readonly places: readonly {
    readonly isBeyond: boolean;
    readonly sales: number;
    readonly squareMeters: number;
    /** In straight line to the next own store. */
    readonly meters: number;
    readonly holds80: boolean;
    readonly holds95: boolean | null;
    readonly width: number;
    readonly error: number;
  }[];
}

export function outcomeOf(ground: Ground, seed: number): ChainOutcome {
  const recipe = recipeOf(seed);
  const { truth, market, observed, next } = simulatedChain(ground, recipe);
  const model = fitSalesModel(market, observed);
  const forecasts = forecastSales(model, market, observed, next);
  return {
    kind: recipe.kind,
    seed,
    stores: observed.length,
    error: model.error,
    rivals: Math.min(...Object.values(model.rivals)),
    terms: model.terms.flatMap(({ term, low, high }) =>
      (term === 'distance' || term === 'floorArea') && low !== null
        ? [{ term, holds: low <= truth[term] && truth[term] <= high! }]
        : [],
    ),
    places: next.map(({ sales, attraction, lat, lng }, i) => {
      const { range80, range95, beyond, sales: said } = forecasts[i]!;
      const isIn = (range: typeof range80) => range !== null && range.low <= sales && sales <= range.high;
      return {
        isBeyond: beyond.length > 0,
        sales: said,
        squareMeters: attraction,
        meters: Math.min(...observed.map((own) => haversineMeters(lng, lat, own.lng, own.lat))),
        holds80: isIn(range80),
        holds95: range95 === null ? null : isIn(range95),
        width: Math.log(range80!.high / range80!.low),
        error: Math.log(sales / said),
      };
    }),
  };
}
