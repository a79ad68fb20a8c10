import { placeName, type Said, type Verdict } from '@hinterland/answers/words';
import { forecastVerdict } from '../sales/verdict.ts';
import { amountOf } from '../verdicts/amount.ts';
import { apart, LEAD } from '../verdicts/outcome.ts';
import type { Output } from './schema.ts';

/** Share of the variants in which the best place has to stay the best. */
const KEEPS_RANK = 0.9;
/** Share of what it takes that has to be new to its owner, and below which nothing is gained. */
const GAIN = { some: 0.05, none: 0.02 } as const;

/**
 * Which site is the best: where it gains clearly more than the next and stays first. No where none gains anything. With a sales model its
 * forecasts decide.
 */
export function verdictOf(result: Output): Verdict | null {
  const { candidates, spendUnit, currency, variants, salesModel } = result;
  const forecast = salesModel === undefined ? null : forecastVerdict(candidates, salesModel, placeName);
  if (forecast !== null) return forecast;
  const [best, next] = candidates;
  if (best === undefined) return null;
  const { keepsRank } = best.sensitivity;
  const [name, places] = [placeName(best), String(candidates.length)];
  const money = (figure: number) => amountOf(figure, spendUnit, currency);
  const share = best.captured > 0 ? best.netNew / best.captured : 0;
  const sure: Said = {
    text: 'compare.holds',
    count: Math.round(keepsRank * variants.length),
    with: { name, variants: String(variants.length) },
  };
  if (share <= GAIN.none) {
    return { outcome: 'no', headline: { text: 'verdict.best.nothing', with: { places } }, because: [], sure };
  }
  if (next === undefined) {
    return {
      outcome: 'not_clear',
      headline: { text: 'verdict.best.only', with: { name } },
      because: [{ text: 'verdict.best.alone', with: { name, gain: money(best.netNew) } }],
      sure,
    };
  }
  const lead = apart(best.netNew, next.netNew);
  const isClear = share >= GAIN.some && lead >= LEAD.clear && keepsRank >= KEEPS_RANK;
  return {
    outcome: isClear ? 'yes' : 'not_clear',
    headline: { text: isClear ? 'verdict.best.yes' : 'verdict.best.notClear', with: { name, places } },
    because: [
      {
        text: 'verdict.best.gain',
        with: {
          name,
          other: placeName(next),
          gain: money(best.netNew),
          next: money(next.netNew),
          lead: { portion: lead },
        },
      },
    ],
    sure,
  };
}
