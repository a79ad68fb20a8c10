import { csvOf, FORMATS } from '@hinterland/answers';
import { expect, it } from 'vitest';
import type { AreasCompared } from '../../api/types.ts';
import { collectionOf, tableOf } from './withinFiles.ts';

const area = (code: string, geometry: AreasCompared['areas'][number]['geometry']): AreasCompared['areas'][number] => ({
  code,
  name: `Town ${code}`,
  kind: 'municipality',
  level: 8,
  localType: 'Commune',
  cut: false,
  residents: 10,
  areaSquareKm: 2,
  geometry,
});
const ring = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 0],
];
const compared: AreasCompared = {
  territory: { id: 'xd', name: 'Drawn', currency: 'XDD' },
  area: { code: 'X', name: 'X', kind: 'region', level: 4 },
  levels: [{ level: 8, localType: 'Commune', areas: 2 }],
  simplifyMeters: 20,
  areas: [area('1', { type: 'MultiPolygon', coordinates: [[ring]] }), area('2', null)],
  figures: [
    {
      id: 'age_classes.median_age',
      group: 'age_classes',
      field: 'median_age',
      unit: 'years',
      meaning: 'Half, are',
      values: [40.5, null],
      whole: 41,
    },
    {
      id: 'income.median_household',
      group: 'income',
      field: 'median_household',
      unit: 'currency_per_year',
      meaning: 'Income',
      values: [1000, 2000],
      whole: 1,
    },
    { id: 'stores', group: 'stores', field: '', unit: 'stores', meaning: '', values: [0, 3], whole: 3 },
    {
      id: 'stores.food.bakery',
      group: 'stores',
      field: 'food.bakery',
      unit: 'stores',
      meaning: 'Bakeries',
      values: [0, 2],
      whole: 2,
    },
    {
      id: 'shareWithout.food.bakery',
      group: 'shareWithout',
      field: 'food.bakery',
      unit: 'percent',
      meaning: 'Bakeries',
      values: [100, 12.5],
      whole: 50,
    },
  ],
  reach: { sector: 'food.bakery', minutes: 15, mode: 'walk' },
  dataVersion: {},
};

it('a table of the areas has a row each, units in its heads, and nothing where there is no figure', () => {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    csvOf({ id: 'areas', title: 'areas', ...tableOf(compared) }),
  );
  expect(text.split('\r\n')).toEqual([
    '\ufeffCode,Name,Kind,Level,Local type,Cut,"Half, are, years","Income, XDD per year","All sectors, stores","Bakeries, stores","Bakeries: residents without one within 15 min (walk), %"',
    '1,Town 1,municipality,8,Commune,false,40.5,1000,0,0,100',
    '2,Town 2,municipality,8,Commune,false,,2000,3,2,12.5',
    '',
  ]);
});

it('GeoJSON has the areas with an outline, with all figures as members', async () => {
  const bytes = await FORMATS.geojson.write({ result: { geojson: collectionOf(compared) }, input: {}, area: null });
  const { features } = JSON.parse(new TextDecoder().decode(bytes));
  expect(features).toHaveLength(1);
  expect(features[0].properties).toMatchObject({
    layer: 'areas',
    code: '1',
    name: 'Town 1',
    age_classes_median_age: 40.5,
    income_median_household: 1000,
    stores: 0,
    stores_food_bakery: 0,
  });
  expect(features[0].geometry.type).toBe('MultiPolygon');
});
