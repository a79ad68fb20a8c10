import type { CensusUnit } from '../../inputs/census.ts';
import type { SourceContext } from '../../source/context.ts';
import type { KeyedTable } from '../../tables/keyedTable.ts';

/** What sources of census units may need beside their entry. */
export interface UnitContext extends SourceContext {
  /** Tables of the census by their names in the recipe. */
  readonly tables: ReadonlyMap<string, KeyedTable>;
}

/** How the report names them. */
export const UNITS_SUBJECT = 'outlines of census units';

export type Units = Promise<CensusUnit[]>;
