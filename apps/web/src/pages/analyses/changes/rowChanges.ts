import type { FeatureRow } from '../../../map/data/rows.ts';
import { type ResultTable, resultTablesOf } from '../../studio/twin/resultTables.ts';

/** Where people look for a change first; more columns do not stand beside each other. */
const COLUMNS_MAX = 3;
/** Numbers that say where a thing is, not how it stands. */
const NO_FIGURES = new Set(['id', 'no', 'lat', 'lng']);
/** Smaller changes are noise of floating point. */
const NOISE = 1e-9;

export interface RowChange {
  readonly joint: string;
  readonly name: string;
  readonly state: 'both' | 'new' | 'gone';
  /** Figures before and after, by column; undefined where there is none. */
  readonly figures: Readonly<Record<string, readonly [before: number | undefined, after: number | undefined]>>;
}

export interface RowChanges {
  /** Member of the result that holds the things. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly titled: ResultTable['titled'];
  readonly rows: readonly RowChange[];
}

type Result = Readonly<Record<string, unknown>>;

/** Returns the things of the main list that two results share in which a figure differs; null where there are none. */
export function rowChanges(before: Result, after: Result): RowChanges | null {
  const old = new Map(resultTablesOf(before).map((table) => [table.pointer, table]));
  for (const table of resultTablesOf(after)) {
    const known = old.get(table.pointer);
    const found = known === undefined ? null : changesOf(known, table);
    if (found !== null) return found;
  }
  return null;
}

function changesOf(before: ResultTable, after: ResultTable): RowChanges | null {
  const [old, present] = [byJoint(before.rows), byJoint(after.rows)];
  const pairs = [...new Set([...present.keys(), ...old.keys()])].map((joint) => ({
    joint,
    cells: [old.get(joint)?.cells, present.get(joint)?.cells] as const,
  }));
  if (!pairs.some(({ cells: [a, b] }) => a !== undefined && b !== undefined)) return null;
  const columns = after.columns
    .filter((column) => !NO_FIGURES.has(column) && pairs.some(({ cells }) => isOther(figuresOf(cells, column))))
    .slice(0, COLUMNS_MAX);
  if (columns.length === 0) return null;
  const rows = pairs.map(({ joint, cells }): RowChange => {
    const [a, b] = cells;
    return {
      joint,
      name: String((b ?? a)?.name ?? (b ?? a)?.code ?? joint),
      state: a === undefined ? 'new' : b === undefined ? 'gone' : 'both',
      figures: Object.fromEntries(columns.map((column) => [column, figuresOf(cells, column)])),
    };
  });
  const changed = rows.filter(({ state, figures }) => state !== 'both' || Object.values(figures).some(isOther));
  return { name: after.name, columns, titled: after.titled, rows: changed };
}

/** Things by what they are known by; a name that several have is told apart by its place. */
function byJoint(rows: readonly FeatureRow[]): Map<string, FeatureRow> {
  const found = new Map<string, FeatureRow>();
  for (const row of rows) {
    let joint = row.joint;
    for (let no = 2; found.has(joint); no += 1) joint = `${row.joint} ${no}`;
    found.set(joint, row);
  }
  return found;
}

type Figures = readonly [before: number | undefined, after: number | undefined];

function figuresOf(cells: readonly [FeatureRow['cells'] | undefined, FeatureRow['cells'] | undefined], column: string) {
  const [before, after] = cells.map((one) => (typeof one?.[column] === 'number' ? one[column] : undefined));
  return [before, after] as Figures;
}

function isOther([before, after]: Figures): boolean {
  if (before === undefined || after === undefined) return before !== after;
  return Math.abs(after - before) > NOISE * Math.max(Math.abs(before), Math.abs(after));
}

/** How much a figure changed; one that came or went changed by all that it is. */
export const changeIn = ([before = 0, after = 0]: Figures): number => after - before;

/** Rows by the size of their change in a column, the largest first. */
export const byChange = (rows: readonly RowChange[], column: string): RowChange[] =>
  rows.toSorted((a, b) => sizeIn(b, column) - sizeIn(a, column));

const sizeIn = ({ figures }: RowChange, column: string): number => Math.abs(changeIn(figures[column] ?? [0, 0]));
