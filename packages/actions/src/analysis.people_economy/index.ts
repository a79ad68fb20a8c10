import type { Action } from '../action.ts';
import { example } from './example.ts';
import { polesInvolved, run, topicsOf } from './run.ts';
import { type Input, input, type Output, output } from './schema.ts';
import { priceLine, tariff } from './tariff.ts';

export const analysisPeopleEconomy: Action<Input, Output> = {
  id: 'analysis.people_economy',
  title: 'People & Economy',
  description:
    'Ten topics of census tables (residents, age classes, families, education, origins, employment, income, housing, mobility, consumption) for the bands of a catchment, for areas by code or for a drawn polygon, beside the local government area, the state and the country. Costs 2 credits per topic; call quote for the exact price.',
  tariff,
  scope: 'run',
  background: false,
  resultShowsCharge: true,
  storesVersion: true,
  families: ['territory', 'sociodemo'],
  input,
  output,
  example,
  quote: (context, given) => ({
    lines: [priceLine(topicsOf(given))],
    extra: { polesInvolved: polesInvolved(context, given) },
  }),
  run,
};
