import { isLeaf, leafOf, membersOf } from './members.ts';
import { isObject, objectsIn } from './parts.ts';
import { type Errors, type Figure, measureIn, memberOf, type Plan } from './plan/index.ts';
import type { Cell, Unit } from './table.ts';
import type { Said } from './words/said.ts';

type Members = Readonly<Record<string, unknown>>;

/** What holds for everything below a point of a result. */
export interface Around {
  readonly parts: ReadonlyMap<string, Said>;
  /** Descriptions of figures by their names. */
  readonly fields: Members;
  /** Errors of modelled spend, by the names of the members that say them. */
  readonly errors: Errors;
  /** Descriptions of the classes of a topic. */
  readonly distributions: readonly Members[];
  readonly lists: readonly Members[];
}

/** A figure of one part. */
export interface FigureAt {
  /** The same for every part. */
  readonly id: string;
  readonly name: string;
  /** What its schema says of it. */
  readonly figure: Figure;
  /** Member that the figure stands in beside others of its kind; empty for the part itself. */
  readonly group: string;
  readonly title?: Said | undefined;
  readonly unit?: string | undefined;
  /** The list or the classes that it belongs to. */
  readonly list?: Said | undefined;
  readonly value: Cell;
}

/** Every figure of a part: its own, those of its groups, of its lists and of its classes. */
export function figuresIn(part: Members, around: Around, plan: Plan): FigureAt[] {
  return membersOf(part, plan).flatMap(([name, member]): FigureAt[] => {
    const own = memberOf(plan, name);
    if (isLeaf(member)) return [{ id: name, name, figure: own.figure, group: '', value: leafOf(member, own.figure) }];
    if (!isObject(member)) return [];
    if (name === 'lists') return Object.entries(member).flatMap(([list, one]) => itemsOf(list, one, around));
    if (name === 'distributions') return Object.entries(member).flatMap(([list, one]) => classesOf(list, one, around));
    const group = name === 'values' ? '' : name;
    return membersOf(member, own)
      .filter(([, one]) => isLeaf(one))
      .map(([inner, one]) => ({
        id: `${name}.${inner}`,
        name: inner,
        figure: memberOf(own, inner).figure,
        group,
        title: around.parts.get(inner),
        value: leafOf(one, memberOf(own, inner).figure),
      }));
  });
}

interface FigureMeasure {
  readonly title: Said;
  readonly unit: Unit | null;
  readonly factor: number;
}

/** Title and unit of a figure, and what its values are multiplied by. Shares of topics are percent already. */
export function measureOfFigure(
  { name, figure, group, title, unit }: FigureAt,
  { fields }: Around,
  currency: string,
): FigureMeasure {
  const { sign, factor } = measureIn(figure);
  const described = isObject(fields[name]) ? fields[name] : {};
  if (typeof described.meaning === 'string') {
    const meant = { census: name, meaning: described.meaning };
    if (group === 'coverage') return { title: meant, unit: '%', factor: 100 };
    if (group === 'shares') return { title: meant, unit: '%', factor: 1 };
    if (group === '') return { title: meant, unit: { unit: String(described.unit ?? ''), currency }, factor: 1 };
  }
  if (unit !== undefined) return { title: title ?? { field: name }, unit: { unit, currency }, factor: 1 };
  return { title: title ?? { field: figure.called ?? name }, unit: sign === '' ? null : sign, factor };
}

/** The largest items of a list of a topic, and all others together. */
function itemsOf(list: string, value: unknown, { lists }: Around): FigureAt[] {
  if (!isObject(value)) return [];
  const described = lists.find(({ name }) => name === list);
  const common = {
    figure: {},
    group: 'lists',
    list: meaningOf(described, list),
    unit: described?.unit as string | undefined,
  };
  const items = objectsIn(value.items).map((item) => ({
    ...common,
    id: `lists.${list}.${String(item.key)}`,
    name: String(item.key),
    title: String(item.title ?? item.key),
    value: leafOf(item.value ?? null),
  }));
  const { others } = value;
  if (typeof others !== 'number') return items;
  return [
    ...items,
    { ...common, id: `lists.${list}.others`, name: 'others', title: { field: 'others' }, value: others },
  ];
}

function classesOf(list: string, value: unknown, { distributions }: Around): FigureAt[] {
  if (!Array.isArray(value)) return [];
  const described = distributions.find(({ name }) => name === list);
  const limits = Array.isArray(described?.limits) ? (described.limits as unknown[][]) : [];
  return value.map((count, i) => ({
    id: `distributions.${list}.${i}`,
    name: `class ${i + 1}`,
    figure: {},
    group: 'distributions',
    list: meaningOf(described, list),
    title: classTitle(limits[i], i),
    unit: described?.unit as string | undefined,
    value: leafOf(count),
  }));
}

/** What a list or classes count, in English; its name where nothing says so. */
const meaningOf = (described: Members | undefined, name: string): Said =>
  typeof described?.meaning === 'string' ? { census: name, meaning: described.meaning } : { field: name };

function classTitle(limits: readonly unknown[] | undefined, index: number): Said {
  const [from, to] = (limits ?? []).map((one) => (typeof one === 'number' ? one : undefined));
  return from === undefined && to === undefined ? String(index + 1) : { range: [from ?? null, to ?? null] };
}
