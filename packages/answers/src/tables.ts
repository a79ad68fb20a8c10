import { inUnit, measureOf } from './measure.ts';
import { cellOf, isLeaf, isNumbers, isSeries, labelOf, membersOf, NAMING } from './members.ts';
import { type Around, type FigureAt, figuresIn, measureOfFigure } from './partFigures.ts';
import { isObject, isRing, objectsIn, partNames, readParts } from './parts.ts';
import { type Cell, type Column, type Table, TableBuilder, type Unit } from './table.ts';
import type { Said } from './words/said.ts';

type Members = Readonly<Record<string, unknown>>;
type Entry = readonly [Column, Cell];

export interface TableOptions {
  /** Leaves out the rings between two limits where there are figures for all within each limit, and the versions of data. */
  readonly isForReading?: boolean;
}

/** Members that say how the rest was computed. */
const BACKGROUND = new Set([
  'territory',
  'method',
  'travel',
  'demandData',
  'supplyData',
  'supply',
  'computed',
  'parameters',
  'dataVersion',
]);
/** Members that a page for people shows beside its tables. */
const ELSEWHERE = new Set(['dataVersion', 'verdict']);
/** Levels of areas by which figures are compared. */
const LEVELS = new Set(['local_government_area', 'state', 'country']);

/**
 * Returns every figure of a result as tables, whatever the action: single figures in one, a table for each list, and one for
 * figures by part. Lists within the rows of a list become one table, which names the row that each belongs to.
 */
export function tablesOf(result: unknown, options: TableOptions = {}): readonly Table[] {
  if (!isObject(result)) return [];
  const walk = new Walk(result, options);
  walk.object(result, [], []);
  return walk.tables();
}

class Walk {
  readonly #builders = new Map<string, TableBuilder>();
  readonly #isForReading: boolean;
  readonly #currency: string;
  readonly #candidates: readonly string[];
  readonly #periods: readonly string[];
  readonly #top: Around;

