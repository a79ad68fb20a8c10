import { HIERARCHY_MODES, MODES, PROFILES } from '@hinterland/catalogue';
import { AREA_POLYGONS_FILE } from './areaPolygons.ts';
import { BACKDROP_TABLES } from './backdropTables.ts';
import type { Family, TopicEntry } from './descriptor.ts';
import {
  DERIVED_TABLES,
  HIERARCHY_TABLE,
  JOIN_TABLE,
  LINK_TABLE,
  NODE_LIMIT_TABLE,
  PLAYERS_TABLES,
  REALESTATE_TABLES,
  SEARCH_TABLES,
  SNAP_START_TABLE,
  SNAP_TABLE,
  SOCIODEMO_TABLES,
  SPEED_TABLES,
  STORE_LIST_TABLES,
  type TableSpec,
  TERRITORY_TABLES,
  WEIGHT_TABLE,
} from './tables.ts';
import { topicColumns } from './topicEntries.ts';
import { TRANSIT_TABLES } from './transitTables.ts';

/** Columns of a table, and whether the family must have it. */
interface ExpectedTable {
  readonly spec: TableSpec;
  readonly required: boolean;
}

export const arrowFileName = (table: string): string => `${table}.arrow`;

/** Every table that a family may hold: the fixed ones, and one per topic that its descriptor calls available. */
export function expectedTables(family: Family, topics: readonly TopicEntry[]): ReadonlyMap<string, ExpectedTable> {
  const tables = new Map<string, ExpectedTable>();
  if (family === 'territory') {
    for (const [name, spec] of Object.entries(TERRITORY_TABLES)) tables.set(name, { spec, required: true });
    for (const [name, spec] of Object.entries(SEARCH_TABLES)) tables.set(name, { spec, required: false });
    tables.set('edgeJoins', { spec: JOIN_TABLE, required: false });
    tables.set('nodeLimits', { spec: NODE_LIMIT_TABLE, required: false });
    for (const [name, spec] of Object.entries(SPEED_TABLES)) tables.set(name, { spec, required: false });
    for (const profile of PROFILES) tables.set(`weights-${profile}`, { spec: WEIGHT_TABLE, required: false });
    for (const mode of MODES) tables.set(`snaps-${mode}`, { spec: SNAP_TABLE, required: false });
    for (const mode of HIERARCHY_MODES) {
      tables.set(`hierarchy-${mode}`, { spec: HIERARCHY_TABLE, required: false });
      tables.set(`links-${mode}`, { spec: LINK_TABLE, required: false });
    }
    for (const [name, spec] of Object.entries(DERIVED_TABLES)) tables.set(name, { spec, required: false });
    for (const mode of MODES) tables.set(`snapStarts-${mode}`, { spec: SNAP_START_TABLE, required: false });
  }
  if (family === 'sociodemo') {
    for (const [name, spec] of Object.entries(SOCIODEMO_TABLES)) tables.set(name, { spec, required: true });
    for (const entry of topics.filter(({ available }) => available)) {
      const columns = Object.fromEntries(topicColumns(entry).map((name) => [name, 'float64'] as const));
      const expected: ExpectedTable = { spec: { flags: 'uint8', ...columns }, required: true };
      tables.set(`topic-${entry.code}`, expected);
      tables.set(`benchmark-${entry.code}`, expected);
    }
  }
  if (family === 'realestate') {
    for (const [name, spec] of Object.entries(REALESTATE_TABLES)) tables.set(name, { spec, required: true });
  }
  if (family === 'players') {
    for (const [name, spec] of Object.entries(PLAYERS_TABLES)) tables.set(name, { spec, required: true });
    for (const [name, spec] of Object.entries(STORE_LIST_TABLES)) tables.set(name, { spec, required: false });
  }
  if (family === 'backdrop') {
    for (const [name, spec] of Object.entries(BACKDROP_TABLES)) tables.set(name, { spec, required: true });
  }
  if (family === 'transit') {
    for (const [name, spec] of Object.entries(TRANSIT_TABLES)) tables.set(name, { spec, required: true });
  }
  return tables;
}

/** Returns the names of a family's files that are not tables. */
export function expectedOtherFiles(family: Family): readonly string[] {
  return family === 'territory' ? [AREA_POLYGONS_FILE] : [];
}

/** A table with another number of rows than the table it goes along with. */
interface RowMismatch {
  readonly table: string;
  readonly rows: number;
  readonly like: string;
  readonly likeRows: number;
}

/**
 * Tables whose rows mean the same things have the same number of rows: weights go along with edges, poleAreas with
 * poles, topics with units, benchmarks with benchmarkAreas. Tables that are not there are not compared.
 */
export function rowMismatches(rows: ReadonlyMap<string, number>): RowMismatch[] {
  return [...rows].flatMap(([table, count]) => {
    const like = goesAlongWith(table);
    const likeRows = like === null ? undefined : rows.get(like);
    return like === null || likeRows === undefined || likeRows === count
      ? []
      : [{ table, rows: count, like, likeRows }];
  });
}

function goesAlongWith(table: string): string | null {
  if (table.startsWith('weights-') || table === 'edgeJoins' || table === 'edgeSpeeds') return 'edges';
  if (table === 'nodeLimits') return 'nodes';
  if (table === 'storeExistence') return 'stores';
  if (table.startsWith('topic-')) return 'units';
  if (table.startsWith('benchmark-')) return 'benchmarkAreas';
  if (table === 'searchNumbers' || table === 'searchPoles') return 'addresses';
  return table === 'poleAreas' ? 'poles' : null;
}

/** Describes the first difference between a table's columns and its spec; null if there is none. */
export function columnDifference(actual: readonly { name: string; type: string }[], spec: TableSpec): string | null {
  const have = new Map(actual.map(({ name, type }) => [name, type]));
  if (have.size < actual.length) return 'two columns have the same name.';
  for (const [name, type] of Object.entries(spec)) {
    const found = have.get(name);
    if (found === undefined) return `column "${name}" (${type}) is missing.`;
    if (found !== type) return `column "${name}" is ${found} and must be ${type}.`;
  }
  const foreign = actual.find(({ name }) => !Object.hasOwn(spec, name));
  return foreign === undefined ? null : `column "${foreign.name}" does not belong to this table.`;
}
