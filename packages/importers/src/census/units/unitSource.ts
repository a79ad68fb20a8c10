import type { CensusUnit } from '../../inputs/census.ts';
import type { SourceContext } from '../../source/context.ts';
import type { KeyedTable } from '../../tables/keyedTable.ts';
import type { RowListener } from '../../tables/rowListener.ts';

/** Everything that a source of census units may need besides its entry. */
export interface UnitContext extends SourceContext {
  /** Tables of the census by their names in the recipe. */
  readonly tables: ReadonlyMap<string, KeyedTable>;
  /** Adds a table that comes with the units. */
  readonly addTable: (name: string, table: KeyedTable) => void;
  /** Hears of the rows of a table of cells. */
  readonly alsoTo?: RowListener | undefined;
}

/** How the report names them. */
export const UNITS_SUBJECT = 'outlines of census units';

export type Units = Promise<CensusUnit[]>;
