import { expect, it } from 'vitest';
import { findAction } from '../registry.ts';
import type { ForecastOfPlace } from './fields.ts';
import { forecastsIn } from './forecastsIn.ts';

const MODEL = { id: 'sm_1', name: 'Bakeries', currency: 'XMD' };
const range = { low: 80, high: 120 };
const forecast = { sales: 100, range80: range, range95: null } as ForecastOfPlace;
const said = { sales: 100, range80: range, range95: null };

it('finds the forecast of one place, those of rows, and none', () => {
  expect(forecastsIn({ salesModel: MODEL, forecast, bands: [{ limit: 1 }] })).toEqual({
    model: MODEL,
    places: [{ id: 'place', name: null, forecast: said }],
  });
  const candidates = [
    { id: 7, name: 'Quay', forecast },
    { id: 'far', forecast: null },
    { id: 'x', forecast },
  ];
  expect(forecastsIn({ salesModel: MODEL, candidates, stores: [{ id: 1 }] })).toEqual({
    model: MODEL,
    places: [
      { id: '7', name: 'Quay', forecast: said },
      { id: 'x', name: null, forecast: said },
    ],
  });
  expect(forecastsIn({ salesModel: MODEL, places: [{ address: 'Quay 1', forecast }] }).places).toEqual([
    { id: '1', name: 'Quay 1', forecast: said },
  ]);
  expect(forecastsIn({ model: { ...MODEL, stores: [] }, stores: [{ id: 1 }] })).toEqual({ model: MODEL, places: [] });
  expect(forecastsIn({ bands: [] })).toEqual({ model: null, places: [] });
  expect(forecastsIn({ salesModel: MODEL, forecast: null }).places).toEqual([]);
});

it('reads every action that answers with the model of its forecasts', () => {
  const withModel = ['site.rank', 'site.search', 'analysis.site_comparison', 'analysis.markets_sector', 'enrich.point'];
  for (const id of withModel) {
    const schema = JSON.stringify(findAction(id)!.output.toJSONSchema());
    expect([id, schema.includes('salesModel'), schema.includes('forecast')]).toEqual([id, true, true]);
  }
});
