import { huff } from '../market/huff.ts';
import { openingEffect } from '../market/siteEffect.ts';
import { type ForecastPlace, forecastSales, forecastTogether, totalsOf } from '../salesModel/forecast.ts';
import { huffMarket, type SalesMarket, utilityOf } from '../salesModel/salesMarket.ts';
import { fitSalesModel, type SalesModel } from '../salesModel/salesModel.ts';
import type { SimulatedChain } from './simulatedChain.ts';

const PLACES = 4;
const CHEAP = { candidates: ['elasticity'] };
const EXACT = 1e-7;
/** Of figures that are fitted twice. */
const FITTED = 1e-5;
const CENTS = 100;

/** What two places add one after the other: in the market of the second the first is a store that loses to it. */
function inTurn(
  model: SalesModel,
  market: SalesMarket,
  own: SimulatedChain['observed'],
  [first, second]: readonly [ForecastPlace, ForecastPlace],
): number {
  const [alone] = forecastSales(model, market, own, [first]);
  const then: SalesMarket = { ...market, stores: [...market.stores, first] };
  const [next] = forecastSales(model, then, own, [second]);
  const opened = { utility: utilityOf(then, model.coefficients, second), steps: second.steps };
  const at = market.stores.length;
  const { captured, takenFrom } = openingEffect(huff(huffMarket(then, model.coefficients)), opened, [at]);
  // A store has no more to lose to the second than the first has left it.
  const left = new Map(alone!.taken.map(({ store, taken }) => [store, model.stores[store]!.sales - taken]));
  const taken = next!.taken.reduce((sum, one) => sum + Math.min(one.taken, left.get(one.store) ?? one.taken), 0);
  return alone!.netNew + next!.mean - taken - (next!.mean * takenFrom[at]!) / captured;
}

/** All figures of forecasts, each place's and those of all together. */
function figuresOf({ each, together }: ReturnType<typeof forecastTogether>): number[] {
  const numbers = (of: object): number[] =>
    Object.values(of).flatMap((one) => (typeof one === 'number' ? [one] : one === null ? [] : numbers(one)));
  return [
    ...each.flatMap(({ sales, mean, range80, takenFromOwn, netNew, netNewRange80, naive }) =>
      numbers({ sales, mean, range80, takenFromOwn, netNew, netNewRange80, naive: naive.mean }),
    ),
    ...numbers(together!),
  ];
}

/**
 * Says which identities of forecasts a chain breaks: what is taken is never more than what is sold, in the figure, at the ends of its range
 * and in each draw of several places; sums of means lie in their ranges; two openings together are one after the other where sales are
 * proportional to spend, and in any case the same in either order and no more than each alone; stores in another order, with sales in cents, change
 * nothing but the money.
 */
export function faultsOf({ market, observed, next }: SimulatedChain, seed: number): string[] {
  // What is drawn of terms does not matter here: few of them make ten thousand chains cheap.
  const fitted = fitSalesModel(market, observed, CHEAP);
  const places = next.slice(seed % 20, (seed % 20) + PLACES);
  const faults: string[] = [];
  const check = (holds: boolean, what: string) => {
    if (!holds) faults.push(`${seed}: ${what}`);
  };
  for (const elasticity of [fitted.coefficients.elasticity!, 0, 1, 1.5]) {
    const model: SalesModel = {
      ...fitted,
      coefficients: { ...fitted.coefficients, elasticity },
      folds: fitted.folds.map(({ coefficients }) => ({ coefficients: { ...coefficients, elasticity } })),
    };
    const of = (what: string) => `${what} at elasticity ${elasticity}`;
    const { each, together } = forecastTogether(model, market, observed, places);
    for (const { mean, takenFromOwn, netNew, netNewRange80: net, range80: range, taken } of each) {
      check(takenFromOwn <= mean && netNew <= mean && netNew >= 0, of('takes more than it sells'));
      check(net!.low <= range!.low && net!.high <= range!.high && net!.low >= 0, of('adds more than it sells'));
      check(Math.abs(taken.reduce((sum, one) => sum + one.taken, 0) / mean - takenFromOwn / mean) < EXACT, of('parts'));
      check(
        taken.every((one) => one.taken <= model.stores[one.store]!.sales),
        of('a store loses more than it sells'),
      );
    }
    const all = together!;
    check(all.takenFromOwn <= all.mean && all.netNew <= all.mean, of('the set takes more than it sells'));
    check(
      all.netNewRange80.high <= all.range80.high && all.netNewRange80.low <= all.range80.low,
      of('the set adds more'),
    );
    check(all.range80.low <= all.mean && all.mean <= all.range80.high, of('a sum outside its range'));
    check(all.netNewRange80.low <= all.netNew && all.netNew <= all.netNewRange80.high, of('net new outside its range'));
    check(all.range95.low <= all.range80.low && all.range80.high <= all.range95.high, of('80% wider than 95%'));
    check(all.mean <= each.reduce((sum, one) => sum + one.mean, 0) * (1 + EXACT), of('together more than alone'));
    const reversed = forecastTogether(model, market, observed, places.toReversed()).together!;
    check(Math.abs(reversed.netNew / all.netNew - 1) < EXACT, of('another order adds something else'));
    check(
      totalsOf(model, market, observed, places).draws.every(
        ({ mean, takenFromOwn, netNew }) => takenFromOwn <= mean && netNew >= 0 && netNew <= mean,
      ),
      of('a draw takes more than it sells'),
    );
    if (elasticity === 1) {
      const [first, second] = [places[0]!, places[1]!];
      const pair = forecastTogether(model, market, observed, [first, second]).together!;
      const after = inTurn(model, market, observed, [first, second]);
      check(Math.abs(pair.netNew / after - 1) < EXACT, of(`together ${pair.netNew}, in turn ${after}`));
    }
  }
  const inCents = observed.toReversed().map((store) => ({ ...store, sales: CENTS * store.sales }));
  const said = figuresOf(forecastTogether(fitted, market, observed, places));
  const other = figuresOf(forecastTogether(fitSalesModel(market, inCents, CHEAP), market, inCents, places));
  check(
    said.length === other.length &&
      said.every((value, i) => Math.abs(other[i]! / CENTS - value) <= FITTED * Math.abs(value)),
    'another order of stores, in cents, says something else',
  );
  return faults;
}
