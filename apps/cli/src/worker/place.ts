import type { Manifest } from '@hinterland/territory';

export type Place = { readonly lat: number; readonly lng: number };

/** Returns the reason why a row's place is none of the territory, as a service with this territory gives it; else null. */
export function placeFault({ bbox, name }: Manifest, place: Place | null, hasColumns: boolean): string | null {
  if (place === null) {
    const missing = hasColumns
      ? 'The row has no place'
      : 'The table has no columns lat and lng, and no column geometry of points';
    return `validation_error: ${missing}; give latitude and longitude in degrees.`;
  }
  const { lat, lng } = place;
  // What is no place on earth is for the schema of the action to refuse.
  const isPlace = typeof lat === 'number' && typeof lng === 'number' && Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
  if (!isPlace || holds(bbox, place)) return null;
  return `outside_coverage: lat ${lat}, lng ${lng} lies outside the territory (${name}).`;
}

/** Also for boxes that cross the 180th meridian. */
const holds = ({ west, south, east, north }: Manifest['bbox'], { lat, lng }: Place): boolean =>
  lat >= south && lat <= north && (west <= east ? lng >= west && lng <= east : lng >= west || lng <= east);
