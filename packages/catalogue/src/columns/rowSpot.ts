import type { MeaningOfO } from '../coordinates/angle.ts';
import { isNumber, spotIn, spotInCells } from '../coordinates/place.ts';
import type { SpotReading } from '../coordinates/spot.ts';
import { arePlace } from './columns.ts';

/** Roles of the cells that may say where a row is. */
export type SpotRole = 'lat' | 'lng' | 'coordinates' | 'address';

/**
 * Returns what the own cells of a row say about its place: those of latitude and longitude, else the one for both, else an
 * address that is coordinates. Null where they hold no coordinates. 0, 0 stands for none.
 */
export function spotInRow(cell: (role: SpotRole) => string, o?: MeaningOfO): SpotReading | null {
  const reading =
    spotInCells(cell('lat'), cell('lng'), o) ?? inOneCell(cell('coordinates'), o) ?? inAddress(cell('address'), o);
  const isNowhere = reading?.fault === null && !arePlace(reading.spot.lat, reading.spot.lng);
  return isNowhere ? { fault: 'outside', spots: [] } : reading;
}

const inOneCell = (cell: string, o?: MeaningOfO): SpotReading | null =>
  cell.trim() === '' ? null : ((isNumber(cell) ? null : spotIn(cell, o)) ?? { fault: 'outside', spots: [] });

/** Whole numbers alone may be an address: "50 N 100 E" is one in Utah. */
function inAddress(cell: string, o?: MeaningOfO): SpotReading | null {
  if (isNumber(cell) || !/\d[.,\u066b]\d|[°º:]/.test(cell)) return null;
  const reading = spotIn(cell, o);
  return reading?.fault === null || reading?.fault === 'swapped' || reading?.fault === 'direction' ? reading : null;
}
