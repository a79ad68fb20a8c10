import { isObject, objectsIn } from '../parts.ts';
import { itemOf, memberOf, type Plan } from '../plan/index.ts';
import { type WideFigure, wideFigures } from './figures.ts';
import { commonOf, withCommon } from './items.ts';

type Members = Readonly<Record<string, unknown>>;

/** An item of a list within an answer, as a row of a layer or table of its own. */
export interface ListRow {
  /** Ids, codes or numbers from 0 of the items around it, by the names of their lists. */
  readonly within: Members;
  /** Its id, place, code and polygon, as far as it has them. */
  readonly place: Members;
  readonly figures: readonly WideFigure[];
}

const PLACE = ['id', 'code', 'lat', 'lng', 'geometry'] as const;

/** Returns the items of a list of an answer by its path, such as "whiteSpots", "combinedPlan.opening" or "origins.nearest"; none where there is no such list. */
export function listRows(result: unknown, plan: Plan, path: string): readonly ListRow[] {
  if (!isObject(result)) return [];
  const common = commonOf(result);
  const rows: ListRow[] = [];
  const walk = (value: Members, own: Plan, [step = '', ...rest]: readonly string[], within: Members): void => {
    const member = value[step];
    const inner = memberOf(own, step);
    if (!Array.isArray(member)) {
      if (isObject(member)) walk(member, inner, rest, within);
      return;
    }
    const item = itemOf(inner);
    const read = withCommon(plan, item);
    for (const [i, one] of objectsIn(member).entries()) {
      if (rest.length > 0) {
        walk(one, item, rest, { ...within, [step]: one.id ?? one.code ?? one.measure ?? i });
        continue;
      }
      const place = Object.fromEntries(PLACE.flatMap((name) => (name in one ? [[name, one[name]]] : [])));
      const figures = Object.fromEntries(Object.entries(one).filter(([name]) => !(name in place)));
      rows.push({ within, place, figures: wideFigures({ ...common, ...figures }, read) });
    }
  };
  walk(result, plan, path.split('.'), {});
  return rows;
}
