import { defineAction } from '../action/defineAction.ts';
import { journeyMembers } from '../catchments/journeyMembers.ts';
import { sumOfSections } from '../enrichment/tariff.ts';
import { example } from './example.ts';
import { inputOfPoint, quote, run, type Together } from './run.ts';
import { input, type Output, output } from './schema.ts';

export const enrichPoints = defineAction<typeof input, Output | Together>({
  id: 'enrich.points',
  title: 'Enrich many points',
  description:
    'enrich.point for up to 500 points, as a background job. The quote is an estimate from the first, middle and last point; each point is charged its real cost, and the job stops at the first point that would exceed maxCredits. Costs the sum of its points, each as enrich.point. Poll GET /api/v1/jobs/{jobId}, or receive the event job.completed.',
  method: 'reach',
  tariff: sumOfSections('enrich.points', 'point'),
  background: true,
  batch: {
    actionId: 'enrich.point',
    items: ({ points }) => points,
    inputOf: inputOfPoint,
    maxCredits: ({ maxCredits }) => maxCredits ?? null,
  },
  largeBody: true,
  ...journeyMembers('territory', 'sociodemo', 'realestate', 'players'),
  input,
  output,
  example,
  quote,
  run,
});
