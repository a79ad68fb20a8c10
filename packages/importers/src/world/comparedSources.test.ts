import { expect, it } from 'vitest';
import { findPlace } from '../places/findPlace.ts';
import { comparedSources } from './comparedSources.ts';
import { makePlan } from './plan.ts';

const sourcesOf = (text: string) => comparedSources(makePlan(findPlace(text), {}));

it('puts official figures beside the raster that could take their place, each with its money', () => {
  const [official, raster, ...others] = sourcesOf('Lyon, France');
  expect(others).toEqual([]);
  expect(official).toMatchObject({ isOfficial: true, isChosen: true, countries: ['FR'], vintage: '2021' });
  expect(official!.topics).toEqual(['residents', 'age_classes', 'families', 'income', 'housing', 'consumption']);
  // The table of people has the incomes, too: nothing more is fetched for them.
  expect(official!.incomes).toMatchObject({ vintage: '2021', megabytes: 0 });
  expect(raster).toMatchObject({ isOfficial: false, isChosen: false, countries: ['FR'], incomes: null });
  expect(raster!.topics).toEqual(['residents', 'age_classes', 'consumption']);
  expect(raster!.spend).toEqual(official!.spend);
  expect(raster!.megabytes).toBeGreaterThan(0);
});

it('names the source of each country at a border, and a model alone where nobody else counts', () => {
  const both = sourcesOf('Strasbourg').filter(({ isChosen }) => isChosen);
  expect(both.map(({ countries }) => countries)).toEqual([['FR'], ['DE']]);
  expect(both.map(({ spend }) => spend?.of)).toEqual(['FR', 'DE']);
  const model = sourcesOf('Kisumu');
  expect(model).toMatchObject([{ isOfficial: false, isChosen: true, countries: ['KE'] }]);
});
