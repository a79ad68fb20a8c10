import type { Sector } from '@hinterland/catalogue';
import type { QuoteLine, Tariff } from '../action.ts';
import { quoteLine } from '../pricing.ts';
import type { Mix } from './mix.ts';

/** One credit per category, whatever the territory and its number of bands or areas. */
export const tariff: Tariff = { code: 'category_mix.category', model: 'per_item', unit: 'category', unitCredits: 1 };

/** Two credits for all neighbours of a sector together. */
export const neighboursTariff: Tariff = {
  code: 'category_mix.neighbours',
  model: 'per_item',
  unit: 'sector with its neighbours',
  unitCredits: 2,
};

/** One line for neighbours, one for categories, as far as asked for. In: codes, each once. */
export function priceLines(neighboursOf: readonly string[], categories: readonly string[]): QuoteLine[] {
  const lines: QuoteLine[] = [];
  if (neighboursOf.length > 0) {
    lines.push(quoteLine(neighboursTariff, neighboursOf.length, `Neighbours of ${neighboursOf.join(', ')}`));
  }
  if (categories.length > 0) lines.push(quoteLine(tariff, categories.length, categories.join(', ')));
  return lines;
}

/**
 * What was counted, at the same prices: categories that the territory holds no store of are no work, nor are the
 * neighbours of a sector where it holds none of them.
 */
export function mixCreditsDue({ categories }: Mix, neighboursOf: readonly Sector[], asked: readonly Sector[]): number {
  const counted = new Set(categories.flatMap(({ code, available }) => (available ? [code] : [])));
  const withNeighbours = neighboursOf.filter(({ neighbours }) => neighbours.some((code) => counted.has(code))).length;
  const byCode = asked.filter(({ code }) => counted.has(code)).length;
  return withNeighbours * neighboursTariff.unitCredits + byCode * tariff.unitCredits;
}
