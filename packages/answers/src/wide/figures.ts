import { oncePerText } from '@hinterland/geo';
import { measureOf, unitName, wordsOf } from '../measure.ts';
import { isLeaf, isSeries } from '../members.ts';
import { isObject, objectsIn } from '../parts.ts';
import { nameOf } from '../words/said.ts';
import { bandEnds, isBand, isByPart, partEnds, snake } from './names.ts';

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
  /** What else the answer says of the figure: base, method, vintage and so on. */
  readonly about: Readonly<Record<string, string>>;
}

interface Around {
  readonly words: readonly string[];
  readonly end: string;
  readonly ends: ReadonlyMap<string, string>;
  readonly fields: Members;
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

/** Without use in a row: shapes, prices, echoes of the question, and what belongs to the whole table. */
const LEFT_OUT = new Set(
  (
    'geometry geojson polygon polygons coordinates bbox charged creditsCharged jobId fields available point ' +
    'coicopShares territory method travel demandData supplyData supply parameters dataVersion skipped notes note limitSeconds limitMeters radiusMeters limits'
  ).split(' '),
);
/** Columns that tables of answers have themselves. */
const OF_THE_TABLE = new Set(['id', 'status', 'problem', 'more', 'answer']);
/** Members that only hold others together, and say nothing in a name. */
const SILENT = new Set([
  'catchment',
  'people',
  'economy',
  'sectors',
  'brands',
  'figures',
  'values',
  'topics',
  'lists',
  'distributions',
  'compared',
]);
/** Members that name the items of a list for good, whatever the place. */
const KEYS = ['level', 'code', 'mode', 'brand', 'key'] as const;
/** Of a topic: descriptions beside its figures. */
const DESCRIPTIONS = new Set(['code', 'section', 'title', 'vintage', 'comparability', 'lists', 'distributions']);

/**
 * Returns the figures of an answer in one row, whatever the action. Lists with codes, levels or limits have columns for each
 * item, in the item's name; of any other list the first item counts, which is the nearest or best, with the number of all.
 */
export function wideFigures(result: unknown): readonly WideFigure[] {
  if (!isObject(result)) return [];
  const walk = new Walk(result);
  walk.object(result, { words: [], end: '', ends: partEnds(result), fields: {}, about: {} });
  return [...walk.figures.values()];
}

class Walk {
  readonly figures = new Map<string, WideFigure>();
  readonly #currency: string;
  readonly #descriptions = new Map<Members, Description>();

  constructor({ territory, currency }: Members) {
    const found = isObject(territory) ? territory.currency : currency;
    this.#currency = typeof found === 'string' ? found : '';
  }

  object(value: Members, outer: Around): void {
    const own = partEnds(value);
    const around = {
      ...outer,
      ends: own.size === 0 ? outer.ends : new Map([...outer.ends, ...own]),
      fields: isObject(value.fields) ? value.fields : outer.fields,
      about: aboutOf(value, outer.about),
    };
    const isTopic = isObject(value.fields);
    for (const [name, member] of Object.entries(value)) {
      if (LEFT_OUT.has(name) || member === undefined || (isTopic && DESCRIPTIONS.has(name))) continue;
      if (isObject(member)) this.#inner(name, member, around);
      else if (isLeaf(member)) this.#leaf(name, member, around);
      else this.#list(name, objectsIn(member), around);
    }
  }

  #inner(name: string, member: Members, around: Around): void {
    const inside = SILENT.has(name) ? around : { ...around, words: [...around.words, snake(name)] };
    if (isByPart(member, around.ends)) {
      for (const [part, one] of Object.entries(member)) {
        const end = joined(around.end, around.ends.get(part) ?? snake(part));
        if (isObject(one)) this.object(one, { ...inside, end });
        else this.#add(inside.words, end, { value: one as WideValue, ...plain(name) }, around);
      }
    } else if (name === 'shares' || name === 'coverage') {
      for (const [field, one] of Object.entries(member)) this.#described(field, one, around, name);
    } else if (name === 'distributions') this.#classes(member, around);
    else if (name === 'lists') this.#items(member, around);
    else if (!isSeries(member)) this.object(member, inside);
  }

