import type { Said, Verdict } from '@hinterland/answers/words';
import { apart, LEAD } from '../verdicts/outcome.ts';
import type { ForecastOfPlace, SalesModelSaid } from './fields.ts';

interface Answered {
  readonly forecast?: ForecastOfPlace | null | undefined;
}

/** Places that somebody reaches, by what a sales model expects them to add for their owner, most first. */
export const byForecast = <P extends Answered>(
  places: readonly P[],
): readonly { readonly place: P; readonly forecast: ForecastOfPlace }[] =>
  places
    .flatMap((place) => (place.forecast == null ? [] : [{ place, forecast: place.forecast }]))
    .sort((a, b) => b.forecast.netNew - a.forecast.netNew);

/**
 * Which place a sales model puts first: clearly where the model is better than naive forecasts and the lower end of its range of 80% lies above zero and what is expected of the next. `places`
 * are in the order of the sector's market alone, where `first` says no other place that the market puts first. Null where nothing is forecast.
 */
export function forecastVerdict<P extends Answered>(
  places: readonly P[],
  { currency, beatsRivals, bestRival }: Pick<SalesModelSaid, 'currency' | 'beatsRivals' | 'bestRival'>,
  nameOf: (place: P) => string,
  first: P | undefined = places[0],
): Verdict | null {
  const [best, next] = byForecast(places);
  if (best === undefined) return null;
  const money = (figure: number): Said => ({ figure, unit: 'currency_per_year', currency });
  const [name, count] = [nameOf(best.place), String(places.length)];
  const { netNew, netNewRange80: range } = best.forecast;
  const { naive } = best.forecast;
  const sure: Said = beatsRivals
    ? { text: 'verdict.forecast.beats' }
    : naive === undefined || bestRival === undefined
      ? { text: 'verdict.forecast.loses' }
      : {
          text: 'verdict.forecast.noBetter',
          with: { rival: { text: `forecast.rival.${naive.name}` }, name: nameOf(best.place), sales: money(naive.mean) },
        };
  if (netNew <= 0) {
    return { outcome: 'no', headline: { text: 'verdict.best.nothing', with: { places: count } }, because: [], sure };
  }
  const gain: Said =
    range === null
      ? { text: 'verdict.forecast.gainNoRange', with: { name, gain: money(netNew) } }
      : {
          text: 'verdict.forecast.gain',
          with: { name, gain: money(netNew), low: money(range.low), high: money(range.high) },
        };
  if (next === undefined) {
    return { outcome: 'not_clear', headline: { text: 'verdict.best.only', with: { name } }, because: [gain], sure };
  }
  const isClear =
    beatsRivals &&
    range !== null &&
    range.low > Math.max(0, next.forecast.netNew) &&
    apart(netNew, next.forecast.netNew) >= LEAD.clear;
  return {
    outcome: isClear ? 'yes' : 'not_clear',
    headline: { text: isClear ? 'verdict.best.yes' : 'verdict.best.notClear', with: { name, places: count } },
    because: [
      gain,
      {
        text: 'verdict.forecast.next',
        with: { name: nameOf(next.place), next: money(next.forecast.netNew) },
      },
      ...(first === undefined || first === best.place
        ? []
        : [{ text: 'verdict.forecast.market', with: { name: nameOf(first) } } as const]),
    ],
    sure,
  };
}
