import { LIMITS, quote } from '@hinterland/contract';
import { z } from 'zod';
import { capField } from '../enrichment/cap.ts';
import { modelRule, pointOptions } from '../enrichment/options.ts';
import { reachMeta, reachRule } from '../input/catchment.ts';
import { rowsOfDataset } from '../input/dataset.ts';
import { journeyRule } from '../input/journey.ts';
import * as figure from '../output/figure.ts';

const { enrichDatasetRowsMax, enrichDatasetPartRows, enrichPointsSampled } = LIMITS;

const place = z.object({ lat: z.number(), lng: z.number() });

const rows = z
  .object(
    {
      id: z.string().meta(figure.key()),
      rows: z.int(),
      placed: z.int(),
      samples: z.array(place).min(1).max(enrichPointsSampled),
    },
    { error: 'dataset must be the id of a dataset of your organization, such as "ds_…".' },
  )
  .describe(`Id of a dataset of your organization, with at most ${enrichDatasetRowsMax} rows: each is enriched`)
  .meta({ examples: ['ds_01KAJ5M0W3Q8Z6X4T2R9V7C1B5'] });

// A row of figures has no room for listings, stores and polygons.
const { detail: _, ...options } = pointOptions;

export const input = z
  .object({
    dataset: rowsOfDataset(rows),
    ...options,
    maxCredits: capField(
      'The most that the whole job may charge. It stops at the first row that would exceed it. Default: the estimate (quotedCredits)',
    ),
  })
  .superRefine(reachRule)
  .superRefine(journeyRule)
  .superRefine(modelRule)
  .meta(reachMeta)
  .describe('A dataset, the reach of the catchments of its rows, and the sections for each');
export type Input = z.output<typeof input>;

export const output = z
  .object({
    jobId: z.string().meta(figure.aside()).describe('The background job: GET /api/v1/jobs/{id}'),
    rows: figure.count('rows').describe('Number of rows'),
    rowsPerPart: figure
      .count('rows')
      .describe(`Rows of a part, ${enrichDatasetPartRows}: GET /api/v1/jobs/{id}/parts lists the parts`),
    sampledPoints: figure
      .count('rows')
      .describe('Number of rows that the estimate was made from: first, middle and last'),
    maxCredits: figure.credits().describe('The most that the job may charge'),
    estimate: z.boolean().describe('Whether the quote is an estimate: each row is charged its real cost'),
    quote: quote.describe('The estimate'),
  })
  .describe('The job that was started');
export type Output = z.output<typeof output>;
