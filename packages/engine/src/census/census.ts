import { AGE_CLASSES, type TopicCode } from '@hinterland/catalogue';
import { oncePer } from '@hinterland/geo';
import { NONE, type Sociodemo, type Territory, type TopicTable } from '@hinterland/territory';

/** A column without holes: suppressed cells have the mean rate of the units that publish the field. */
export interface FilledColumn {
  /** Row = unit. NaN in every row when no unit publishes the field. */
  readonly values: Float64Array;
  /** True where the source publishes the cell; null when every cell is published. */
  readonly published: Uint8Array | null;
}

/**
 * The census of a territory, ready for sums: the weights of units, and columns in which a suppressed cell is not a zero.
 *
 * A suppressed cell of unit u counts as `r · B_u`, where B_u are the unit's residents and r is the field per resident over
 * all units that publish it. The estimate belongs to the unit and not to the question, so the parts of a partition still
 * add up to the whole; how much of a sum rests on it is reported as 1 − coverage.
 */
export interface Census {
  readonly sociodemo: Sociodemo;
  /**
   * Residents per unit, row = unit, never NaN: the published total, else the sum of the age classes, else the unit's
   * dwellings times the residents per dwelling of the units that publish both.
   */
  readonly weights: Float64Array;
  /** Column of a topic's table without holes, or null when the table does not have it. */
  column(topic: TopicCode, name: string): FilledColumn | null;
}

/** The territory's census, or null when it has none. Prepared once per loaded territory and kept with it. */
export const censusOf = oncePer((territory: Territory): Census | null =>
  territory.sociodemo === null ? null : prepare(territory, territory.sociodemo),
);

function prepare(territory: Territory, sociodemo: Sociodemo): Census {
  const weights = unitWeights(territory, sociodemo);
  const columns = new Map<string, FilledColumn | null>();
  return {
    sociodemo,
    weights,
    column(topic, name) {
      const key = `${topic}.${name}`;
      let column = columns.get(key);
      if (column === undefined) {
        const cells = sociodemo.topics.get(topic)?.columns.get(name);
        if (cells === undefined) column = null;
        else if (topic === 'residents' && name === 'total')
          column = { values: weights, published: publishedRows(cells) };
        else column = fill(cells, weights);
        columns.set(key, column);
      }
      return column;
    },
  };
}

function publishedRows(cells: Float64Array): Uint8Array | null {
  if (!cells.some(Number.isNaN)) return null;
  return Uint8Array.from(cells, (cell) => (Number.isNaN(cell) ? 0 : 1));
}

function fill(cells: Float64Array, weights: Float64Array): FilledColumn {
  const published = publishedRows(cells);
  if (published === null) return { values: cells, published };
  let sum = 0;
  let base = 0;
  for (let unit = 0; unit < cells.length; unit++) {
    if (published[unit] === 0) continue;
    sum += cells[unit] as number;
    base += weights[unit] as number;
  }
  const rate = base > 0 ? sum / base : Number.NaN;
  return {
    values: Float64Array.from(cells, (cell, unit) => (published[unit] ? cell : rate * weights[unit]!)),
    published,
  };
}

function unitWeights(territory: Territory, sociodemo: Sociodemo): Float64Array {
  const units = sociodemo.units.rows;
  const totals = Float64Array.from(publishedTotals(sociodemo.topics, units));
  if (!totals.some(Number.isNaN)) return totals;

  const dwellings = new Float64Array(units);
  const { unit, share } = sociodemo.poleUnits;
  for (let pole = 0; pole < unit.length; pole++) {
    if (unit[pole] !== NONE && share[pole]! > 0) dwellings[unit[pole]!]! += territory.poles.dwellings[pole]!;
  }
  let residents = 0;
  let dwelt = 0;
  for (let row = 0; row < units; row++) {
    if (Number.isNaN(totals[row])) continue;
    residents += totals[row]! * sociodemo.units.insideShare[row]!;
    dwelt += dwellings[row]!;
  }
  const residentsPerDwelling = dwelt > 0 && residents > 0 ? residents / dwelt : 1;
  for (let row = 0; row < units; row++) {
    if (!Number.isNaN(totals[row])) continue;
    const inside = sociodemo.units.insideShare[row]!;
    totals[row] = inside > 0 ? (dwellings[row]! / inside) * residentsPerDwelling : 0;
  }
  return totals;
}

function publishedTotals(topics: Sociodemo['topics'], units: number): Float64Array {
  const totals = topics.get('residents')?.columns.get('total');
  const result = totals === undefined ? new Float64Array(units).fill(Number.NaN) : Float64Array.from(totals);
  const ages = topics.get('age_classes');
  if (ages !== undefined) addAges(ages, result);
  return result;
}

function addAges(ages: TopicTable, totals: Float64Array): void {
  const columns = AGE_CLASSES.map(({ code }) => ages.columns.get(`total_${code}`));
  if (columns.some((column) => column === undefined)) return;
  for (let unit = 0; unit < totals.length; unit++) {
    if (!Number.isNaN(totals[unit])) continue;
    totals[unit] = columns.reduce((sum, column) => sum + column![unit]!, 0);
  }
}
