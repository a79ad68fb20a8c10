import { spotIn } from '@hinterland/catalogue/coordinates';
import { asciiDigits } from '@hinterland/catalogue/numbers';
import type { Box } from '@hinterland/geo';
import { ImportError } from '../errors/importError.ts';
import { countriesIn, nearestTown, oneSide, sideOfPoint, townsInBox } from './boxes.ts';
import { countryOf } from './countries.ts';
import type { Place } from './place.ts';
import { idOf } from './places.ts';

/**
 * Returns the place that coordinates mean: a box (west,south,east,north) or a point, latitude first, in any way that maps write
 * one. Undefined where the text is no coordinates. Throws ImportError for those off the globe, and in the open sea.
 */
export function coordinatesPlace(text: string, radiusKm: number): Place | undefined {
  const numbers = numbersIn(text);
  if (numbers?.length === 4) return boxPlace(numbers as [number, number, number, number]);
  const reading = numbers?.length === 1 ? null : spotIn(text);
  if (reading === null) return undefined;
  if (reading.fault === null) return pointPlace(reading.spot, radiusKm);
  const spots = reading.spots.map(({ lat, lng }) => `${lat},${lng}`).join(' or ');
  if (reading.fault === 'outside' || reading.fault === 'swapped') {
    throw new ImportError(
      `"${text}" lies off the globe. Latitude comes first (-90 to 90), then longitude${spots === '' ? '' : `: ${spots} is on it`}.`,
    );
  }
  throw new ImportError(
    spots === ''
      ? `"${text}" is no place by itself. Write a point as latitude,longitude in degrees, such as 48.41,15.61.`
      : `"${text}" can be understood in several ways. Latitude comes first: write ${spots}.`,
  );
}

/** Numbers with commas or spaces between and nothing else; undefined for any other text. */
function numbersIn(text: string): number[] | undefined {
  const parts = asciiDigits(text)
    .replace(/[−–]/g, '-')
    .trim()
    .split(/\s*[,;]\s*|\s+/);
  const numbers = parts.map((part) => (part === '' ? Number.NaN : Number(part)));
  return numbers.every(Number.isFinite) ? numbers : undefined;
}

/** What lies so near is around a place. */
const NEAR_METERS = 25_000;

/** A note where nobody lives at a point, and a town is where its numbers would be the other way round. */
function exchangedNote(lat: number, lng: number, other: string): string[] {
  if (Math.abs(lng) > 90 || nearestTown(lng, lat).meters < NEAR_METERS) return [];
  const { town, meters } = nearestTown(lat, lng);
  return meters < NEAR_METERS
    ? [
        `Latitude comes first in a point, longitude in a box. Far from any town as it is, ${other} may be meant, which is at ${town.name}, ${countryOf(town.country)?.name ?? town.country}.`,
      ]
    : [];
}

/** A tenth of a meter is enough for a place that degrees, minutes and seconds become. */
const micro = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

function pointPlace(spot: { lat: number; lng: number }, radiusKm: number): Place {
  const [lat, lng] = [micro(spot.lat), micro(spot.lng)];
  const { box, notes } = sideOfPoint(lng, lat, radiusKm);
  const place = boxed(
    box,
    `around ${lat}, ${lng}`,
    idOf('at', `${Math.abs(lat)}${lat < 0 ? 's' : 'n'}`, `${Math.abs(lng)}${lng < 0 ? 'w' : 'e'}`),
  );
  return {
    ...place,
    center: { lat, lng },
    radiusKm,
    notes: [...exchangedNote(lat, lng, `${lng},${lat}`), ...notes, ...place.notes],
  };
}

function boxPlace([west, south, east, north]: [number, number, number, number]): Place {
  const sides = [west, south, east, north].join(',');
  if (
    !(south < north && Math.abs(south) <= 90 && Math.abs(north) <= 90 && Math.abs(west) <= 180 && Math.abs(east) <= 180)
  ) {
    throw new ImportError(`${sides} is no box. Write west,south,east,north in degrees.`);
  }
  if (west === east) throw new ImportError(`The box ${sides} has no width.`);
  const { box, notes } = oneSide(west, south, east, north);
  const [largest] = townsInBox(box);
  const place = boxed(
    box,
    largest?.name ?? `${west}, ${south} to ${east}, ${north}`,
    idOf('box', ...[west, south, east, north].map((side) => `${side < 0 ? 'm' : ''}${Math.abs(side)}`)),
  );
  const exchanged = exchangedNote((south + north) / 2, (west + east) / 2, `${south},${west},${north},${east}`);
  return { ...place, notes: [...exchanged, ...notes, ...place.notes] };
}

function boxed(box: Box, name: string, id: string): Place {
  const inside = townsInBox(box);
  const [lng, lat] = [(box.west + box.east) / 2, (box.south + box.north) / 2];
  const nearest = inside[0] ?? nearestTown(lng, lat).town;
  const { codes, notes } = countriesIn(box, inside[0]?.country);
  if (codes.length === 0) {
    throw new ImportError(`The box ${name} lies in the open sea: no country reaches into it. Choose a place on land.`);
  }
  return { id, name, countries: codes, timeZone: nearest.timeZone, box, population: 0, notes };
}
