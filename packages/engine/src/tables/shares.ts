import { AREA_KINDS, type AreaColumn, type Territory } from '@hinterland/territory';
import { Tally } from '../catchment/tally.ts';
import type { Holdings } from '../catchment/types.ts';

/** Returns the holdings of some poles, each given once, bit by bit those of a catchment that reaches just these. */
export function holdingsOfPoles(territory: Territory, poles: Uint32Array): Holdings {
  const tally = new Tally(territory, 1, null);
  for (const pole of poles) tally.pole(pole, 0, 0);
  return tally.holdings()[0]!.own;
}

/**
 * Returns the column of `poleAreas` with the areas of this area's layer; null for statistical areas, which poles do not
 * name.
 */
export function areaColumn(territory: Territory, areaRow: number): AreaColumn | null {
  const { kind, level } = territory.areas;
  if (AREA_KINDS[kind[areaRow]!] === 'postcode') return 'postcode';
  const value = level[areaRow]!;
  if (value === 2) return 'country';
  return value >= 4 && value <= 9 ? (`level${value}` as AreaColumn) : null;
}

/** Returns the poles of one area by `poleAreas`, ascending, without geometry; null if poles do not name its layer. */
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
