import { LIMITS } from '@hinterland/contract';
import { defineAction } from '../action/defineAction.ts';
import { journeyMembers } from '../catchments/journeyMembers.ts';
import { sumOfSections } from '../enrichment/tariff.ts';
import { optionsOf, quote, run } from './run.ts';
import { input, output } from './schema.ts';

export const enrichDataset = defineAction({
  id: 'enrich.dataset',
  title: 'Enrich every row of a dataset',
  description: `enrich.point for every row of a dataset, up to ${LIMITS.enrichDatasetRowsMax}, as a background job that writes GeoParquet files of ${LIMITS.enrichDatasetPartRows} rows. The quote is an estimate from the first, middle and last row; each row is charged its real cost when the file of its part is stored, and the job stops at the first row that would exceed maxCredits. Rows that cannot be answered have a reason in the file and cost nothing. Costs the sum of its rows, each as enrich.point. Poll GET /api/v1/jobs/{jobId}, or receive the event job.completed; GET /api/v1/jobs/{jobId}/parts lists the files.`,
  tariff: sumOfSections('enrich.dataset', 'row'),
  background: true,
  storesVersion: false,
  parts: {
    dataset: ({ dataset }) => dataset,
    optionsOf,
    maxCredits: ({ maxCredits }) => maxCredits ?? null,
  },
  ...journeyMembers('territory', 'sociodemo', 'realestate', 'players'),
  input,
  output,
  example: { dataset: 'ds_01KAJ5M0W3Q8Z6X4T2R9V7C1B5', bandSeconds: [300], include: ['people'], maxCredits: 100_000 },
  quote,
  run,
});
