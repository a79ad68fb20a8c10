import { type Said, type Verdict, wholeOf } from '@hinterland/answers/words';
import { OUTCOME_KEYS, outcomeBetween } from '../verdicts/outcome.ts';
import type { Output } from './schema.ts';

type Market = Output['parts'][number]['markets'][number];

/** Times the median by floor area of the area around: high from the one on, not high up to the other. */
const HIGH = { no: 1.05, yes: 1.1 } as const;
/** Fewer offers decide nothing. */
const LISTINGS_MIN = 20;

/** Whether homes are dear beside the nearest area around that has figures, by the median price of a square meter. */
export function verdictOf({ parts, benchmarks, territory }: Output): Verdict | null {
  const market = wholeOf(parts)?.markets[0];
  if (market === undefined) return null;
  const here = market.all.pricePerSquareMeter;
  const around = benchmarks.flatMap(({ available, name, markets }) => {
    const same = available
      ? markets.find(({ kind, state }) => kind === market.kind && state === market.state)
      : undefined;
    const median = same?.all.pricePerSquareMeter.median ?? null;
    return median === null || median <= 0 ? [] : [{ name, median }];
  });
  const [nearest, ...others] = around;
  const notClear = { text: `verdict.prices.${wordOf(market)}.notClear` } as const;
  if (here.median === null || nearest === undefined) {
    return { outcome: 'not_clear', headline: notClear, because: [], sure: { text: 'verdict.prices.noFigures' } };
  }
  const times = here.median / nearest.median;
  const outcome = here.count < LISTINGS_MIN ? 'not_clear' : outcomeBetween(times, HIGH);
  const perArea = (figure: number): Said => ({
    words: [{ figure, unit: `${market.unit}_per_square_meter`, currency: territory.currency }],
  });
  const listings = { figure: here.count, unit: 'listings' };
  const said = [nearest, ...others];
  const held = said.filter(({ median }) => outcomeBetween(here.median! / median, HIGH) === outcome).length;
  return {
    outcome,
    headline: { text: `verdict.prices.${wordOf(market)}.${OUTCOME_KEYS[outcome]}`, with: { area: nearest.name } },
    because: [
      {
        text: 'verdict.prices.medians',
        with: { here: perArea(here.median), there: perArea(nearest.median), area: nearest.name },
      },
    ],
    sure:
      here.count < LISTINGS_MIN
        ? { text: 'verdict.prices.few', count: here.count, with: { listings } }
        : { text: 'verdict.prices.sure', count: said.length, with: { listings, held: String(held) } },
  };
}

const wordOf = ({ kind }: Market) => (kind === 'rent' ? ('rents' as const) : ('homes' as const));
