import { limitOf, type Said, type TextKey } from '@hinterland/answers/words';
import { isScalar } from '../../../answer/results/figure.ts';
import { jointOfMembers } from '../../../map/data/joint.ts';
import type { FeatureRow } from '../../../map/data/rows.ts';

type Members = Readonly<Record<string, unknown>>;

/** A list of a result, a row for each of its things, and a column for each member that fits a cell. */
export interface ResultTable {
  /** JSON pointer of the list in the result. */
  readonly pointer: string;
  /** Name of the member that holds it. */
  readonly name: string;
  /** What the list belongs to, where there are several of its name. */
  readonly of: string;
  readonly columns: readonly string[];
  /** Titles and units of columns that are no members, by their names. */
  readonly titled: Readonly<Record<string, { readonly title: Said; readonly unit: string }>>;
  readonly rows: readonly FeatureRow[];
}

/** Members whose rows are parts of a figure, or say how it came about. */
const NO_TABLES = new Set([
  'topics',
  'parts',
  'bands',
  'origins',
  'parameters',
  'sensitivity',
  'variants',
  'method',
  'verdict',
  'dataVersion',
  'geojson',
  'tables',
  'optimum',
  'said',
]);
/** Columns of no use to people. */
const NO_COLUMNS = new Set(['snapped', 'joint', 'type', 'reasons', 'geometry', 'geojson', 'band', 'optimum', 'said']);
/** Longer lists hold things, whose own lists are no tables. */
const PARTS_MAX = 20;

/** Returns the lists of things of a result, the longest of those with the most figures first. */
export function resultTablesOf(result: Members | null): ResultTable[] {
  const tables: ResultTable[] = [];
  const visit = (value: unknown, name: string, pointer: string, of: string): void => {
    if (typeof value !== 'object' || value === null || NO_TABLES.has(name)) return;
    if (!Array.isArray(value)) {
      const own = nameIn(value as Members) || of;
      for (const [member, one] of Object.entries(value)) visit(one, member, `${pointer}/${member}`, own);
      return;
    }
    const rows = value.flatMap((one) => rowOf(one));
    if (rows.length > 1 && rows.length === value.length)
      tables.push({ pointer, name, of, titled: {}, columns: columnsOf(rows), rows });
    if (value.length <= PARTS_MAX && !isPlaces(value))
      for (const [i, one] of value.entries()) visit(one, name, `${pointer}/${i}`, of);
  };
  for (const [member, one] of Object.entries(result ?? {})) visit(one, member, `/${member}`, '');
  const names = tables.map(({ name }) => name);
  return tables
    .map((table) => (table.pointer === '/candidates' ? withCompared(table, result ?? {}) : table))
    .map((table) => (names.filter((one) => one === table.name).length > 1 ? table : { ...table, of: '' }))
    .toSorted((a, b) => b.columns.length - a.columns.length || b.rows.length - a.rows.length);
}

interface Compared {
  readonly id: string;
  readonly unit: string;
  readonly values: readonly (number | null)[];
}

/** Candidates with a column for each row of a comparison, in which they stand side by side. */
function withCompared(table: ResultTable, { tables, reaches }: Members): ResultTable {
  if (!Array.isArray(tables)) return table;
  const compared: Compared[] = tables.flatMap(({ rows }: { rows?: Compared[] }) => rows ?? []);
  const known = compared.filter(({ id }) => !table.columns.includes(id));
  return {
    ...table,
    columns: [...table.columns, ...known.map(({ id }) => id)],
    titled: Object.fromEntries(known.map(({ id, unit }) => [id, { title: titleOf(id, reaches), unit }])),
    rows: table.rows.map(({ joint, cells }, i) => ({
      joint,
      cells: { ...cells, ...Object.fromEntries(known.map(({ id, values }) => [id, values[i]])) },
    })),
  };
}

function titleOf(id: string, reaches: unknown): Said {
  const no = /^residents_(\d+)$/.exec(id)?.[1];
  const limit = no === undefined || !Array.isArray(reaches) ? null : limitOf(reaches[Number(no) - 1] ?? {});
  return limit === null ? { text: `row.${id}` as TextKey } : { text: 'row.residents', with: { within: { limit } } };
}

/** Whether the rows are asked about themselves: what lies within one is about it alone. */
const isPlaces = (rows: readonly unknown[]): boolean =>
  rows.some((row) => typeof row === 'object' && row !== null && ('lat' in row || 'snapped' in row || 'rank' in row));

const nameIn = ({ name }: Members): string => (typeof name === 'string' ? name : '');

function rowOf(value: unknown): FeatureRow[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const members = value as Members;
  const joint = jointOfMembers(members);
  return joint === undefined ? [] : [{ joint, cells: cellsOf(members) }];
}

/** Members that fit a cell; those of small objects by the way to them, "catchment.minutes". */
function cellsOf(members: Members): Members {
  const cells: [string, unknown][] = [];
  for (const [name, value] of Object.entries(members)) {
    if (NO_COLUMNS.has(name) || value === '' || value === null || isEmptyList(value)) continue;
    if (isScalar(value)) cells.push([name, value]);
    else if (!Array.isArray(value))
      for (const [own, one] of Object.entries(value as Members))
        if (isScalar(one) && one !== null && !NO_COLUMNS.has(own)) cells.push([`${name}.${own}`, one]);
  }
  return Object.fromEntries(cells);
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** Names first, then members in the order in which they are met. */
function columnsOf(rows: readonly FeatureRow[]): string[] {
  const met = new Set(rows.flatMap(({ cells }) => Object.keys(cells)));
  const first = ['rank', 'name', 'code', 'id'].filter((name) => met.has(name));
  // A name says who it is; an id of the service says nothing beside it.
  const shown = met.has('name') ? first.filter((name) => name !== 'id' || rows.some(hasOwnId)) : first;
  return [...shown, ...[...met].filter((name) => !['rank', 'name', 'code', 'id'].includes(name))];
}

/** Whether an id is one that people gave: "N17". */
const hasOwnId = ({ cells: { id } }: FeatureRow): boolean =>
  typeof id === 'string' && /^[A-Za-z]{1,4}[-_ ]?\d{1,6}$/.test(id);
