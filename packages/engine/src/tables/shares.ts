import { AREA_KINDS, type AreaColumn, NONE, type Sociodemo, type Territory } from '@hinterland/territory';
import type { UnitShares } from '../catchment/types.ts';

/** Nobody at all: what a territory without a census holds in every part. */
export const NO_SHARES: UnitShares = { units: new Uint32Array(0), shares: new Float64Array(0) };

/** Shares of the census units whose people live on these poles, each given once: a pole brings its own share of its unit. */
export function sharesOfPoles(sociodemo: Sociodemo | null, poles: Uint32Array): UnitShares {
  if (sociodemo === null) return NO_SHARES;
  const { unit, share } = sociodemo.poleUnits;
  const sums = new Float64Array(sociodemo.units.rows);
  for (const pole of poles) {
    if (unit[pole] !== NONE) sums[unit[pole]!]! += share[pole]!;
  }
  const units: number[] = [];
  for (let row = 0; row < sums.length; row++) if (sums[row]! > 0) units.push(row);
  return { units: Uint32Array.from(units), shares: Float64Array.from(units, (row) => sums[row]!) };
}

/**
 * Column of `poleAreas` that says which area of this area's layer a pole lies in. Null for statistical areas, which poles
 * do not name.
 */
export function areaColumn(territory: Territory, areaRow: number): AreaColumn | null {
  const { kind, level } = territory.areas;
  if (AREA_KINDS[kind[areaRow]!] === 'postcode') return 'postcode';
  const value = level[areaRow]!;
  if (value === 2) return 'country';
  return value >= 4 && value <= 9 ? (`level${value}` as AreaColumn) : null;
}

/** Poles of one area, ascending: as `poleAreas` says, without any geometry. Null when poles do not name its layer. */
export function polesOfArea(territory: Territory, areaRow: number): Uint32Array | null {
  const column = areaColumn(territory, areaRow);
  if (column === null) return null;
  const areas = territory.poleAreas[column];
  let count = 0;
  for (let pole = 0; pole < areas.length; pole++) if (areas[pole] === areaRow) count++;
  const poles = new Uint32Array(count);
  count = 0;
  for (let pole = 0; pole < areas.length; pole++) if (areas[pole] === areaRow) poles[count++] = pole;
  return poles;
}
