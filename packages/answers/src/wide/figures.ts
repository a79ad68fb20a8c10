import { oncePerText } from '@hinterland/geo';
import { unitName, wordsOf } from '../measure.ts';
import { isLeaf, isSeries } from '../members.ts';
import { isObject, objectsIn } from '../parts.ts';
import { type Errors, errorsIn, itemOf, memberOf, NO_ERRORS, NO_PLAN, type Plan, type Role } from '../plan/index.ts';
import { currencyOf } from './items.ts';
import { bandEnds, isBand, isByPart, partEnds, snake } from './names.ts';
import { NOTHING, type Said, saidOf } from './said.ts';

type Members = Readonly<Record<string, unknown>>;
export type WideValue = number | string | boolean | null;

/** A figure of an answer as a column of a table with a row per answer. */
export interface WideFigure {
  /** Stays the same from one answer of an action to the next: "residents_10min". */
  readonly name: string;
  /** As it stands in the answer, in its unit. */
  readonly value: WideValue;
  readonly title: string;
  /** Empty for none; shares are fractions of 1 but where the unit is %. */
  readonly unit: string;
  /** Path of the member in the document, which says more of it: "bands.cumulativeResidents". */
  readonly member: string;
  /** What else the answer says of the figure: base, method, vintage and so on. */
  readonly about: Readonly<Record<string, string>>;
}

/** What is known of a figure beside its value. */
export const knownOf = ({ title, unit, about, member }: WideFigure): Readonly<Record<string, string>> => ({
  title,
  ...(unit === '' ? {} : { unit }),
  ...about,
  ...(member === '' ? {} : { member }),
});

interface Around {
  readonly words: readonly string[];
  readonly end: string;
  readonly ends: ReadonlyMap<string, string>;
  readonly fields: Members;
  /** What a topic says of its lists. */
  readonly lists: readonly Members[];
  /** Units that members around it name, by the names of those members. */
  readonly units: Readonly<Record<string, string>>;
  /** How far off modelled spend is, by the members around it that say so. */
  readonly errors: Errors;
  readonly about: Readonly<Record<string, string>>;
}

/** What an answer says of a figure of a topic. */
interface Description {
  readonly name: string;
  /** What was said around it. */
  readonly outer: Around['about'];
  readonly title: string;
  readonly unit: string;
  readonly about: Around['about'];
}
const NO_FIELD: Members = {};

/** Without use in a row: shapes, echoes of the question, sentences, and what belongs to the whole table. */
const LEFT_OUT: ReadonlySet<Role | undefined> = new Set([
  'shape',
  'aside',
  'background',
  'versions',
  'note',
  'echo',
] as const);
/** Columns that tables of answers have themselves. */
const OF_THE_TABLE = new Set(['id', 'status', 'problem', 'more', 'answer']);

/**
 * Returns the figures of an answer in one row, whatever the action. Lists with codes, levels or limits have columns for each
 * item, in the item's name; of any other list the first item counts, which is the nearest or best, with the number of all.
 */
export function wideFigures(result: unknown, plan: Plan = NO_PLAN): readonly WideFigure[] {
  if (!isObject(result)) return [];
  const walk = new Walk(result);
  walk.object(result, plan, {
    words: [],
    end: '',
    ends: partEnds(result),
    fields: {},
    lists: [],
    units: {},
    errors: NO_ERRORS,
    about: NOTHING,
  });
  return [...walk.figures.values()];
}

class Walk {
  readonly figures = new Map<string, WideFigure>();
  readonly #currency: string;
  readonly #units = new Map<string, string>();
  readonly #descriptions = new Map<Members, Description>();

  constructor(result: Members) {
    this.#currency = currencyOf(result);
  }

