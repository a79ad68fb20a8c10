import { placeName, type Said, type Verdict } from '@hinterland/answers/words';
import { aloneSaid, besideBest, gainSaid, isSure, sureSaid } from '../markets/bestVerdict.ts';
import { forecastVerdict } from '../sales/verdict.ts';
import { amountOf } from '../verdicts/amount.ts';
import { apart, LEAD } from '../verdicts/outcome.ts';
import type { Output } from './schema.ts';

/** Share of what it takes that has to be new to its owner, and below which nothing is gained. */
const GAIN = { some: 0.05, none: 0.02 } as const;

/**
 * Which site is the best: where it gains clearly more than the next and stays first in nine of ten draws. Places nearly at the same spot stand
 * for each other. No where none gains anything. With a sales model its
 * forecasts decide.
 */
export function verdictOf(result: Output): Verdict | null {
  const { candidates, spendUnit, currency, variants, salesModel } = result;
  const forecast = salesModel === undefined ? null : forecastVerdict(candidates, salesModel, placeName);
  if (forecast !== null) return forecast;
  const [best, next] = candidates;
  if (best === undefined) return null;
  const { keepsRank } = best.sensitivity;
  // Answers that were given before know variants of the method alone.
  const certainty = result.certainty ?? {
    first: keepsRank,
    decides: null,
    alike: [],
    usualSales: null,
    beyondMapShare: 0,
  };
  const [name, places] = [placeName(best), String(candidates.length)];
  const money = (figure: number) => amountOf(figure, spendUnit, currency);
  const share = best.captured > 0 ? best.netNew / best.captured : 0;
  const sure: Said =
    result.certainty === undefined
      ? {
          text: 'compare.holds',
          count: Math.round(keepsRank * variants.length),
          with: { name, variants: String(variants.length) },
        }
      : sureSaid(name, certainty);
  if (share <= GAIN.none && certainty.knowsNoStore !== true) {
    return { outcome: 'no', headline: { text: 'verdict.best.nothing', with: { places } }, because: [], sure };
  }
  if (next === undefined) {
    return {
      outcome: 'not_clear',
      headline: { text: 'verdict.best.only', with: { name } },
      because: [
        aloneSaid(certainty.usualSales, best.captured, { name, gain: money(best.netNew) }, money),
        ...besideBest(certainty, String),
      ],
      sure,
    };
  }
  const nameById = (id: (typeof certainty.alike)[number]) =>
    placeName(candidates.find((one) => one.id === id) ?? { id });
  const rival = candidates.find((one) => one !== best && !certainty.alike.includes(one.id));
  if (rival === undefined) {
    const names = { all: [name, ...certainty.alike.map(nameById)] };
    return {
      outcome: 'not_clear',
      headline: { text: 'verdict.best.sameSpot', with: { names } },
      because: [],
      sure: { text: 'verdict.decides.way' },
    };
  }
  const lead = apart(best.netNew, rival.netNew);
  const isClear = share >= GAIN.some && lead >= LEAD.clear && isSure(certainty);
  const figures = {
    name,
    other: placeName(rival),
    gain: money(best.netNew),
    next: money(rival.netNew),
    lead: { portion: lead },
  };
  return {
    outcome: isClear ? 'yes' : 'not_clear',
    headline: { text: isClear ? 'verdict.best.yes' : 'verdict.best.notClear', with: { name, places } },
    because: [gainSaid(certainty.usualSales, best.captured, figures, money), ...besideBest(certainty, nameById)],
    sure,
  };
}
