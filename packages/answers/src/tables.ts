import { inUnit } from './measure.ts';
import { cellOf, isLeaf, isNumbers, isSeries, labelOf, membersOf } from './members.ts';
import { type Around, type FigureAt, figuresIn, measureOfFigure } from './partFigures.ts';
import { isObject, isRing, LEVELS, objectsIn, partNames, readParts } from './parts.ts';
import {
  type Errors,
  errorOf,
  errorsIn,
  itemOf,
  measureIn,
  memberOf,
  NO_ERRORS,
  NO_PLAN,
  type Plan,
  type Role,
} from './plan/index.ts';
import { type Cell, type Column, type Table, TableBuilder, type Unit } from './table.ts';
import type { Said } from './words/said.ts';

type Members = Readonly<Record<string, unknown>>;
type Entry = readonly [Column, Cell];

export interface TableOptions {
  /** Of the action's output; without it a table has names alone. */
  readonly plan?: Plan | undefined;
  /** Leaves out the rings between two limits where there are figures for all within each limit, and the versions of data. */
  readonly isForReading?: boolean;
}

/**
 * Returns every figure of a result as tables, whatever the action: single figures in one, a table for each list, and one for
 * figures by part. Lists within the rows of a list become one table, which names the row that each belongs to.
 */
export function tablesOf(result: unknown, options: TableOptions = {}): readonly Table[] {
  if (!isObject(result)) return [];
  const walk = new Walk(result, options);
  walk.object(result, options.plan ?? NO_PLAN, [], []);
  return walk.tables();
}

class Walk {
  readonly #builders = new Map<string, TableBuilder>();
  readonly #isForReading: boolean;
  readonly #currency: string;
  readonly #candidates: readonly string[];
  readonly #periods: readonly string[];
  readonly #top: Around;

  constructor(result: Members, { isForReading = false, plan = NO_PLAN }: TableOptions) {
    const { territory, candidates, period } = result;
    const currency = isObject(territory) ? territory.currency : result.currency;
    this.#isForReading = isForReading;
    this.#currency = typeof currency === 'string' ? currency : '';
    this.#candidates = objectsIn(candidates).map((one, i) => labelOf(one, itemOf(memberOf(plan, 'candidates')), i));
    this.#periods = isObject(period) && Array.isArray(period.names) ? period.names.map(String) : [];
    this.#top = { parts: partNames(result), fields: {}, errors: NO_ERRORS, distributions: [], lists: [] };
  }

  /** Background last. */
  tables(): readonly Table[] {
    const built = [...this.#builders.values()].map((one) => one.build()).filter(({ rows }) => rows.length > 0);
    const isLast = ({ id }: Table) => id === METHOD;
    return [...built.filter((one) => !isLast(one)), ...built.filter(isLast)];
  }

  /** Single figures of an object, then what has parts. */
  object(
    value: Members,
    plan: Plan,
    path: readonly string[],
    keys: readonly Entry[],
    outer: Around = this.#aroundOf(value),
  ): void {
    const around = { ...outer, errors: errorsIn(value, plan, outer.errors) };
    const isBackground = isMethod(plan);
    const members = membersOf(value, plan).filter(
      ([name]) => !(this.#isForReading && isElsewhere(memberOf(plan, name))),
    );
    for (const [name, member] of members) {
      if (!isLeaf(member)) continue;
      const own = memberOf(plan, name);
      const { unit, cell } = this.#figure(own, member);
      this.#table(isBackground || isMethod(own) ? METHOD : FACTS).add([
        ...keys,
        [key('figure'), together([...path, calledIn(own, name)])],
        [plain('value'), cell],
        [plain('unit'), unit],
        ...errorEntry(errorOf(own.figure, name, around.errors, around.fields)),
      ]);
    }
    for (const [name, member] of members) {
      if (isLeaf(member)) continue;
      const at = [...path, name];
      const own = memberOf(plan, name);
      if (Array.isArray(member)) this.#list(objectsIn(member), own, at, keys, around);
      else if (isObject(member) && this.#isByPart(member, around)) this.#byPart(member, own, at, keys, around);
      else if (isObject(member)) {
        const inner = isBackground ? withRole(own, 'background') : own;
        this.object(member, inner, at, keys, { ...around, parts: mergedNames(around, member) });
      }
    }
  }

  #aroundOf(value: Members): Around {
    return { ...this.#top, parts: new Map([...this.#top.parts, ...partNames(value)]) };
  }

  #table(id: string, title: Said = { field: TITLES[id] ?? '' }): TableBuilder {
    const found = this.#builders.get(id);
    if (found !== undefined) return found;
    const made = new TableBuilder(id, title);
    this.#builders.set(id, made);
    return made;
  }