  object(value: Members, plan: Plan, outer: Around): void {
    const own = partEnds(value);
    const isTopic = isObject(value.fields);
    const units = unitsIn(value, plan, outer.units);
    const errors = errorsIn(value, plan, outer.errors);
    const isPlain = own.size === 0 && !isTopic && units === outer.units && errors === outer.errors;
    const around = isPlain
      ? outer
      : {
          ...outer,
          ends: own.size === 0 ? outer.ends : new Map([...outer.ends, ...own]),
          fields: isTopic ? (value.fields as Members) : outer.fields,
          lists: isTopic ? objectsIn(value.lists) : outer.lists,
          units,
          errors,
          about: aboutOf(value, outer.about),
        };
    for (const [name, member] of Object.entries(value)) {
      const inner = memberOf(plan, name);
      const isLeftOut = LEFT_OUT.has(inner.figure.role) && !(inner.figure.role === 'echo' && Array.isArray(member));
      // What a topic says beside its figures is said of each of them.
      if (isLeftOut || member === undefined || (isTopic && name !== 'figures')) continue;
      this.#member(name, member, inner, around);
    }
  }

  #member(name: string, member: unknown, plan: Plan, around: Around): void {
    if (isObject(member)) this.#inner(name, member, plan, around);
    else if (isLeaf(member)) this.#leaf(name, member, plan, around);
    else this.#list(name, objectsIn(member), plan, around);
  }

  #inner(name: string, member: Members, plan: Plan, around: Around): void {
    const inside = plan.figure.role === 'group' ? around : { ...around, words: [...around.words, snake(name)] };
    if (isByPart(member, around.ends)) {
      for (const [part, one] of Object.entries(member)) {
        const end = joined(around.end, around.ends.get(part) ?? snake(part));
        if (isObject(one)) this.object(one, memberOf(plan, part), { ...inside, end });
        else this.#add(inside.words, end, one as WideValue, saidOf(memberOf(plan, part), name), around);
      }
    } else if (plan.figure.role === 'suffix') {
      for (const [field, one] of Object.entries(member)) {
        const inner = memberOf(plan, field);
        if (isLeaf(one)) this.#described(field, one, inner, around, name);
        else this.#member(field, one, inner, inside);
      }
    } else if (name === 'distributions') this.#classes(member, plan, around);
    else if (name === 'lists') this.#items(member, plan, around);
    else if (!isSeries(member)) this.object(member, plan, inside);
  }

  /** Numbers of each class of a distribution, from the first class up. */
  #classes(member: Members, plan: Plan, around: Around): void {
    for (const [name, counts] of Object.entries(member)) {
      const words = [...around.words, snake(name)];
      for (const [i, count] of (Array.isArray(counts) ? counts : []).entries()) {
        const said = { title: `${wordsOf(name)}, class ${i + 1}`, unit: 'count', member: plan.path, about: NOTHING };
        this.#add([...words, `class${i + 1}`], around.end, cellValue(count), said, around);
      }
    }
  }

  /** The largest items of a list of a topic by their keys, and all others together. */
  #items(member: Members, plan: Plan, around: Around): void {
    for (const [name, list] of Object.entries(member)) {
      if (!isObject(list)) continue;
      const words = [...around.words, snake(name)];
      const unit = String(around.lists.find((one) => one.name === name)?.unit ?? '');
      for (const { key, title, value } of objectsIn(list.items)) {
        const said = { title: String(title ?? key), unit, member: plan.path, about: NOTHING };
        this.#add([...words, snake(String(key))], around.end, cellValue(value), said, around);
      }
      const others = { title: 'Others', unit, member: plan.path, about: NOTHING };
      this.#add([...words, 'others'], around.end, cellValue(list.others), others, around);
    }
  }

  #list(name: string, rows: readonly Members[], plan: Plan, around: Around): void {
    if (rows.length === 0 && around.ends.size > 0) return;
    const items = itemOf(plan);
    const key = keyOf(plan, rows);
    if (rows.length > 0 && rows.every(isBand)) this.#bands(rows, items, around);
    else if (plan.figure.key === 'id' && rows.every(({ id }) => around.ends.has(String(id)))) {
      for (const row of rows)
        this.object(withoutNames(row), items, { ...around, end: around.ends.get(String(row.id)) ?? '' });
    } else if (key === 'level') {
      for (const row of rows) this.object(withoutNames(row), items, { ...around, end: snake(String(row.level)) });
    } else if (key !== undefined) {
      // Ranks and ids say nothing without the name of their list.
      const prefix = key === 'rank' || key === 'id' ? [name] : [];
      for (const { [key]: named, ...row } of rows)
        this.object(row, items, { ...around, words: [...around.words, ...prefix, snake(String(named))] });
    } else {
      const [first] = rows;
      if (plan.figure.role === 'echo') {
        const { lat: _lat, lng: _lng, id: _id, name: _name, ...rest } = first ?? {};
        if (first !== undefined) this.object(rest, items, around);
        return;
      }
      const words = [...around.words, snake(name)];
      const said = { title: wordsOf(`${name}Count`), unit: 'count', member: plan.path, about: NOTHING };
      this.#add(words, joined('count', around.end), rows.length, said, around);
      if (first !== undefined)
        this.object(first, items, { ...around, words: [...around.words, singular(snake(name))] });
    }
  }

  #bands(rows: readonly Members[], plan: Plan, around: Around): void {
    const ends = bandEnds(rows);
    for (const [i, row] of rows.entries()) {
      const { within, ring } = ends[i]!;
      // Wholes first: of the first band they are the ring, too.
      const named = Object.entries(row).map(
        ([name, value]) => [name, value, /^cumulative([A-Z].*)$/.exec(name)?.[1]] as const,
      );
      for (const [name, value, whole] of named)
        if (whole !== undefined) {
          const end = joined(around.end, within);
          this.#member(lower(whole), value, memberOf(plan, name), { ...around, end });
        }
      const own = Object.fromEntries(named.filter(([, , whole]) => whole === undefined));
      this.object(withoutLimits(own), plan, { ...around, end: joined(around.end, ring) });
    }
  }

  #leaf(name: string, value: unknown, plan: Plan, around: Around): void {
    if (isObject(around.fields[name])) this.#described(name, value, plan, around, '');
    else this.#add([...around.words, snake(name)], around.end, cellValue(value), saidOf(plan, name), around);
  }

  /** A figure of a topic, of which the answer has a description. */
  #described(name: string, value: unknown, plan: Plan, around: Around, group: string): void {
    const words = group === '' ? [...around.words, snake(name)] : [...around.words, snake(name), singular(group)];
    if (!isObject(around.fields[name])) {
      this.#add(words, around.end, cellValue(value), saidOf(plan, name), around);
      return;
    }
    const { title, unit, about } = this.#descriptionOf(name, around);
    const own = plan.figure.unit === 'described' ? unit : this.#unitName(saidOf(plan, name).unit);
    // What has a base of its own is no share of the field, but says something else of it: for how many people it is known.
    if (plan.figure.base !== undefined) {
      const of = `${title}: ${lower(wordsOf(group))}`;
      this.#put(words, around.end, cellValue(value), of, own, plan.path, {
        ...around.about,
        ...saidOf(plan, name).about,
      });
    } else this.#put(words, around.end, cellValue(value), title, own, plan.path, about);
  }

  /** Figures of a topic come once for each part and level, all with the same description. */
  #descriptionOf(name: string, { fields, about }: Around): Description {
    const field = isObject(fields[name]) ? fields[name] : NO_FIELD;
    const known = this.#descriptions.get(field);
    if (known?.name === name && known.outer === about) return known;
    const text = (member: string) => (typeof field[member] === 'string' ? (field[member] as string) : '');
    const description = {
      name,
      outer: about,
      title: text('meaning') === '' ? wordsOf(name) : text('meaning'),
      unit: unitName(text('unit'), this.#currency),
      about: { ...about, ...present({ method: text('method'), base: text('base') }), ...modelledBy(field.errorShare) },
    };
    this.#descriptions.set(field, description);
    return description;
  }

  #add(words: readonly string[], end: string, value: WideValue, said: Said, { about, units, errors }: Around): void {
    const unit = said.unitFrom === undefined ? said.unit : (units[said.unitFrom] ?? said.unit);
    const named = this.#unitName(said.per === undefined ? unit : `${unit}_per_${said.per}`);
    // Outside of topics nothing is said around a figure.
    const all = said.about === NOTHING ? about : about === NOTHING ? said.about : { ...about, ...said.about };
    const error = said.errorFrom === undefined ? undefined : errors[said.errorFrom];
    const known = error === undefined ? all : { ...all, ...modelledBy(error) };
    this.#put(words, end, value, said.title, named, said.member, known);
  }

  #put(
    words: readonly string[],
    end: string,
    value: WideValue,
    title: string,
    unit: string,
    member: string,
    about: Around['about'],
  ): void {
    const own = joined(words.join('_'), end);
    const name = OF_THE_TABLE.has(own) ? `answer_${own}` : own;
    if (!this.figures.has(name)) this.figures.set(name, { name, value, title, unit, member, about });
  }

  /** Name of a unit by its code, made once per answer. */
  #unitName(code: string): string {
    const known = this.#units.get(code);
    if (known !== undefined) return known;
    const made = unitName(code, this.#currency);
    this.#units.set(code, made);
    return made;
  }
}

