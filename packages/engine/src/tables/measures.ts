import { MEASURES, type Measure, NONE, type Territory } from '@hinterland/territory';
import { censusOf } from './census.ts';

/**
 * Persons (or families) of a measure on every pole, row = pole: what network planning and site ranking count, and what
 * weighs poles in pictures. Null when the territory does not hold the measure's topic or columns.
 */
export function measurePerPole(territory: Territory, measure: Measure): Float64Array | null {
  const census = censusOf(territory);
  const { topic, columns } = MEASURES[measure];
  const cells = columns.map((column) => census?.column(topic, column) ?? null);
  if (census === null || cells.some((column) => column === null)) return null;
  const { unit, share } = census.sociodemo.poleUnits;
  return Float64Array.from(unit, (row, pole) =>
    row === NONE ? 0 : cells.reduce((sum, column) => sum + column!.values[row]! * share[pole]!, 0),
  );
}
