import { MEASURES, type Measure } from '@hinterland/catalogue';
import { NONE, type Territory } from '@hinterland/territory';
import { PerTerritory } from '../memory/perTerritory.ts';
import { censusOf } from './census.ts';

const keptUnits = new PerTerritory<Float64Array | null>();

/**
 * Returns the persons (or families) of a measure on every pole, row = pole; the weight of poles in pictures. Null if the
 * territory does not hold the measure's topic or columns.
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

/**
 * Returns the persons (or families) of a measure in each census unit, row = unit, with suppressed cells filled as in the
 * tables. Null if the territory does not hold the measure.
 */
export function measureOfUnits(territory: Territory, measure: Measure): Float64Array | null {
  return keptUnits.get(territory, measure, () => {
    const census = censusOf(territory);
    const { topic, columns } = MEASURES[measure];
    const cells = columns.map((name) => census?.column(topic, name)?.values ?? null);
    if (census === null || cells.some((values) => values === null || values.some(Number.isNaN))) return null;
    return cells[0]!.map((_, unit) => cells.reduce((sum, values) => sum + values![unit]!, 0));
  });
}
