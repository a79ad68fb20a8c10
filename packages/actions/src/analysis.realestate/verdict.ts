import { type Outcome, type Said, type Verdict, wholeOf } from '@hinterland/answers/words';
import { draw, normalOf } from '../verdicts/draws.ts';
import { CLEAR_SHARE, DRAWS_TOLD, OUTCOME_KEYS, outcomeBetween } from '../verdicts/outcome.ts';
import type { Output } from './schema.ts';

type Market = Output['parts'][number]['markets'][number];

/** Times the median by floor area of the area around: high from the one on, not high up to the other. */
const HIGH = { no: 1.05, yes: 1.1 } as const;
/** Fewer offers decide nothing. */
const LISTINGS_MIN = 20;
/** Quartiles of a normal distribution are so many deviations apart, and the error of its median so many times that of its mean. */
const NORMAL = { quartiles: 1.349, median: 1.2533 } as const;

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
    return median === null || median <= 0 ? [] : [{ name, median, error: errorOf(same!.all.pricePerSquareMeter) }];
  });
  const [nearest, ...others] = around;
  const notClear = { text: `verdict.prices.${wordOf(market)}.notClear` } as const;
  if (here.median === null || nearest === undefined) {
    return { outcome: 'not_clear', headline: notClear, because: [], sure: { text: 'verdict.prices.noFigures' } };
  }
  const times = here.median / nearest.median;
  const told = outcomeBetween(times, HIGH);
  const share = shareOf(told, times, Math.hypot(errorOf(here), nearest.error));
  const outcome = here.count < LISTINGS_MIN || share < CLEAR_SHARE ? 'not_clear' : told;
  const perArea = (figure: number): Said => ({
    words: [{ figure, unit: `${market.unit}_per_square_meter`, currency: territory.currency }],
  });
  const listings = { figure: here.count, unit: 'listings' };
  const said = [nearest, ...others];
  const held = said.filter(({ median }) => outcomeBetween(here.median! / median, HIGH) === told).length;
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
        : {
            text: 'verdict.prices.sure',
            count: said.length,
            with: { listings, held: String(held), share: { portion: share }, draws: DRAWS_TOLD },
          },
  };
}

/** Deviation of the logarithm of a median by the offers that it is made of; 0 where their quartiles are not known. */
function errorOf({ p25, p75, count }: Market['all']['pricePerSquareMeter']): number {
  if (p25 == null || p75 == null || !(p25 > 0) || !(count > 0)) return 0;
  return (NORMAL.median * Math.log(p75 / p25)) / NORMAL.quartiles / Math.sqrt(count);
}

/** Share of the draws of the offers that say the same: high, not high, or neither. */
function shareOf(outcome: Outcome, times: number, error: number): number {
  const { yes } = draw(['offers'], ({ offers }) => {
    const drawn = times * Math.exp(error * normalOf(offers[0]!));
    if (outcome === 'yes') return drawn > HIGH.no;
    return outcome === 'no' ? drawn < HIGH.yes : outcomeBetween(drawn, HIGH) === 'not_clear';
  });
  return yes;
}

const wordOf = ({ kind }: Market) => (kind === 'rent' ? ('rents' as const) : ('homes' as const));
