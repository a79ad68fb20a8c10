import { arePlace, degreesOf } from '@hinterland/catalogue/columns';

/** Coordinates of a row, by its own cells. */
export interface CellPlace {
  readonly lat: number | null;
  readonly lng: number | null;
  readonly reason: 'given' | 'coordinates_invalid' | 'pending';
}

const nowhere = (reason: CellPlace['reason']): CellPlace => ({ lat: null, lng: null, reason });

/** Positions of the columns of coordinates in a row, counted from 0. */
export interface CoordinateColumns {
  readonly lat?: number | undefined;
  readonly lng?: number | undefined;
}

/** By its columns of coordinates, in degrees. Empty ones say nothing; 0, 0 stands for none. */
export function placeInCells({ lat: latAt, lng: lngAt }: CoordinateColumns, cells: readonly string[]): CellPlace {
  const texts = [latAt, lngAt].map((at) => (at === undefined ? '' : (cells[at] ?? '').trim()));
  if (texts.every((text) => text === '')) return nowhere('pending');
  const [lat, lng] = texts.map(degreesOf) as [number, number];
  return arePlace(lat, lng) ? { lat, lng, reason: 'given' } : nowhere('coordinates_invalid');
}
