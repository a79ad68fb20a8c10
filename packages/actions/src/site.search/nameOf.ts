import type { Output } from './schema.ts';

type Place = Output['places'][number];

/** The name that the caller gave, else the address, else the area. */
export const nameOf = (place: Pick<Place, 'name' | 'address' | 'area' | 'lat' | 'lng'>): string =>
  place.name ?? place.address ?? place.area ?? `${degrees(place.lat)}, ${degrees(place.lng)}`;

/** Five digits are one meter. */
const degrees = (value: number): number => Math.round(value * 1e5) / 1e5;
