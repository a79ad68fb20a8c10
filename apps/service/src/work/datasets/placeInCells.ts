import { type SpotRole, spotInRow } from '@hinterland/catalogue/columns';
import type { MeaningOfO } from '@hinterland/catalogue/coordinates';

/** Coordinates of a row, by its own cells. */
export interface CellPlace {
  readonly lat: number | null;
  readonly lng: number | null;
  readonly reason: 'given' | 'coordinates_invalid' | 'coordinates_swapped' | 'coordinates_unclear' | 'pending';
}

/** Positions in a row, counted from 0, of the columns that may hold coordinates. */
export type CoordinateColumns = Readonly<Partial<Record<SpotRole, number>>>;

/**
 * Reads the place of a row from its own cells. `o` is the meaning of the letter O in its longitudes. Coordinates in exchanged
 * order, or that can be understood in two ways, are no place: nobody guesses.
 */
export function placeInCells(columns: CoordinateColumns, cells: readonly string[], o?: MeaningOfO): CellPlace {
  const reading = spotInRow((role) => (columns[role] === undefined ? '' : (cells[columns[role]] ?? '')), o);
  if (reading?.fault === null) return { ...reading.spot, reason: 'given' };
  const nowhere = { lat: null, lng: null };
  if (reading === null) return { ...nowhere, reason: 'pending' };
  if (reading.fault === 'swapped') return { ...nowhere, reason: 'coordinates_swapped' };
  const isUnclear = reading.fault === 'direction' || reading.fault === 'ambiguous';
  return { ...nowhere, reason: isUnclear ? 'coordinates_unclear' : 'coordinates_invalid' };
}
