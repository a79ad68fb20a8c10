/** A place as a row of a list that somebody pasted. */
export interface PastedPlace {
  readonly name: string;
  readonly lat: number;
  readonly lng: number;
}

/**
 * Reads places, one per line: a name and the coordinates in degrees, in either order, separated by commas, semicolons or
 * tabs. Returns those that were read and the lines that were not. A first line without numbers is a heading.
 */
export function readPlaces(text: string): {
  readonly places: readonly PastedPlace[];
  readonly unread: readonly string[];
} {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const read = lines.map((line) => [line, placeIn(line)] as const);
  const isHeading = read.length > 0 && read[0]?.[1] === null && !/\d/.test(read[0][0]);
  const rows = isHeading ? read.slice(1) : read;
  return {
    places: rows.flatMap(([, place]) => (place === null ? [] : [place])),
    unread: rows.filter(([, place]) => place === null).map(([line]) => line),
  };
}

const DEGREES = /^[-+]?\d{1,3}(?:\.\d+)?$/;

function placeIn(line: string): PastedPlace | null {
  const cells = line.split(/[;\t]|,(?!\d{3,}(?!\.))/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  const at = cells.findIndex((cell, i) => DEGREES.test(cell) && DEGREES.test(cells[i + 1] ?? ''));
  if (at < 0) return null;
  const [lat, lng] = [Number(cells[at]), Number(cells[at + 1])];
  if (Math.abs(lat) > 90 || Math.abs(lng) > 180) return null;
  const name = cells.filter((cell, i) => i !== at && i !== at + 1 && cell !== '').join(', ');
  return { name, lat, lng };
}

/** A latitude and a longitude in degrees, as people copy them: "-36.2, -151.7". Null where the text is something else. */
export function coordinatesIn(text: string): PastedPlace | null {
  const [, lat, lng] = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,; ]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(text) ?? [];
  if (lat === undefined || lng === undefined || Math.abs(Number(lat)) > 90 || Math.abs(Number(lng)) > 180) return null;
  return { name: `${lat}, ${lng}`, lat: Number(lat), lng: Number(lng) };
}
