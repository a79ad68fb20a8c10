import { defineAction } from '../action/defineAction.ts';
import { run } from './run.ts';
import { input, output } from './schema.ts';

export const areasCompare = defineAction({
  id: 'areas.compare',
  title: 'Areas compared',
  description:
    'Outlines and figures of the areas of a level within an area: residents, ages, households, income, stores by sector, and residents without a store of a sector within reach. Free, for the maps of areas of the web app.',
  tariff: null,
  families: ['territory', 'sociodemo', 'players'],
  input,
  output,
  example: { area: 'XM' },
  run,
});
