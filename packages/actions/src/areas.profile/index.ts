import { defineAction } from '../action/defineAction.ts';
import { run } from './run.ts';
import { input, output } from './schema.ts';

export const areasProfile = defineAction({
  id: 'areas.profile',
  title: 'Area profile',
  description:
    'Residents, age classes, households, income and stores by sector of an area beside the areas that hold it. Free, for the dashboards of the web app.',
  tariff: null,
  families: ['territory', 'sociodemo', 'players'],
  input,
  output,
  example: { area: 'XM' },
  run,
});
