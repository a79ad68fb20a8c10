import { bars, type Said, type Section, type Telling } from '@hinterland/answers/words';
import type { Output } from './schema.ts';

const RIVALS = ['meanOfStores', 'meanPerSquareMeter', 'nearestSimilar', 'nearest', 'regression'] as const;

/** Strangers do not have the stores that were left out. */
type Told = Omit<Output, 'leftOut'> & Partial<Pick<Output, 'leftOut'>>;

/** How far the model misses stores that it has not seen, beside naive forecasts, store by store, and what the data do not say. */
export function tell({
  error,
  rivals,
  withinFifth,
  beatsRivals,
  stores,
  leftOut = [],
  limits,
  currency,
  came,
}: Told): Telling {
  const unit = { unit: 'currency_per_year', currency };
  const known = RIVALS.flatMap((name) => (rivals[name] === undefined ? [] : [{ name, missed: rivals[name] }]));
  const best = Math.min(...known.map(({ missed }) => missed));
  const misses = [
    { id: 'model', name: { text: 'calibrate.model' } as Said, value: error },
    ...known.map(({ name, missed }) => ({
      id: name,
      name: { text: `calibrate.${name}` } as Said,
      value: missed,
      isQuiet: true,
    })),
  ];
  const sections: Section[] = [
    {
      title: { text: 'calibrate.misses' },
      unit: { unit: 'share' },
      parts: [
        bars('bars', { unit: 'share' }, misses),
        ...(withinFifth === undefined
          ? []
          : [
              {
                kind: 'text',
                text: {
                  text: 'forecast.withinFifth',
                  with: {
                    model: { figure: withinFifth.model, unit: 'share' },
                    rival: { figure: withinFifth.bestRival, unit: 'share' },
                  },
                },
              } as const,
            ]),
      ],
    },
    // Strangers see how far the model misses, and no store.
    ...(stores === undefined ? [] : [storesSection(stores, unit)]),
  ];
  if (came !== undefined) {
    sections.unshift({
      title: { text: 'calibrate.came' },
      parts: [
        {
          kind: 'text',
          text:
            came.of === 0
              ? { text: 'calibrate.cameNone' }
              : {
                  text: 'calibrate.cameSaid',
                  count: came.of,
                  with: { within: { figure: came.within80, unit: '' } },
                },
        },
        {
          kind: 'table',
          columns: [
            { text: 'calibrate.observed' },
            { text: 'calibrate.forecast' },
            { text: 'calibrate.low' },
            { text: 'calibrate.high' },
          ],
          rows: (came.stores ?? []).map(({ id, name, sold, forecast, range80 }, i) => ({
            id: String(id),
            title: name ?? String(id),
            unit,
            cells: [
              { value: sold, pointer: `/came/stores/${i}/sold`, unit: unit.unit },
              { value: forecast, pointer: `/came/stores/${i}/forecast`, unit: unit.unit },
              { value: range80?.low ?? null, pointer: `/came/stores/${i}/range80/low`, unit: unit.unit },
              { value: range80?.high ?? null, pointer: `/came/stores/${i}/range80/high`, unit: unit.unit },
            ],
          })),
        },
      ],
    });
  }
  if (leftOut.length > 0) {
    const items = leftOut.map(({ id, name, reason }): Said => ({ words: [`${name ?? id}:`, { english: reason }] }));
    sections.push({ title: { text: 'calibrate.leftOut' }, parts: [{ kind: 'list', items }] });
  }
  sections.push({
    title: { text: 'calibrate.limits' },
    isKept: true,
    parts: [{ kind: 'list', items: limits.map((english) => ({ english })) }],
  });
  return {
    sentence: {
      figure: { figure: error, unit: 'share' },
      rest: {
        text: beatsRivals ? 'sentence.calibrateBeats' : 'sentence.calibrateLoses',
        with: { rival: { figure: best, unit: 'share' } },
      },
      at: { pointer: '/error', value: error },
    },
    sections,
  };
}

const storesSection = (
  stores: Output['stores'],
  unit: { readonly unit: string; readonly currency: string | null },
): Section => ({
  title: { text: 'calibrate.stores' },
  isKept: true,
  parts: [
    {
      kind: 'scatter',
      ...unit,
      across: { text: 'calibrate.predicted' },
      up: { text: 'calibrate.observed' },
      dots: stores.map(({ id, name, observed, predicted, isOutlier }) => ({
        id: String(id),
        name: name ?? String(id),
        across: predicted,
        up: observed,
        ...(isOutlier ? { isMarked: true } : {}),
      })),
    },
    {
      kind: 'table',
      columns: [{ text: 'calibrate.observed' }, { text: 'calibrate.predicted' }, { text: 'calibrate.error' }],
      rows: stores.map(({ id, name, observed, predicted, error: missed, isOutlier }, i) => ({
        id: String(id),
        title: name ?? String(id),
        unit,
        ...(isOutlier ? { note: { text: 'calibrate.outlier' } as const } : {}),
        cells: [
          { value: observed, pointer: `/stores/${i}/observed`, unit: unit.unit },
          { value: predicted, pointer: `/stores/${i}/predicted`, unit: unit.unit },
          { value: missed, pointer: `/stores/${i}/error`, unit: 'share' },
        ],
      })),
    },
  ],
});
