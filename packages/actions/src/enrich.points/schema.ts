import { LIMITS, quote } from '@hinterland/contract';
import { z } from 'zod';
import { capField } from '../enrichment/cap.ts';
import { modelRule, pointOptions } from '../enrichment/options.ts';
import { reachMeta, reachRule } from '../input/catchment.ts';
import { orDataset } from '../input/dataset.ts';
import { journeyRule } from '../input/journey.ts';
import { kindOf, listMessage } from '../input/numbers.ts';
import { lat, lng } from '../input/place.ts';
import * as figure from '../output/figure.ts';

const { enrichPointsMax, enrichPointsSampled } = LIMITS;

const id = z
  .union(
    [
      z.string().min(1, 'An id must not be empty.').max(200, 'An id has at most 200 characters.'),
      z.int('An id must be a text or a whole number.'),
    ],
    {
      error: ({ input }) =>
        input === undefined
          ? 'id is missing: give each point a text or a whole number of its own.'
          : `An id must be a text of 1 to 200 characters or a whole number, not ${kindOf(input)}.`,
    },
  )
  .describe('Your id of the point, a text or a whole number; returned unchanged');

const pointList = z
  .array(z.object({ id, lat: lat(), lng: lng() }), {
    error: listMessage('points', 'points', 1, enrichPointsMax),
  })
  .min(1)
  .max(enrichPointsMax)
  .superRefine((points, context) => {
    const first = new Map<string, number>();
    points.forEach((point, i) => {
      const key = JSON.stringify(point?.id);
      const earlier = first.get(key);
      if (earlier === undefined) first.set(key, i);
      else {
        const message = `The id ${key} stands at point ${earlier} already. Give every point an id of its own.`;
        context.addIssue({ code: 'custom', path: [i, 'id'], message });
      }
    });
  });

export const input = z
  .object({
    points: orDataset(pointList)
      .describe(`Points, 1 to ${enrichPointsMax}, each with its own id; processed in this order`)
      .meta({ examples: [[{ id: 'a', lat: -33.8688, lng: 151.2093 }]] }),
    ...pointOptions,
    maxCredits: capField(
      'The most that the whole batch may charge. The batch stops at the first point that would exceed it. Default: the estimate (quotedCredits)',
    ),
  })
  .superRefine(reachRule)
  .superRefine(journeyRule)
  .superRefine(modelRule)
  .meta(reachMeta)
  .describe('Points, the reach of their catchments, and the sections for each');
export type Input = z.output<typeof input>;

export const output = z
  .object({
    jobId: z.string().meta(figure.aside()).describe('The background job: GET /api/v1/jobs/{id}'),
    points: figure.count('points').describe('Number of points'),
    sampledPoints: figure
      .count('points')
      .describe(
        `Number of points that the estimate was made from: first, middle and last, at most ${enrichPointsSampled}`,
      ),
    maxCredits: figure.credits().describe('The most that the batch may charge'),
    estimate: z.boolean().describe('Whether the quote is an estimate: each point is charged its real cost'),
    quote: quote.describe('The estimate'),
  })
  .describe('The job that was started');
export type Output = z.output<typeof output>;
