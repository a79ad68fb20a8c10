import { said } from '@hinterland/answers/said';
import type { Sector } from '@hinterland/catalogue';
import type { QuoteLine } from '../action/action.ts';
import { quoteLine } from '../action/pricing.ts';
import { tariffs } from '../tariffs.ts';
import type { Mix } from './mixFields.ts';
import { sectorItems } from './sectors.ts';

/** One line for neighbours, one for categories, as far as asked for. In: codes, each once. */
export function priceLines(neighboursOf: readonly string[], categories: readonly string[]): QuoteLine[] {
  const lines: QuoteLine[] = [];
  if (neighboursOf.length > 0) {
    lines.push(
      quoteLine(tariffs.neighbours, neighboursOf.length, said('neighbours', { sectors: sectorItems(neighboursOf) })),
    );
  }
  if (categories.length > 0)
    lines.push(quoteLine(tariffs.category, categories.length, said('items', { items: sectorItems(categories) })));
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
  return withNeighbours * tariffs.neighbours.unitCredits + byCode * tariffs.category.unitCredits;
}
