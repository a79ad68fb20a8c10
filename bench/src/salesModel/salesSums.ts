import { fitSalesModel, forecastSales, salesDraws } from '@hinterland/engine/salesModel';
import { drawnGround, faultsOf, type Ground, simulatedChain } from '@hinterland/engine/testing';
import { SeededRandom } from '@hinterland/geo';
import { KINDS, recipeOf } from './chains.ts';
import { slicedSeeds } from './slices.ts';

const GROUNDS = 3;
const PLACES_OF_SMALL = 140;

interface Sum {
  readonly kind: string;
  readonly ground: number;
  readonly stores: number;
  /** Sums of the middles and of the means of new stores ÷ what these sold. */
  readonly middle: number;
  readonly mean: number;
  readonly in80: boolean;
  readonly in95: boolean;
  /** Shares of single stores; null where no range of 95% is said. */
  readonly singles80: number;
  readonly singles95: number | null;
}

/**
 * Whether forecasts add up: sums of the middles and of the means of 30 new stores beside what these sold, and whether the ranges of sums hold it;
 * how often a model is called better where sales are drawn by lot. Seeds 1 to `chains`; ten minutes of processor time for 1,000. With `dir` outcomes are
 * kept there by slices of seeds, and a run goes on where the last one ended. Returns a Markdown table.
 */
export async function salesSums(chains: number, dir: string): Promise<string> {
  const grounds = Array.from({ length: GROUNDS }, (_, i) => drawnGround(1 + i));
  const lots = Array.from({ length: GROUNDS }, (_, i) => drawnGround(1 + i, 100, 200));
  const ofSums = { name: 'sums', outcome: (seed: number) => sumOf(grounds[seed % GROUNDS]!, seed) };
  const ofLots = { name: 'lots', outcome: (seed: number) => claimByLot(lots[seed % GROUNDS]!, seed) };
  const sums = await slicedSeeds([ofSums], chains, dir);
  const byLot = await slicedSeeds([ofLots], chains, dir);
  return [
    '| chains | number | Σ middles ÷ Σ that came | Σ means ÷ Σ that came | sums in 80% | in 95% | stores in 80% | in 95% |',
    '|---|--:|--:|--:|--:|--:|--:|--:|',
    row('all', sums),
    ...SIZES.map(([from, to]) =>
      row(
        `${from} to ${to} stores`,
        sums.filter(({ stores }) => stores >= from && stores <= to),
      ),
    ),
    ...KINDS.map((kind) =>
      row(
        kind,
        sums.filter((one) => one.kind === kind),
      ),
    ),
    ...grounds.map((_, ground) =>
      row(
        `ground ${ground + 1}`,
        sums.filter((one) => one.ground === ground),
      ),
    ),
    '',
    `Sales drawn by lot, ${byLot.length} chains: called better ${rate(byLot.map(({ isBetter }) => isBetter))}, a smaller error than every rival ${rate(byLot.map(({ isLower }) => isLower))}.`,
  ].join('\n');
}

const SIZES = [
  [8, 19],
  [20, 39],
  [40, 89],
  [90, 300],
] as const;

function sumOf(on: Ground, seed: number): Sum {
  const recipe = recipeOf(seed);
  const { market, observed, next } = simulatedChain(on, recipe);
  const model = fitSalesModel(market, observed);
  const forecasts = forecastSales(model, market, observed, next);
  const draws = salesDraws(model, market, observed, next)
    .map((draw) => draw.reduce((sum, sold) => sum + sold, 0))
    .sort((a, b) => a - b);
  const came = next.reduce((sum, { sales }) => sum + sales, 0);
  const holds = (level: number) => {
    const out = Math.floor(((1 - level) / 2) * draws.length);
    return draws[out]! <= came && came <= draws[draws.length - 1 - out]!;
  };
  const perCame = (of: 'sales' | 'mean') => forecasts.reduce((sum, one) => sum + one[of], 0) / came;
  const singlesIn = (of: 'range80' | 'range95') => {
    const ranged = next.flatMap(({ sales }, i) => {
      const range = forecasts[i]![of];
      return range === null ? [] : [range.low <= sales && sales <= range.high];
    });
    return ranged.length === 0 ? null : ranged.filter(Boolean).length / ranged.length;
  };
  return {
    kind: recipe.kind,
    ground: seed % GROUNDS,
    stores: observed.length,
    middle: perCame('sales'),
    mean: perCame('mean'),
    in80: holds(0.8),
    in95: holds(0.95),
    singles80: singlesIn('range80')!,
    singles95: singlesIn('range95'),
  };
}

/** What is said of the model of a chain whose sales know nothing of places. */
function claimByLot(on: Ground, seed: number) {
  const random = new SeededRandom(seed);
  const { market, observed } = simulatedChain(on, recipeOf(seed));
  const byLot = observed
    .slice(0, 12 + random.int(60))
    .map((store) => ({ ...store, sales: Math.exp(13 + 0.9 * random.normal()) }));
  const { isBetter, error, rivals } = fitSalesModel(market, byLot);
  return { isBetter: isBetter === true, isLower: error < Math.min(...Object.values(rivals)) };
}

/**
 * Identities of forecasts on small chains, seeds 1 to `chains`, at four elasticities each; 25 minutes of processor time for 10,000, kept in `dir` by
 * slices of seeds. Returns a sentence.
 */
export async function salesIdentities(chains: number, dir: string): Promise<string> {
  const ground = drawnGround(7, 30, PLACES_OF_SMALL);
  const outcome = (seed: number) => {
    const recipe = { seed, stores: 8 + (seed % 10), noise: 0.3, omitted: 0.2, clusters: 0.1, wrongAreas: 0.1 };
    return faultsOf(simulatedChain(ground, recipe), seed);
  };
  const asked = await slicedSeeds([{ name: 'identities', outcome }], chains, dir);
  const faults = asked.flat();
  return `${asked.length} chains of 8 to 17 stores: ${faults.length} identities broken${faults.length > 0 ? ` (${faults.slice(0, 5).join('; ')})` : ''}.`;
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;
const rate = (held: readonly boolean[]): string => percent(held.filter(Boolean).length / held.length);

function row(name: string, sums: readonly Sum[]): string {
  if (sums.length === 0) return `| ${name} | 0 | – | – | – | – | – | – |`;
  return `| ${[
    name,
    sums.length,
    meanOf(sums.map(({ middle }) => middle)).toFixed(3),
    meanOf(sums.map(({ mean }) => mean)).toFixed(3),
    rate(sums.map(({ in80 }) => in80)),
    rate(sums.map(({ in95 }) => in95)),
    percent(meanOf(sums.map(({ singles80 }) => singles80))),
    percent(meanOf(sums.flatMap(({ singles95 }) => singles95 ?? []))),
  ].join(' | ')} |`;
}
