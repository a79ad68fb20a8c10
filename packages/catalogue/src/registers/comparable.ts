import type { SectorCode } from '../sectors/sectors.ts';
import { type Counterpart, counterpartsIn, type Match } from './counterparts.ts';
import type { Register } from './register.ts';

/** Sectors that a register can only be compared with as one sum. */
export interface ComparableSectors {
  readonly sectors: readonly SectorCode[];
  /** Positions in the register's `classes`. */
  readonly classes: readonly number[];
  readonly match: Exclude<Match, 'poor' | 'none'>;
}

/**
 * Returns the smallest sums that mean the same in a register and in the catalogue: sectors that share a class of the
 * register, or that the catalogue compares as one, are one sum. Sectors that the register has no class of are left out.
 */
export function comparableSectors({ classification, classes }: Pick<Register, 'classification' | 'classes'>) {
  const all = counterpartsIn(classification).map((counterpart) => ({
    counterpart,
    rows: [...classes.keys()].filter((row) => counterpart.classes.some((code) => holds(classes[row]!, code))),
  }));
  const groups: { counterparts: Counterpart[]; rows: Set<number> }[] = [];
  for (const { counterpart, rows } of all) {
    if (rows.length === 0) continue;
    const joined = groups.filter(
      (group) =>
        rows.some((row) => group.rows.has(row)) ||
        group.counterparts.some(({ compareAs }) => compareAs === counterpart.compareAs),
    );
    for (const group of joined) groups.splice(groups.indexOf(group), 1);
    groups.push({
      counterparts: [...joined.flatMap((group) => group.counterparts), counterpart],
      rows: new Set([...joined.flatMap((group) => [...group.rows]), ...rows]),
    });
  }
  return groups.map(({ counterparts, rows }): ComparableSectors => {
    const isPart =
      counterparts.some(({ match }) => match === 'part') ||
      // The sum lacks a class of a sector, or a sector that it is always compared with.
      counterparts.some((one) => one.classes.some((code) => !classes.some((each) => holds(each, code))));
    return {
      sectors: counterparts.map(({ sector }) => sector),
      classes: [...rows],
      match: isPart ? 'part' : counterparts.every(({ match }) => match === 'good') ? 'good' : 'shared',
    };
  });
}

/** Whether a class of a register, or several that it counts as one, takes in a code. */
const holds = (registered: string, code: string): boolean =>
  registered.split('+').some((each) => code === each || (/^\d\d(\.\d)?$/.test(each) && code.startsWith(each)));
