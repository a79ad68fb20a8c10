import { said } from '@hinterland/answers/said';
import { defineAction } from '../action/defineAction.ts';
import { journeyMembers } from '../catchments/journeyMembers.ts';
import { tariffs } from '../tariffs.ts';
import { example } from './example.ts';
import { pointsOf, reachedPoints } from './points.ts';
import { run } from './run.ts';
import { input, output } from './schema.ts';
import { verdictOf } from './verdict.ts';

export const analysisBrandCoverage = defineAction({
  id: 'analysis.brand_coverage',
  title: 'Brand coverage',
  description:
    'Where a brand covers its market: residents and spend within reach of its points, by area. With own points (or the stores of a brand) the answer also gives the order in which they can close, with planned points the order in which to open them. Costs 5 credits per point; call quote for the exact price.',
  method: 'cover',
  rows: 'together',
  tariff: tariffs.brandPoint,
  ...journeyMembers('territory', 'sociodemo', 'players'),
  needs: ['sociodemo'],
  input,
  output,
  verdict: verdictOf,
  example,
  priceOf(context, given) {
    const points = pointsOf(context, given);
    // Places too far from a road, and networks too large to answer, are refused before any price is agreed on.
    const { poles } = reachedPoints(context, given, points);
    const [own, planned] = [points.own.length, points.planned.length];
    const label =
      planned === 0
        ? said('own_points', { count: own })
        : own === 0
          ? said('planned_points', { count: planned })
          : said('own_and_planned', { own, planned });
    return { quantity: own + planned, label, polesInvolved: poles };
  },
  run,
});
