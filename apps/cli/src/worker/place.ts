import type { Manifest } from '@hinterland/territory';

export type Place = { readonly lat: number; readonly lng: number };

/** A cell of a table that should be a coordinate: degrees, null where it is empty, or the sentence that says why it is none. */
export type Degrees = number | null | { readonly fault: string };

/** Reads a cell of the column `name`. Texts of numbers count as numbers: tables of spreadsheets and databases often have such. */
export function degreesOf(name: 'lat' | 'lng', cell: unknown): Degrees {
  if (cell == null || Number.isNaN(cell)) return null;
  if (typeof cell === 'number') return cell;
  const text = String(cell).trim();
  if (text === '') return null;
  if (typeof cell === 'string' && /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text)) return Number(text);
  const shown = JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
  return {
    fault: `validation_error: ${name} is ${shown}, which is no number; give degrees with a point, such as -36.2.`,
  };
}

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
