import { unitName } from '../measure.ts';
import { isObject, objectsIn } from '../parts.ts';
import { itemOf, memberOf, NO_PLAN, type Plan } from '../plan/index.ts';
import { bandEnds, isBand, snake } from './names.ts';

type Members = Readonly<Record<string, unknown>>;

/** An item of a list of an answer, and all that the answer says of it. */
export interface ListItem {
  readonly id: unknown;
  /** Its members without what the question has of it already, and the figures by which it is compared. */
  readonly figures: Members;
}

/** Returns the items of a list of an answer, each with its values of the tables that compare them. */
export function itemsOf(result: unknown, list: string): readonly ListItem[] {
  if (!isObject(result)) return [];
  const tables = list === 'candidates' ? comparedRows(result) : [];
  const common = commonOf(result);
  return objectsIn(result[list]).map(({ id, name: _name, lat: _lat, lng: _lng, ...own }, at) => ({
    id,
    figures: { ...common, ...own, ...(tables.length === 0 ? {} : { compared: comparedAt(tables, at) }) },
  }));
}

/** What holds for every item of an answer: the currency, and how far off modelled spend is. */
export function commonOf(result: Members): Members {
  const currency = currencyOf(result);
  const { demandErrorShare } = result;
  return {
    ...(currency === '' ? {} : { currency }),
    ...(typeof demandErrorShare === 'number' ? { demandErrorShare } : {}),
  };
}

/** The currency of an answer, or of its territory; empty for none. */
export function currencyOf({ territory, currency }: Members): string {
  const found = isObject(territory) ? territory.currency : currency;
  return typeof found === 'string' ? found : '';
}

/** The figures of a comparison that an item gets, whose meaning and unit stand beside them. */
const COMPARED: Plan = {
  ...NO_PLAN,
  figure: { role: 'group' },
  members: new Map([
    ['figures', { ...NO_PLAN, figure: { role: 'group' }, each: { ...NO_PLAN, figure: { unit: 'described' } } }],
  ]),
};

/** The plan of the items of a list, as `itemsOf` gives them. */
export function itemPlanOf(plan: Plan, list: string): Plan {
  const item = withCommon(plan, itemOf(memberOf(plan, list)));
  return { ...item, members: new Map([...item.members, ['compared', COMPARED] as const]) };
}

/** The plan of an item beside what holds for all items of an answer. */
export function withCommon(plan: Plan, item: Plan): Plan {
  const error = plan.members.get('demandErrorShare');
  const common = [
    ['currency', CURRENCY] as const,
    ...(error === undefined ? [] : [['demandErrorShare', error] as const]),
  ];
  return { ...item, members: new Map([...common, ...item.members]), errors: [...plan.errors, ...item.errors] };
}

/** The currency of the answer, which names units of the item and is no figure of it. */
const CURRENCY: Plan = { ...NO_PLAN, figure: { role: 'aside' } };

interface ComparedRow {
  readonly name: string;
  readonly title: string;
  readonly unit: string;
  readonly base: unknown;
  readonly errorShare: unknown;
  readonly values: readonly unknown[];
}

/** Rows of the tables of a comparison, which have a value for each candidate: "residents_1" of the first reach is "residents_10min". */
function comparedRows(result: Members): readonly ComparedRow[] {
  const reaches = objectsIn(result.reaches);
  const ends = reaches.every(isBand) ? bandEnds(reaches).map(({ within }) => within) : [];
  const currency = currencyOf(result);
  return objectsIn(result.tables).flatMap(({ rows }) =>
    objectsIn(rows).map(({ id, label, unit, base, demandErrorShare, values }) => {
      const [, stem, reach] = /^(.*)_(\d+)$/.exec(String(id)) ?? [];
      const end = reach === undefined ? undefined : ends[Number(reach) - 1];
      const name = snake(end === undefined ? String(id) : String(stem));
      return {
        name: end === undefined ? name : `${name}_${end}`,
        title: String(label),
        unit: unitName(String(unit ?? ''), currency),
        base,
        errorShare: demandErrorShare,
        values: Array.isArray(values) ? values : [],
      };
    }),
  );
}

/** The values of a candidate, described as those of a topic are. */
const comparedAt = (rows: readonly ComparedRow[], at: number): Members => ({
  fields: Object.fromEntries(
    rows.map(({ name, title, unit, base, errorShare }) => [name, { meaning: title, unit, base, errorShare }]),
  ),
  figures: Object.fromEntries(rows.map(({ name, values }) => [name, values[at] ?? null])),
});
