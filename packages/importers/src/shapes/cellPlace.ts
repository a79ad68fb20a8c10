import { spotInCells } from '@hinterland/catalogue/coordinates';
import { readNumber } from '@hinterland/catalogue/numbers';
import type { ToDegrees } from './projections.ts';

const PLAIN = /^-?\d{1,3}\.\d+$/;

/**
 * Returns the longitude and latitude that two cells name, or the reason why they name none: degrees in any way of writing
 * coordinates, or numbers of a projection, which `convert` turns into degrees.
 */
export function placeOfCells(x: string, y: string, convert: ToDegrees | null): [lng: number, lat: number] | string {
  if (x === '' || y === '') return 'no coordinates';
  const place = convert === null ? inDegrees(x, y) : inProjection(x, y, convert);
  if (typeof place === 'string') return place;
  if (!(Math.abs(place[0]) <= 180 && Math.abs(place[1]) <= 90)) return NO_DEGREES;
  return place[0] === 0 && place[1] === 0 ? 'coordinates 0, 0' : place;
}

const NO_DEGREES = 'coordinates are no degrees; give the projection as crs';
const NO_NUMBERS = 'coordinates are no numbers';

function inDegrees(x: string, y: string): [number, number] | string {
  if (PLAIN.test(x) && PLAIN.test(y) && Math.abs(Number(y)) <= 90) return [Number(x), Number(y)];
  const reading = spotInCells(y, x);
  if (reading?.fault === null) return [reading.spot.lng, reading.spot.lat];
  if (reading?.fault === 'swapped') return 'latitude and longitude are exchanged; exchange the columns in the recipe';
  if (reading?.fault === 'direction') return 'coordinates with the letter O, which is east or west; write E or W';
  if (reading?.fault === 'grid') return 'squares of a grid (Plus code, UTM, MGRS) are not read; write degrees';
  const isNumber = [x, y].every((text) => readNumber(text) !== 'no number');
  return isNumber ? NO_DEGREES : NO_NUMBERS;
}

function inProjection(x: string, y: string, convert: ToDegrees): [number, number] | string {
  const [east, north] = [readNumber(x), readNumber(y)];
  if (east === 'ambiguous' || north === 'ambiguous') {
    return 'coordinates may have thousands or decimals; write thousands without a sign between them';
  }
  return typeof east === 'number' && typeof north === 'number' ? convert(east, north) : NO_NUMBERS;
}
