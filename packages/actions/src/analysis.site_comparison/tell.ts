import { bars, placeName, type Section, type Telling } from '@hinterland/answers/words';
import type { Output } from './schema.ts';

/** The places beside each other, the best of each row marked, and for what each place is the best. */
export function tell({ candidates, tables, market, territory }: Output): Telling {
  const [best] = candidates.toSorted((a, b) => b.bestRows - a.bestRows);
  return {
    sentence:
      best === undefined
        ? null
        : {
            figure: placeName(best),
            rest: { text: 'sentence.comparison', count: best.bestRows, with: { places: String(candidates.length) } },
          },
    sections: [
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
        ({ title, rows }, table): Section => ({
          title: { english: title },
          parts: [
            {
              kind: 'table',
              columns: candidates.map(placeName),
              rows: rows.map(({ id, label, unit, values, best: marked }, i) => ({
                id,
                title: { english: label },
                unit: { unit, currency: territory.currency },
                cells: values.map((value, at) => ({
                  value,
                  pointer: `/tables/${table}/rows/${i}/values/${at}`,
                  unit,
                  isBest: marked.includes(candidates[at]?.id ?? ''),
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
          parts: [{ kind: 'list', items: one.reasons.map((english) => ({ english })) }],
        }),
      ),
      ...holding(candidates, market),
    ],
  };
}

/** In how many variants of the model the place that takes the most does so. */
function holding(candidates: Output['candidates'], market: Output['market']): readonly Section[] {
  const taker = candidates.find(({ id }) => id === market?.sensitivity[0]?.best);
  if (market === null || taker === undefined) return [];
  const count = market.sensitivity.filter(({ best }) => best === taker.id).length;
  const values = { name: placeName(taker), variants: String(market.sensitivity.length) };
  return [{ parts: [{ kind: 'text', text: { text: 'compare.holds', count, with: values } }] }];
}
