import type { Plan } from '../plan/index.ts';
import { knownOf, type WideFigure, wideFigures } from './figures.ts';
import { itemPlanOf, itemsOf } from './items.ts';
import { outlinesOf } from './outlines.ts';

/**
 * Returns the figures of an answer by the names of their columns, what is known of each, and its polygons as GeoJSON: for programs
 * without a reader of Arrow. With `list`, `rows` has the figures of each item of that list with its id.
 */
export function answerFigures(result: unknown, plan: Plan, list?: string): object {
  if (list === undefined) {
    const figures = wideFigures(result, plan);
    const outlines = Object.fromEntries(outlinesOf(result).map(({ name, geometry }) => [name, geometry]));
    return { figures: valuesOf(figures), about: aboutOf(figures), outlines };
  }
  const item = itemPlanOf(plan, list);
  const rows = itemsOf(result, list).map(({ id, figures }) => ({ id, figures: wideFigures(figures, item) }));
  return {
    rows: rows.map(({ id, figures }) => ({ id, figures: valuesOf(figures) })),
    about: aboutOf(rows.flatMap(({ figures }) => figures)),
  };
}

const valuesOf = (figures: readonly WideFigure[]) =>
  Object.fromEntries(figures.map(({ name, value }) => [name, value]));

const aboutOf = (figures: readonly WideFigure[]) =>
  Object.fromEntries(figures.map((figure) => [figure.name, knownOf(figure)]));