  /** Numbers of each class of a distribution, from the first class up. */
  #classes(member: Members, around: Around): void {
    for (const [name, counts] of Object.entries(member)) {
      const words = [...around.words, snake(name)];
      for (const [i, count] of (Array.isArray(counts) ? counts : []).entries()) {
        const value = cellValue(count);
        this.#add(
          [...words, `class${i + 1}`],
          around.end,
          { value, title: `${wordsOf(name)}, class ${i + 1}`, unit: '' },
          around,
        );
      }
    }
  }

  /** The largest items of a list of a topic by their keys, and all others together. */
  #items(member: Members, around: Around): void {
    for (const [name, list] of Object.entries(member)) {
      if (!isObject(list)) continue;
      const words = [...around.words, snake(name)];
      for (const { key, title, value } of objectsIn(list.items)) {
        const figure = { value: cellValue(value), title: String(title ?? key), unit: '' };
        this.#add([...words, snake(String(key))], around.end, figure, around);
      }
      this.#add([...words, 'others'], around.end, { value: cellValue(list.others), title: 'Others', unit: '' }, around);
    }
  }

  #list(name: string, rows: readonly Members[], around: Around): void {
    if (rows.length === 0 && around.ends.size > 0) return;
    const key = keyOf(name, rows);
    if (rows.length > 0 && rows.every(isBand)) this.#bands(rows, around);
    else if (name === 'parts') {
      for (const row of rows) this.object(withoutNames(row), { ...around, end: around.ends.get(String(row.id)) ?? '' });
    } else if (key === 'level') {
      for (const row of rows) this.object(withoutNames(row), { ...around, end: snake(String(row.level)) });
    } else if (key !== undefined) {
      for (const { [key]: named, ...row } of rows)
        this.object(row, { ...around, words: [...around.words, ...prefixOf(name), snake(String(named))] });
    } else {
      const words = [...around.words, snake(name)];
      const isEcho = name === 'origins';
      if (!isEcho)
        this.#add(words, joined('count', around.end), { value: rows.length, ...plain(`${name}Count`) }, around);
      const first = rows[0];
      if (first === undefined) return;
      const { lat: _lat, lng: _lng, id: _id, name: _name, ...rest } = first;
      this.object(
        isEcho ? rest : first,
        isEcho ? around : { ...around, words: [...around.words, singular(snake(name))] },
      );
    }
  }

  #bands(rows: readonly Members[], around: Around): void {
    const ends = bandEnds(rows);
    for (const [i, row] of rows.entries()) {
      const { within, ring } = ends[i]!;
      const named = Object.entries(row).map(
        ([name, value]) => [name, value, /^cumulative([A-Z].*)$/.exec(name)?.[1]] as const,
      );
      for (const [, value, whole] of named) {
        if (whole !== undefined) this.object({ [lower(whole)]: value }, { ...around, end: joined(around.end, within) });
      }
      const own = Object.fromEntries(named.filter(([, , whole]) => whole === undefined));
      this.object(own, { ...around, end: joined(around.end, ring) });
    }
  }

  #leaf(name: string, value: unknown, around: Around): void {
    if (isObject(around.fields[name])) this.#described(name, value, around, '');
    else this.#add([...around.words, snake(name)], around.end, { value: cellValue(value), ...plain(name) }, around);
  }

  /** A figure of a topic, of which the answer has a description. */
  #described(name: string, value: unknown, around: Around, group: '' | 'shares' | 'coverage'): void {
    const { title, unit, about } = this.#descriptionOf(name, around);
    const words = group === '' ? [...around.words, snake(name)] : [...around.words, snake(name), singular(group)];
    const own = group === 'shares' ? '%' : group === 'coverage' ? '' : unit;
    this.#add(words, around.end, { value: cellValue(value), title, unit: own }, { about });
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
      about: { ...about, ...present({ method: text('method'), base: text('base') }) },
    };
    this.#descriptions.set(field, description);
    return description;
  }

  #add(
    words: readonly string[],
    end: string,
    figure: Omit<WideFigure, 'name' | 'about'>,
    { about }: Pick<Around, 'about'>,
  ): void {
    const own = joined(words.join('_'), end);
    const name = OF_THE_TABLE.has(own) ? `answer_${own}` : own;
    if (!this.figures.has(name)) this.figures.set(name, { name, ...figure, about });
  }
}

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('_');
const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
/** "shares" is "share", "categories" is "category". */
const singular = oncePerText((words) =>
  words
    .replace(/ies$/, 'y')
    .replace(/sses$/, 'ss')
    .replace(/(?<!s)s$/, ''),
);

/** Members that name the items of lists of these names: areas around a place by their kind, nearest places by their rank. */
const KEYS_OF: Readonly<Record<string, readonly string[]>> = {
  areas: ['kind'],
  nearest: ['rank'],
  destinations: ['id'],
};

/** Ranks and ids say nothing without the name of their list. */
const prefixOf = (list: string): readonly string[] => (list === 'nearest' || list === 'destinations' ? [list] : []);

/** The member that names the items of a list, if all have it. */
function keyOf(name: string, rows: readonly Members[]): string | undefined {
  const isName = (value: unknown) => typeof value === 'string' || typeof value === 'number';
  const keys = KEYS_OF[name] ?? KEYS;
  return rows.length === 0 ? undefined : keys.find((key) => rows.every((row) => isName(row[key])));
}

/** Names of parts and areas differ by place and language; their ids are in the names of columns. */
const withoutNames = ({ id: _id, kind: _kind, level: _level, ...rest }: Members): Members => rest;

/** Title and unit of a member in the unit that answers have. */
const plain = oncePerText((name): { readonly title: string; readonly unit: string } => {
  const { unit, factor } = measureOf(name);
  return { title: nameOf({ field: name }), unit: factor === 1 ? unit : /seconds$/i.test(name) ? 's' : '' };
});

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