  constructor(result: Members, { isForReading = false }: TableOptions) {
    const { territory, candidates, period } = result;
    const currency = isObject(territory) ? territory.currency : result.currency;
    this.#isForReading = isForReading;
    this.#currency = typeof currency === 'string' ? currency : '';
    this.#candidates = objectsIn(candidates).map(labelOf);
    this.#periods = isObject(period) && Array.isArray(period.names) ? period.names.map(String) : [];
    this.#top = { parts: partNames(result), fields: {}, distributions: [], lists: [] };
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
    path: readonly string[],
    keys: readonly Entry[],
    around: Around = this.#aroundOf(value),
  ): void {
    // Reports have the versions of data in a table of their own, and begin with the verdict. A sales model is for programs.
    const isElsewhere = (name: string, member: unknown) =>
      ELSEWHERE.has(name) || (name === 'model' && isObject(member));
    const members = membersOf(value).filter(([name, member]) => !(this.#isForReading && isElsewhere(name, member)));
    const facts = path.some((name) => BACKGROUND.has(name)) ? METHOD : FACTS;
    for (const [name, member] of members) {
      const isBackground = facts === METHOD || BACKGROUND.has(name);
      if (!isLeaf(member)) continue;
      const { unit, cell } = this.#figure(name, member);
      this.#table(isBackground ? METHOD : FACTS).add([
        ...keys,
        [key('figure'), together([...path, name])],
        [plain('value'), cell],
        [plain('unit'), unit],
      ]);
    }
    for (const [name, member] of members) {
      if (isLeaf(member)) continue;
      const at = [...path, name];
      if (Array.isArray(member)) this.#list(objectsIn(member), at, keys, around);
      else if (isObject(member) && this.#isByPart(member, around)) this.#byPart(member, at, keys, around);
      else if (isObject(member)) this.object(member, at, keys, { ...around, parts: mergedNames(around, member) });
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
  #list(rows: readonly Members[], path: readonly string[], keys: readonly Entry[], around: Around): void {
    const id = path.join('.');
    const table = this.#table(id, titleOf(path));
    const read = this.#isForReading ? readRows(rows) : rows;
    for (const [i, row] of read.entries()) {
      const named = around.parts.get(String(row.id ?? row.level ?? '')) ?? labelOf(row, i);
      const own: Entry = [oneKey(path.at(-1) as string), named];
      const cells = this.#cells(row, [], around);
      if (cells.length > 0) table.add([...keys, own, ...cells]);
      const inner = {
        parts: mergedNames(around, row),
        fields: isObject(row.fields) ? row.fields : around.fields,
        distributions: objectsIn(row.distributions),
        lists: objectsIn(row.lists),
      };
      this.#below(row, path, [...keys, own], inner);
    }
  }

  /** Lists and figures by part within a row, however deep. */
  #below(row: Members, path: readonly string[], keys: readonly Entry[], around: Around): void {
    for (const [name, member] of membersOf(row)) {
      if (isLeaf(member)) continue;
      const at = [...path, name];
      if (Array.isArray(member)) {
        // Descriptions of what stands beside the figures.
        if (!(isObject(row.figures) && (name === 'lists' || name === 'distributions')))
          this.#list(objectsIn(member), at, keys, around);
      } else if (!isObject(member)) continue;
      else if (this.#isByPart(member, around)) this.#byPart(member, at, keys, around);
      else if (isSeries(member)) this.#series(member, at, keys);
      else this.#below(member, at, keys, { ...around, parts: mergedNames(around, member) });
    }
  }

  /** Cells of the single figures of a row, those of its small objects included. */
  #cells(row: Members, path: readonly string[], around: Around): Entry[] {
    return membersOf(row).flatMap(([name, member]): Entry[] => {
      if (path.length === 0 && NAMING.has(name) && typeof member === 'string' && labelOf(row) === member) return [];
      if (this.#candidates.length > 0 && isNumbers(member) && member.length === this.#candidates.length)
        return member.map((value, i) => [named(this.#candidates[i] as string), value as Cell]);
      if (isLeaf(member)) {
        if (this.#isForReading && isRing(name)) return [];
        const { unit, cell } = this.#figure(name, member);
        const part = path.length > 0 ? around.parts.get(name) : undefined;
        return [[{ title: together([...path, part ?? name]), unit, isKey: false }, cell]];
      }
      if (!isObject(member) || this.#isByPart(member, around) || isSeries(member)) return [];
      return this.#cells(member, [...path, name], around);
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
  #byPart(value: Members, path: readonly string[], keys: readonly Entry[], around: Around): void {
    const ids = this.#isForReading ? readParts(Object.keys(value)) : Object.keys(value);
    const figures = new Map<string, { readonly at: FigureAt; readonly cells: Map<string, Cell> }>();
    for (const id of ids) {
      for (const at of figuresIn(value[id] as Members, around)) {
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
      ]);
    }
  }

  /** Figures over time, or by class, that stand beside each other in lists of the same length. */
  #series(value: Members, path: readonly string[], keys: readonly Entry[]): void {
    const lists = Object.entries(value).filter((entry): entry is [string, readonly number[]] => isNumbers(entry[1]));
    const length = Math.max(...lists.map(([, list]) => list.length));
    for (let i = 0; i < length; i++) {
      const name = this.#periods.length === length ? (this.#periods[i] as string) : String(i + 1);
      this.#table(path.join('.'), titleOf(path)).add([
        ...keys,
        [key('period'), name],
        ...lists.map(([member, list]): Entry => {
          const { unit, cell } = this.#figure(member, list[i] ?? null);
          return [{ title: { field: member }, unit, isKey: false }, cell];
        }),
      ]);
    }
  }

  #figure(name: string, value: unknown): { unit: Unit | null; cell: Cell } {
    const { unit: sign, factor } = measureOf(name);
    const unit = sign === '' ? null : sign;
    if (typeof value === 'number') {
      const isCounted = factor === 100 && Math.abs(value) > 1;
      return isCounted ? { unit: null, cell: value } : { unit, cell: inUnit(value, factor) };
    }
    if (value === null) return { unit, cell: null };
    return { unit: null, cell: cellOf(value) };
  }
}

const FACTS = 'figures';
const METHOD = 'method';
const TITLES: Readonly<Record<string, string>> = { [FACTS]: 'overview', [METHOD]: 'howItWasComputed' };

const key = (field: string): Column => ({ title: { field }, unit: null, isKey: true });
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
