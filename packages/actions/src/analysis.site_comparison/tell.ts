import { bars, placeName, type Said, type Section, type Telling } from '@hinterland/answers/words';
import { forecastRanges, forecastSaid, modelSection, togetherSaid } from '../sales/tell.ts';
import { byForecast } from '../sales/verdict.ts';
import type { Output } from './schema.ts';
import { rowName, verdictOf } from './verdict.ts';

/** The places beside each other, the best of each row marked, and for what each place is the best. */
export function tell(result: Output): Telling {
  const { candidates, tables, market, territory, reaches, salesModel } = result;
  const [best] = candidates.toSorted((a, b) => b.bestRows - a.bestRows);
  return {
    verdict: verdictOf(result),
    sentence:
      best === undefined
        ? null
        : {
            figure: placeName(best),
            rest: { text: 'sentence.comparison', count: best.bestRows, with: { places: String(candidates.length) } },
          },
    sections: [
      ...forecastSections(result),
      {
        title: { text: 'chart.bestRows' },
        parts: [
          bars(
            'bars',
            { unit: '' },
            candidates.map((one) => ({ id: String(one.id), name: placeName(one), value: one.bestRows })),
          ),
        ],
      },
      ...tables.map(
        ({ id, title, rows }, table): Section => ({
          title: tableName(id, market) ?? { english: title },
          parts: [
            {
              kind: 'table',
              columns: candidates.map(placeName),
              rows: rows.map((row, i) => ({
                id: row.id,
                title:
                  salesModel !== undefined && row.id === 'captured'
                    ? { text: 'rank.capturedMarket' }
                    : rowName(row, reaches),
                unit: { unit: row.unit, currency: territory.currency },
                cells: row.values.map((value, at) => ({
                  value,
                  pointer: `/tables/${table}/rows/${i}/values/${at}`,
                  unit: row.unit,
                  isBest: row.best.includes(candidates[at]?.id ?? ''),
                })),
              })),
            },
          ],
        }),
      ),
      { parts: [{ kind: 'text', text: { text: 'compare.marked' } }] },
      ...candidates.map(
        (one): Section => ({
          id: String(one.id),
          title: placeName(one),
          note: { text: 'compare.bestRows', count: one.bestRows },
          parts: [
            { kind: 'list', items: one.reasons.map((english) => ({ english })) },
            ...(one.forecast
              ? [{ kind: 'list', items: forecastSaid(one.forecast, salesModel?.currency ?? null) } as const]
              : []),
          ],
        }),
      ),
      ...holding(candidates, market),
      ...(salesModel === undefined ? [] : [modelSection(salesModel)]),
    ],
  };
}

/** What a sales model expects of the places, with its ranges; nothing without one. */
function forecastSections({ candidates, salesModel, together }: Output): readonly Section[] {
  const forecasts = byForecast(candidates);
  if (salesModel === undefined || forecasts.length === 0) return [];
  const unit = { unit: 'currency_per_year', currency: salesModel.currency };
  const places = forecasts.map(({ place, forecast }) => ({ id: String(place.id), name: placeName(place), forecast }));
  return [
    {
      title: { text: 'forecast.ranges', with: { unit } },
      isKept: true,
      parts: [
        forecastRanges(unit, places),
        ...(together === undefined
          ? []
          : [{ kind: 'text', text: togetherSaid(together, places.length, unit) } as const]),
      ],
    },
  ];
}

function tableName(id: Output['tables'][number]['id'], market: Output['market']): Said | null {
  if (id !== 'market') return { text: `table.${id}` };
  return market === null ? null : { sector: market.sector.code, name: market.sector.name };
}

/** In how many variants of the model the place that takes the most does so. */
function holding(candidates: Output['candidates'], market: Output['market']): readonly Section[] {
  const taker = candidates.find(({ id }) => id === market?.sensitivity[0]?.best);
  if (market === null || taker === undefined) return [];
  const count = market.sensitivity.filter(({ best }) => best === taker.id).length;
  const values = { name: placeName(taker), variants: String(market.sensitivity.length) };
  return [{ parts: [{ kind: 'text', text: { text: 'compare.holds', count, with: values } }] }];
}