  /** A row for each object of a list; what a row holds that is no single figure goes into tables of its own. */
  #list(rows: readonly Members[], plan: Plan, path: readonly string[], keys: readonly Entry[], around: Around): void {
    const id = path.join('.');
    const table = this.#table(id, titleOf(path));
    const items = itemOf(plan);
    const read = this.#isForReading ? readRows(rows) : rows;
    for (const [i, row] of read.entries()) {
      const named = around.parts.get(String(row.id ?? row.level ?? '')) ?? labelOf(row, items, i);
      const own: Entry = [oneKey(path.at(-1) as string), named];
      const errors = errorsIn(row, items, around.errors);
      const cells = this.#cells(row, items, [], { ...around, errors });
      if (cells.length > 0) table.add([...keys, own, ...cells, ...errorEntry(this.#errorIn(row, items, errors))]);
      const inner = {
        parts: mergedNames(around, row),
        fields: isObject(row.fields) ? row.fields : around.fields,
        errors,
        distributions: objectsIn(row.distributions),
        lists: objectsIn(row.lists),
      };
      this.#below(row, items, path, [...keys, own], inner);
    }
  }

  /** Lists and figures by part within a row, however deep. */
  #below(row: Members, plan: Plan, path: readonly string[], keys: readonly Entry[], around: Around): void {
    for (const [name, member] of membersOf(row, plan)) {
      if (isLeaf(member)) continue;
      const at = [...path, name];
      const own = memberOf(plan, name);
      if (Array.isArray(member)) {
        // Descriptions of what stands beside the figures.
        if (!(isObject(row.figures) && (name === 'lists' || name === 'distributions')))
          this.#list(objectsIn(member), own, at, keys, around);
      } else if (!isObject(member)) continue;
      else if (this.#isByPart(member, around)) this.#byPart(member, own, at, keys, around);
      else if (isSeries(member)) this.#series(member, own, at, keys);
      else {
        const errors = errorsIn(member, own, around.errors);
        this.#below(member, own, at, keys, { ...around, errors, parts: mergedNames(around, member) });
      }
    }
  }

  /** The largest error of the modelled spend among the single figures of a row, those of its small objects included; null without any. */
  #errorIn(row: Members, plan: Plan, outer: Errors): number | null {
    const errors = errorsIn(row, plan, outer);
    const found = membersOf(row, plan).flatMap(([name, member]) => {
      const own = memberOf(plan, name);
      const inside = isLeaf(member) || Array.isArray(member) ? (isNumbers(member) ? itemOf(own) : own) : null;
      const error =
        inside !== null
          ? errorOf(inside.figure, name, errors, {})
          : isObject(member) && !isSeries(member)
            ? this.#errorIn(member, own, errors)
            : null;
      return error === null ? [] : [error];
    });
    return found.length === 0 ? null : Math.max(...found);
  }

  /** Cells of the single figures of a row, those of its small objects included. */
  #cells(row: Members, plan: Plan, path: readonly string[], around: Around): Entry[] {
    return membersOf(row, plan).flatMap(([name, member]): Entry[] => {
      const own = memberOf(plan, name);
      const isLabel = path.length === 0 && plan.naming.includes(name) && typeof member === 'string';
      if (isLabel && labelOf(row, plan) === member) return [];
      if (this.#candidates.length > 0 && isNumbers(member) && member.length === this.#candidates.length)
        return member.map((value, i) => [named(this.#candidates[i] as string), value as Cell]);
      if (isLeaf(member)) {
        if (this.#isForReading && isRing(name)) return [];
        const { unit, cell } = this.#figure(own, member);
        const part = path.length > 0 ? around.parts.get(name) : undefined;
        return [[{ title: together([...path, part ?? calledIn(own, name)]), unit, isKey: false }, cell]];
      }
      if (!isObject(member) || this.#isByPart(member, around) || isSeries(member)) return [];
      return this.#cells(member, own, [...path, name], around);
    });
  }

  #isByPart(value: Members, { parts }: Around): boolean {
    const entries = Object.entries(value);
    return (
      entries.length > 0 &&
      entries.every(
        ([name, one]) => isObject(one) && (parts.has(name) || LEVELS.has(name) || /^(band|cumulative)_\d+$/.test(name)),
      )
    );
  }

  /** Figures of the same kind for several parts: a row per figure, a column per part. */
  #byPart(value: Members, plan: Plan, path: readonly string[], keys: readonly Entry[], around: Around): void {
    const ids = this.#isForReading ? readParts(Object.keys(value)) : Object.keys(value);
    const figures = new Map<string, { readonly at: FigureAt; readonly cells: Map<string, Cell> }>();
    for (const id of ids) {
      for (const at of figuresIn(value[id] as Members, around, memberOf(plan, id))) {
        const known = figures.get(at.id) ?? { at, cells: new Map() };
        figures.set(at.id, known);
        known.cells.set(id, at.value);
      }
    }
    for (const { at, cells } of figures.values()) {
      const { title, unit, factor } = measureOfFigure(at, around, this.#currency);
      const inGroup = at.group === '' ? path : [...path, at.group];
      this.#table(inGroup.join('.'), titleOf(inGroup)).add([
        ...keys,
        ...(at.list === undefined ? [] : ([[key('of'), at.list]] satisfies Entry[])),
        [key('figure'), title],
        [plain('unit'), unit],
        ...ids.map((id): Entry => {
          const cell = cells.get(id) ?? null;
          return [named(around.parts.get(id) ?? { code: id }), typeof cell === 'number' ? inUnit(cell, factor) : cell];
        }),
        ...errorEntry(errorOf(at.figure, at.name, around.errors, around.fields)),
      ]);
    }
  }

  /** Figures over time, or by class, that stand beside each other in lists of the same length. */
  #series(value: Members, plan: Plan, path: readonly string[], keys: readonly Entry[]): void {
    const lists = Object.entries(value).filter((entry): entry is [string, readonly number[]] => isNumbers(entry[1]));
    const length = Math.max(...lists.map(([, list]) => list.length));
    for (let i = 0; i < length; i++) {
      const name = this.#periods.length === length ? (this.#periods[i] as string) : String(i + 1);
      this.#table(path.join('.'), titleOf(path)).add([
        ...keys,
        [key('period'), name],
        ...lists.map(([member, list]): Entry => {
          const { unit, cell } = this.#figure(memberOf(plan, member), list[i] ?? null);
          return [{ title: { field: member }, unit, isKey: false }, cell];
        }),
      ]);
    }
  }

