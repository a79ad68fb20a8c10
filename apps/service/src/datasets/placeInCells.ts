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
  const isPlace = Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && (lat !== 0 || lng !== 0);
  return isPlace ? { lat, lng, reason: 'given' } : nowhere('coordinates_invalid');
}

/** NaN for what is no number. A comma before the decimals is one, as many countries write it. */
const degreesOf = (text: string): number =>
  /^[-+]?\d+([.,]\d+)?(e[-+]?\d+)?$/i.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
