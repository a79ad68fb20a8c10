import { nameOfFound, type Said, type Verdict } from '@hinterland/answers/words';
import { aloneSaid, besideBest, gainSaid, isSure } from '../markets/bestVerdict.ts';
import { forecastVerdict } from '../sales/verdict.ts';
import { amountOf } from '../verdicts/amount.ts';
import { apart, DRAWS_TOLD, LEAD } from '../verdicts/outcome.ts';
import type { Output } from './schema.ts';

/** Share by which another set may be better than one that is told as the best. */
const SET_GAP = 0.05;

/**
 * Which place found is the best, or whether the set that opens together is; no where nothing is gained anywhere. With a sales model its forecasts
 * decide among the places found.
 */
export function verdictOf({ places, set, search, gainUnit, currency, salesModel, certainty }: Output): Verdict {
  const forecast = salesModel === undefined || set !== null ? null : forecastVerdict(places, salesModel, nameOfFound);
  if (forecast !== null) return forecast;
  const [best, next] = places;
  const gain = (figure: number) => amountOf(figure, gainUnit, currency);
  const searched = { figure: search.candidates, unit: 'places' };
  const sure: Said = { text: 'verdict.search.sure', count: search.candidates, with: { count: searched } };
  const isBlind = certainty?.knowsNoStore === true;
  if (best === undefined || (best.gain <= 0 && !isBlind)) {
    return { outcome: 'no', headline: { text: 'verdict.search.nothing' }, because: [], sure };
  }
  if (set !== null) {
    const isBest = set.gapShare <= SET_GAP;
    const names = { all: set.places.map(nameOfFound) };
    return {
      outcome: isBest && !isBlind ? 'yes' : 'not_clear',
      headline: {
        text: !isBest ? 'verdict.search.setNotClear' : isBlind ? 'verdict.search.setUnsure' : 'verdict.search.set',
        with: { names },
      },
      because: [
        {
          text: set.status === 'optimal' ? 'search.optimal' : 'search.bound',
          with: { total: gain(set.total), bound: gain(set.upperBound) },
        },
        ...(isBlind ? [{ text: 'verdict.best.noStoreKnown' } as const] : []),
      ],
      sure,
    };
  }
  const name = nameOfFound(best);
  const isFirst = certainty == null || isSure(certainty);
  const isClear = next !== undefined && apart(best.gain, next.gain) >= LEAD.clear && isFirst;
  const about = places.filter((one) => apart(one.gain, best.gain) < LEAD.clear).length;
  if (next === undefined) {
    return {
      outcome: 'not_clear',
      headline: { text: 'verdict.best.only', with: { name } },
      because: [
        aloneSaid(certainty?.usualSales ?? null, best.captured ?? best.gain, { name, gain: gain(best.gain) }, gain),
        ...(certainty == null ? [] : besideBest(certainty, String)),
      ],
      sure,
    };
  }
  return {
    outcome: isClear ? 'yes' : 'not_clear',
    headline: isClear
      ? { text: 'verdict.search.yes', with: { name } }
      : about > 1
        ? { text: 'verdict.search.alike', count: about, with: { name } }
        : { text: 'verdict.search.unsure', with: { name } },
    because: [
      gainSaid(
        certainty?.usualSales ?? null,
        best.captured ?? best.gain,
        {
          name,
          other: nameOfFound(next),
          gain: gain(best.gain),
          next: gain(next.gain),
          lead: { portion: apart(best.gain, next.gain) },
        },
        gain,
      ),
      ...(certainty == null ? [] : besideBest(certainty, String)),
    ],
    sure:
      certainty == null
        ? sure
        : {
            words: [
              {
                text: 'verdict.search.draws',
                count: search.candidates,
                with: { count: searched, name, share: { portion: certainty.first }, draws: DRAWS_TOLD },
              },
              ...(certainty.decides === null || isFirst
                ? []
                : [{ text: `verdict.decides.${certainty.decides}` } as const]),
            ],
          },
  };
}
