import { type SpotRole, spotInRow } from '@hinterland/catalogue/columns';
import type { MeaningOfO, Spot } from '@hinterland/catalogue/coordinates';
import { type Box, boxHolds } from '../../engine/route.ts';

/** Coordinates of a row, by its own cells. */
export interface CellPlace {
  readonly lat: number | null;
  readonly lng: number | null;
  readonly reason:
    | 'given'
    | 'outside'
    | 'coordinates_invalid'
    | 'coordinates_swapped'
    | 'coordinates_unclear'
    | 'pending';
}

/** Positions in a row, counted from 0, of the columns that may hold coordinates. */
export type CoordinateColumns = Readonly<Partial<Record<SpotRole, number>>>;

/** What is known of the cells of a dataset. */
export interface CellsKnown {
  /** Meaning of the letter O in longitudes. */
  readonly o?: MeaningOfO | undefined;
  /** Of the territory; without it no place lies outside. */
  readonly box?: Box | null;
}

/**
 * Reads the place of a row from its own cells. Coordinates in exchanged order, or that can be understood in two ways, are no
 * place: nobody guesses. The order counts as exchanged, too, where the place lies outside the territory and the other one in it.
 */
export function placeInCells(
  columns: CoordinateColumns,
  cells: readonly string[],
  { o, box = null }: CellsKnown = {},
): CellPlace {
  const reading = readingOf(columns, cells, o);
  const nowhere = { lat: null, lng: null };
  if (reading === null) return { ...nowhere, reason: 'pending' };
  if (reading.fault === null) {
    if (box === null || boxHolds(box, reading.spot)) return { ...reading.spot, reason: 'given' };
    if (boxHolds(box, exchanged(reading.spot))) return { ...nowhere, reason: 'coordinates_swapped' };
    return { ...reading.spot, reason: 'outside' };
  }
  if (reading.fault === 'swapped') return { ...nowhere, reason: 'coordinates_swapped' };
  const isUnclear = reading.fault === 'direction' || reading.fault === 'ambiguous';
  return { ...nowhere, reason: isUnclear ? 'coordinates_unclear' : 'coordinates_invalid' };
}

/** Where a row is if its latitude and longitude are exchanged; null where that is not in the territory either. */
export function exchangedPlace(
  columns: CoordinateColumns,
  cells: readonly string[],
  { o, box = null }: CellsKnown,
): Spot | null {
  const reading = readingOf(columns, cells, o);
  const spot =
    reading?.fault === null ? exchanged(reading.spot) : reading?.fault === 'swapped' ? reading.spots[0] : null;
  return spot == null || (box !== null && !boxHolds(box, spot)) ? null : spot;
}

const readingOf = (columns: CoordinateColumns, cells: readonly string[], o?: MeaningOfO) =>
  spotInRow((role) => (columns[role] === undefined ? '' : (cells[columns[role]] ?? '')), o);

const exchanged = ({ lat, lng }: Spot): Spot => ({ lat: lng, lng: lat });
