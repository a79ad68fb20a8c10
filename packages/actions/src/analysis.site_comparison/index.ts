import { said } from '@hinterland/answers/said';
import { defineAction } from '../action/defineAction.ts';
import { journeyMembers } from '../catchments/journeyMembers.ts';
import { requireSector } from '../markets/sectors.ts';
import { requireFittingModel } from '../sales/forecast.ts';
import { tariffs } from '../tariffs.ts';
import { run } from './run.ts';
import { input, output } from './schema.ts';
import { catchmentsOf } from './sites.ts';
import { verdictOf } from './verdict.ts';

export const analysisSiteComparison = defineAction({
  id: 'analysis.site_comparison',
  title: 'Site comparison',
  description:
    "Candidate sites side by side: residents by band, age, families, income and spend, and for a sector competitors, opportunity and the sales of a store there by Huff's model; the best value of every row is marked, with reasons in words. Costs 20 credits per candidate site; call quote for the exact price.",
  method: 'market',
  rows: 'together',
  tariff: tariffs.comparedSite,
  ...journeyMembers('territory', 'sociodemo', 'players'),
  input,
  output,
  verdict: verdictOf,
  // Two sites for a supermarket near the demo capital.
  example: {
    candidates: [
      { id: 'centre', lat: -36.2, lng: -151.7, name: 'Town hall' },
      { id: 'north', lat: -36.185, lng: -151.705, name: 'North' },
    ],
    bandSeconds: [300, 600],
    mode: 'car',
    traffic: 'normal',
    sectorCode: 'food.supermarket',
  },
  priceOf(context, given) {
    // Candidates too far from a road, unknown sectors and territories without stores are refused before any price.
    catchmentsOf(context, given);
    if (given.sectorCode !== undefined) requireSector(given.sectorCode, '#/sectorCode');
    if (given.model !== undefined) {
      requireFittingModel(context, given.model, { ...given, sectorCode: given.sectorCode! });
    }
    return { quantity: given.candidates.length, label: said('candidate_sites', { count: given.candidates.length }) };
  },
  run,
});
