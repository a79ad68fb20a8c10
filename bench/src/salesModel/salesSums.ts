import { fitSalesModel, forecastSales, salesDraws } from '@hinterland/engine/salesModel';
import { drawnGround, faultsOf, simulatedChain } from '@hinterland/engine/testing';
import { SeededRandom } from '@hinterland/geo';
import { recipeOf } from './chains.ts';

const GROUNDS = 3;
/** Work of one run; chains of each table that were done by then are told. */
const WORK_MILLISECONDS = 150_000;
const PLACES_OF_SMALL = 140;

interface Sum {
  readonly stores: number;
  readonly middle: number;
  readonly mean: number;
  readonly came: number;
  readonly in80: boolean;
  readonly in95: boolean;
}

/**
 * Whether forecasts add up: sums of the middles and of the means of 30 new stores beside what these sold, and whether the ranges of sums hold it;
 * how often a model is called better where sales are drawn by lot. Returns a Markdown table.
 */
export function salesSums(chains: number): string {
  const sums: Sum[] = [];
  within(chains, (seed) => {
    const { market, observed, next } = simulatedChain(drawnGround(1 + (seed % GROUNDS)), recipeOf(seed));
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
    const sumOf = (of: 'sales' | 'mean') => forecasts.reduce((sum, one) => sum + one[of], 0);
    sums.push({
      stores: observed.length,
      middle: sumOf('sales') / came,
      mean: sumOf('mean') / came,
      came,
      in80: holds(0.8),
      in95: holds(0.95),
    });
  });
  let [lots, better, lower] = [0, 0, 0];
  within(chains, (seed) => {
    const random = new SeededRandom(seed);
    const { market, observed } = simulatedChain(drawnGround(1 + (seed % GROUNDS), 100, 200), recipeOf(seed));
    const byLot = observed
      .slice(0, 12 + random.int(60))
      .map((store) => ({ ...store, sales: Math.exp(13 + 0.9 * random.normal()) }));
    const model = fitSalesModel(market, byLot);
    lots++;
    if (model.isBetter === true) better++;
    if (model.error < Math.min(...Object.values(model.rivals))) lower++;
  });
  return [
    '| chains | number | Σ middles ÷ Σ that came | Σ means ÷ Σ that came | sums in 80% | in 95% |',
    '|---|--:|--:|--:|--:|--:|',
    ...[
      ['all', 0, 1000],
      ['12 to 19 stores', 12, 20],
      ['20 to 39 stores', 20, 40],
      ['40 to 300 stores', 40, 1000],
    ].map(([name, from, to]) =>
      row(
        String(name),
        sums.filter(({ stores }) => stores >= Number(from) && stores < Number(to)),
      ),
    ),
    '',
    `Sales drawn by lot, ${lots} chains: called better ${share(better, lots)} (a smaller error than every rival: ${share(lower, lots)}).`,
  ].join('\n');
}

/** Identities of forecasts on small chains, seeds 1 to `chains`, at four elasticities each; 15 minutes of processor time for 10,000. Returns a sentence. */
export function salesIdentities(chains: number): string {
  const ground = drawnGround(7, 30, PLACES_OF_SMALL);
  const faults: string[] = [];
  for (let seed = 1; seed <= chains; seed++) {
    const recipe = { seed, stores: 8 + (seed % 10), noise: 0.3, omitted: 0.2, clusters: 0.1, wrongAreas: 0.1 };
    faults.push(...faultsOf(simulatedChain(ground, recipe), seed));
  }
  return `${chains} chains of 8 to 17 stores: ${faults.length} identities broken${faults.length > 0 ? ` (${faults.slice(0, 5).join('; ')})` : ''}.`;
}

function within(count: number, work: (seed: number) => void): void {
  const end = performance.now() + WORK_MILLISECONDS;
  for (let seed = 1; seed <= count && performance.now() < end; seed++) work(seed);
}

const share = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)}%`;

function row(name: string, sums: readonly Sum[]): string {
  const ratio = (of: 'middle' | 'mean') => (sums.reduce((sum, one) => sum + one[of], 0) / sums.length).toFixed(3);
  const held = (of: 'in80' | 'in95') => share(sums.filter((one) => one[of]).length, sums.length);
  return `| ${[name, sums.length, ratio('middle'), ratio('mean'), held('in80'), held('in95')].join(' | ')} |`;
}
