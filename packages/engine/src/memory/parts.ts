import type { Mode } from '@hinterland/catalogue';
import {
  type PartlyRead,
  partlyRead,
  type SNAP_TABLE,
  type SOCIODEMO_TABLES,
  type TERRITORY_TABLES,
  type Territory,
} from '@hinterland/territory';
import { PerTerritory } from './perTerritory.ts';

/**
 * The large tables for code that reads only the rows in reach: call `need` before reading a row. On a
 * country the first answer then waits for its region alone.
 */
type Tables = typeof TERRITORY_TABLES;
export type PlaceParts = PartlyRead<Tables['poles'], 'lngMicrodegrees' | 'latMicrodegrees'>;
export type DwellingParts = PartlyRead<Tables['poles'], 'dwellings' | 'kind'>;
export type UnitParts = PartlyRead<(typeof SOCIODEMO_TABLES)['poleUnits'], 'unit' | 'share'>;
export type SnapParts = PartlyRead<typeof SNAP_TABLE, 'pole' | 'positionMillimeters' | 'accessMillimeters'>;

const keptShapes = new PerTerritory<PartlyRead<Tables['shapes'], 'lngMicrodegrees' | 'latMicrodegrees'>>();
const keptPlaces = new PerTerritory<PlaceParts>();
const keptDwellings = new PerTerritory<DwellingParts>();
const keptUnits = new PerTerritory<UnitParts>();
const keptSnaps = new PerTerritory<SnapParts>();

export function shapeParts(territory: Territory) {
  return keptShapes.get(territory, '', () => partlyRead(territory.shapes, ['lngMicrodegrees', 'latMicrodegrees']));
}

/** Places of poles. */
export function placeParts(territory: Territory): PlaceParts {
  return keptPlaces.get(territory, '', () => partlyRead(territory.poles, ['lngMicrodegrees', 'latMicrodegrees']));
}

export function dwellingParts(territory: Territory): DwellingParts {
  return keptDwellings.get(territory, '', () => partlyRead(territory.poles, ['dwellings', 'kind']));
}

/** Null for a territory without a census. */
export function unitParts(territory: Territory): UnitParts | null {
  const { sociodemo } = territory;
  if (sociodemo === null) return null;
  return keptUnits.get(territory, '', () => partlyRead(sociodemo.poleUnits, ['unit', 'share']));
}

/** The poles at edges of a mode, which the territory must have. */
export function snapParts(territory: Territory, mode: Mode): SnapParts {
  return keptSnaps.get(territory, mode, () =>
    partlyRead(territory.snaps[mode]!, ['pole', 'positionMillimeters', 'accessMillimeters']),
  );
}
