import type { SumTariff } from '../action.ts';
import { tariff as ofPoint } from '../enrich.point/tariff.ts';

/** What enrich.point costs, for each point. */
export const tariff: SumTariff = {
  code: 'enrich.points',
  model: 'per_item',
  unit: 'point',
  unitCredits: null,
  parts: ofPoint.parts,
};
