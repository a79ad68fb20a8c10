import { type Measure, measureOf, unitWords, wordsOf } from './measure.ts';
import { isLeaf, leafOf, membersOf } from './members.ts';
import { isObject, objectsIn } from './parts.ts';
import type { Cell } from './table.ts';

type Members = Readonly<Record<string, unknown>>;

/** What holds for everything below a point of a result. */
export interface Around {
  readonly parts: ReadonlyMap<string, string>;
  /** Descriptions of figures by their names. */
  readonly fields: Members;
  /** Descriptions of the classes of a topic. */
  readonly distributions: readonly Members[];
  readonly lists: readonly Members[];
}

/** A figure of one part. */
export interface FigureAt {
  /** The same for every part. */
  readonly id: string;
  readonly name: string;
  /** Member that the figure stands in beside others of its kind; empty for the part itself. */
  readonly group: string;
  readonly title?: string | undefined;
  readonly unit?: string | undefined;
  /** The list or the classes that it belongs to. */
  readonly list?: string | undefined;
  readonly value: Cell;
}

/** Every figure of a part: its own, those of its groups, of its lists and of its classes. */
export function figuresIn(part: Members, around: Around): FigureAt[] {
  return membersOf(part).flatMap(([name, member]): FigureAt[] => {
    if (isLeaf(member)) return [{ id: name, name, group: '', value: leafOf(member) }];
    if (!isObject(member)) return [];
    if (name === 'lists') return Object.entries(member).flatMap(([list, one]) => itemsOf(list, one, around));
    if (name === 'distributions') return Object.entries(member).flatMap(([list, one]) => classesOf(list, one, around));
    const group = name === 'values' ? '' : name;
    return membersOf(member)
      .filter(([, one]) => isLeaf(one))
      .map(([inner, one]) => ({
        id: `${name}.${inner}`,
        name: inner,
        group,
        title: around.parts.get(inner),
        value: leafOf(one),
      }));
  });
}

/** Title and unit of a figure, and what its values are multiplied by. Shares of topics are percent already. */
export function measureOfFigure({ name, group, title, unit }: FigureAt, { fields }: Around, currency: string): Measure {
  const own = measureOf(name);
  const described = isObject(fields[name]) ? fields[name] : {};
  const meaning = typeof described.meaning === 'string' ? described.meaning : undefined;
  if (group === 'coverage' && meaning !== undefined) return { title: meaning, unit: '%', factor: 100 };
  if (group === 'shares' && meaning !== undefined) return { title: meaning, unit: '%', factor: 1 };
  if (group === '' && meaning !== undefined) {
    return { title: meaning, unit: unitWords(String(described.unit ?? ''), currency), factor: 1 };
  }
  if (unit !== undefined) return { title: title ?? own.title, unit: unitWords(unit, currency), factor: 1 };
  return { ...own, title: title ?? own.title };
}

/** The largest items of a list of a topic, and all others together. */
function itemsOf(list: string, value: unknown, { lists }: Around): FigureAt[] {
  if (!isObject(value)) return [];
  const described = lists.find(({ name }) => name === list);
  const common = {
    group: 'lists',
    list: String(described?.meaning ?? wordsOf(list)),
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
  return [...items, { ...common, id: `lists.${list}.others`, name: 'others', title: 'Others', value: others }];
}

function classesOf(list: string, value: unknown, { distributions }: Around): FigureAt[] {
  if (!Array.isArray(value)) return [];
  const described = distributions.find(({ name }) => name === list);
  const limits = Array.isArray(described?.limits) ? (described.limits as unknown[][]) : [];
  return value.map((count, i) => ({
    id: `distributions.${list}.${i}`,
    name: `class ${i + 1}`,
    group: 'distributions',
    list: String(described?.meaning ?? wordsOf(list)),
    title: classTitle(limits[i], i),
    unit: described?.unit as string | undefined,
    value: leafOf(count),
  }));
}

function classTitle(limits: readonly unknown[] | undefined, index: number): string {
  if (limits === undefined) return `Class ${index + 1}`;
  const [from, to] = limits;
  const text = (value: unknown) => (typeof value === 'number' ? value.toLocaleString('en') : '');
  if (to == null) return `${text(from)} and more`;
  return from == null ? `below ${text(to)}` : `${text(from)} to ${text(to)}`;
}
