import { defineAction } from '../action/defineAction.ts';
import { DEMO_PLACE } from '../action/demoPlace.ts';
import { journeyMembers } from '../catchments/journeyMembers.ts';
import { quotePoint, enrichPoint as runPoint } from '../enrichment/enrich.ts';
import { pointInput, pointOutput } from '../enrichment/point.ts';
import { sumOfSections } from '../enrichment/tariff.ts';

export const enrichPoint = defineAction({
  id: 'enrich.point',
  title: 'Enrich a point',
  description:
    'Everything about a point and its catchment in one call: residents by band, tables of people and economy, real-estate indicators, competitors by brand, markets by sector. Costs the sum of its sections: people and economy 10 credits each, realestate 20, brands 5 per brand, sectors 40 each ("auto" takes three). Sections without data are skipped and not charged; call quote for the exact price.',
  method: 'reach',
  tariff: sumOfSections('enrich.point', 'section'),
  ...journeyMembers('territory', 'sociodemo', 'realestate', 'players'),
  input: pointInput,
  output: pointOutput,
  // People and economy within 10 minutes by car of the demo capital.
  example: {
    ...DEMO_PLACE,
    bandSeconds: [300, 600],
    mode: 'car',
    traffic: 'normal',
    include: ['people', 'economy'],
  },
  quote: quotePoint,
  run: runPoint,
});