  #figure({ figure }: Plan, value: unknown): { unit: Unit | null; cell: Cell } {
    const { sign, factor } = measureIn(figure);
    const unit = sign === '' ? null : sign;
    if (typeof value === 'number') return { unit, cell: inUnit(value, factor) };
    return value === null ? { unit, cell: null } : { unit: null, cell: cellOf(value, figure) };
  }
}

/** Reports have the versions of data in a table of their own, and begin with the verdict. A sales model is for programs. */
const isElsewhere = ({ figure: { role } }: Plan): boolean => role === 'elsewhere' || role === 'versions';

const isMethod = ({ figure: { role } }: Plan): boolean =>
  role === 'background' || role === 'basis' || role === 'versions';

/** How the rest was computed, with all that it holds. */
const withRole = (plan: Plan, role: Role): Plan => ({ ...plan, figure: { ...plan.figure, role } });

const calledIn = ({ figure }: Plan, name: string): string => figure.called ?? name;

const FACTS = 'figures';
const METHOD = 'method';
const TITLES: Readonly<Record<string, string>> = { [FACTS]: 'overview', [METHOD]: 'howItWasComputed' };

const key = (field: string): Column => ({ title: { field }, unit: null, isKey: true });
/** Beside modelled spend: within how much of published spend it typically lies. */
const errorEntry = (share: number | null): readonly Entry[] =>
  share === null ? [] : [[{ title: { field: 'demandErrorShare' }, unit: '%', isKey: false }, inUnit(share, 100)]];
const plain = (field: string): Column => ({ title: { field }, unit: null, isKey: false });
const named = (title: Said): Column => ({ title, unit: null, isKey: false });

/** The column that names the rows of a list. */
const oneKey = (list: string): Column => ({
  title: ONE[list] ?? { one: WORDS[list] ?? list },
  unit: null,
  isKey: true,
});

/** Members from the outer to the inner, and what is named already. */
const together = (path: readonly Said[]): Said => {
  const all = path.map((one) => (typeof one === 'string' ? { field: one } : one));
  return all.length === 1 ? (all[0] as Said) : { all };
};

/** Names for members whose own say little. */
const WORDS: Readonly<Record<string, string>> = {
  parts: 'limits',
  benchmarks: 'areasAround',
  references: 'areasAround',
  byType: 'types',
};

/** One of a list whose name has no plain singular. */
const ONE: Readonly<Record<string, Said>> = {
  benchmarks: { one: 'areas' },
  references: { one: 'areas' },
  overlapsWith: { field: 'with' },
};

/** "closurePlan" is "Closure plan", "candidates.competitors" is "Candidates, competitors". */
const titleOf = (path: readonly string[]): Said =>
  together(path.filter((name, i) => i === path.length - 1 || name !== 'figures').map((name) => WORDS[name] ?? name));

/** Of rows for rings and for all within a limit, the latter. */
function readRows(rows: readonly Members[]): readonly Members[] {
  const ids = readParts(rows.map(({ id }) => String(id)));
  return ids.length === rows.length ? rows : rows.filter(({ id }) => ids.includes(String(id)));
}

const mergedNames = ({ parts }: Around, value: Members): ReadonlyMap<string, Said> => {
  const own = partNames(value);
  return own.size === 0 ? parts : new Map([...parts, ...own]);
};