/** Units that an object names for what it holds, such as `spendUnit`: texts alone, whose members the plan refers to. */
function unitsIn(value: Members, plan: Plan, outer: Around['units']): Around['units'] {
  if (plan.units.length === 0) return outer;
  const own = plan.units.filter((name) => typeof value[name] === 'string');
  return own.length === 0
    ? outer
    : { ...outer, ...Object.fromEntries(own.map((name) => [name, value[name] as string])) };
}

/** What is said of spend that was modelled: that it was, and within which share of published spend half of such figures lie. */
const modelledBy = (error: unknown): Around['about'] =>
  typeof error === 'number' ? { comparability: 'modelled', error: String(error) } : NOTHING;

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('_');
const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
/** "shares" is "share", "categories" is "category". */
const singular = oncePerText((words) =>
  words
    .replace(/ies$/, 'y')
    .replace(/sses$/, 'ss')
    .replace(/(?<!s)s$/, ''),
);

/** The member that tells the items of a list apart, if all have it. */
function keyOf({ figure: { key } }: Plan, rows: readonly Members[]): string | undefined {
  const isName = (value: unknown) => typeof value === 'string' || typeof value === 'number';
  return key !== undefined && rows.length > 0 && rows.every((row) => isName(row[key])) ? key : undefined;
}

/** Limits of bands are in the names of columns. */
const withoutLimits = ({ limitSeconds: _s, limitMeters: _m, radiusMeters: _r, ...rest }: Members): Members => rest;

/** Names of parts and areas differ by place and language; their ids are in the names of columns. */
const withoutNames = ({ id: _id, kind: _kind, level: _level, ...rest }: Members): Members => rest;

const cellValue = (value: unknown): WideValue =>
  Array.isArray(value)
    ? value.map((item) => String(item ?? '')).join(', ') || null
    : value === ''
      ? null
      : ((value ?? null) as WideValue);

/** What a topic says of all its figures. */
function aboutOf(value: Members, outer: Around['about']): Around['about'] {
  const { vintage, comparability, title } = value;
  if (!isObject(value.fields)) return outer;
  return { ...outer, ...present({ topic: title, vintage, comparability }) };
}

const present = (members: Members): Record<string, string> =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, member]) =>
      member == null || member === '' ? [] : [[name, String(member)]],
    ),
  );
