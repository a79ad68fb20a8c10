import type { Plan } from '../plan/index.ts';
import { knownOf, type WideFigure, wideFigures } from './figures.ts';
import { itemPlanOf, itemsOf } from './items.ts';
import { type ListRow, listRows } from './lists.ts';
import { outlinesOf } from './outlines.ts';

/**
 * Returns the figures of an answer by the names of their columns, what is known of each, and its polygons as GeoJSON: for programs
 * without a reader of Arrow. With `list`, `rows` has the figures of each item of that list with its id. `lists` are paths of further lists, whose
 * items come with their places, areas or ids, and those of the items around them. `isBare` leaves out what is known of the figures, which is the same
 * for all answers of a kind, and most of the bytes.
 */
export function answerFigures(
  result: unknown,
  plan: Plan,
  { list, lists = [], isBare = false }: AskedLists = {},
): object {
  const answered = ofAnswer(result, plan, list, isBare);
  if (lists.length === 0) return answered;
  const items = lists.map((path) => [path, ofRows(listRows(result, plan, path))] as const);
  return { ...answered, lists: Object.fromEntries(items) };
}

/** Lists of an answer whose items are rows. */
export interface AskedLists {
  /** The list of the question. */
  readonly list?: string | undefined;
  /** Further ones by their paths, such as "combinedPlan.opening". */
  readonly lists?: readonly string[] | undefined;
  /** Values alone. */
  readonly isBare?: boolean | undefined;
}

function ofAnswer(result: unknown, plan: Plan, list: string | undefined, isBare: boolean): object {
  if (list === undefined) {
    const figures = wideFigures(result, plan);
    const outlines = Object.fromEntries(outlinesOf(result).map(({ name, geometry }) => [name, geometry]));
    return { figures: valuesOf(figures), ...(isBare ? {} : { about: aboutOf(figures) }), outlines };
  }
  const item = itemPlanOf(plan, list);
  const rows = itemsOf(result, list).map(({ id, figures }) => ({ id, figures: wideFigures(figures, item) }));
  return {
    rows: rows.map(({ id, figures }) => ({ id, figures: valuesOf(figures) })),
    ...(isBare ? {} : { about: aboutOf(rows.flatMap(({ figures }) => figures)) }),
  };
}

const ofRows = (rows: readonly ListRow[]) => ({
  rows: rows.map(({ within, place, figures }) => ({ ...place, within, figures: valuesOf(figures) })),
  about: aboutOf(rows.flatMap(({ figures }) => figures)),
});

const valuesOf = (figures: readonly WideFigure[]) =>
  Object.fromEntries(figures.map(({ name, value }) => [name, value]));

const aboutOf = (figures: readonly WideFigure[]) =>
  Object.fromEntries(figures.map((figure) => [figure.name, knownOf(figure)]));
