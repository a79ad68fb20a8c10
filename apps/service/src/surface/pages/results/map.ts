import { type Html, html } from '../html.ts';

type Position = readonly [lng: number, lat: number];

interface Place {
  readonly at: Position;
  readonly label: string;
  /** The list that contains it, such as "stores". */
  readonly kind: string;
}

interface Shape {
  readonly rings: readonly (readonly Position[])[];
  readonly kind: string;
}

/** Small, so that letters can be read on a telephone. */
const WIDTH = 480;
const HEIGHT_MAX = 400;
const HEIGHT_MIN = 160;
const MARGIN = 40;
const POSITIONS_MAX = 50_000;
const METERS_PER_DEGREE = 111_195;
/** Classes of the style sheet that kinds take in turn. */
const COLORS = 4;

/**
 * The places and shapes of a result, or of what was asked, as a figure in HTML, drawn to scale; null where there is no
 * shape and less than two places. North is up; degrees of longitude are as long as they are in the middle.
 */
export function mapOf(results: unknown, input: unknown): Html | null {
  const found = [results, input].map((one) => ({ places: placesIn(one), shapes: shapesIn(one) }));
  const { places, shapes } = { places: found.flatMap((one) => one.places), shapes: found.flatMap((one) => one.shapes) };
  const all = [...places.map(({ at }) => at), ...shapes.flatMap(({ rings }) => rings.flat())];
  if (all.length > POSITIONS_MAX || (shapes.length === 0 && unique(places).length < 2)) return null;
  const { project, height, metersPerPixel } = projection(all);
  const kinds = [...new Set([...shapes, ...places].map(({ kind }) => kind))];
  const color = (kind: string) => `c${kinds.indexOf(kind) % COLORS}`;
  const path = (ring: readonly Position[]) => `M${ring.map((at) => project(at).join(' ')).join('L')}Z`;
  const outlines = shapes.map(
    ({ rings, kind }) => html`<path class="${color(kind)}" fill-rule="evenodd" d="${rings.map(path).join('')}"/>`,
  );
  const spots = unique(places).map((place) => ({ ...place, spot: project(place.at) }));
  const labels = spacedLabels(spots);
  const dots = spots.map(({ spot: [x, y], kind }) => html`<circle class="${color(kind)}" cx="${x}" cy="${y}" r="6"/>`);
  const meters = niceBelow(metersPerPixel * 120);
  const scale = html`<path class="scale" d="M${MARGIN / 2} ${height - 12}h${Math.round(meters / metersPerPixel)}"/><text class="small" x="${MARGIN / 2}" y="${height - 20}">${meters >= 1000 ? `${meters / 1000} km` : `${meters} m`}</text>`;
  const key = kinds.map((kind) => html`<span class="${color(kind)}">${readable(kind)}</span> `);
  return html`<figure class="map"><svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Map of the analysis, north up">${outlines}${dots}${labels}${scale}</svg><figcaption>${key}</figcaption></figure>`;
}

const LETTER_PIXELS = 8.5;

/** Labels beside their dots, right or left, above or below; left out where all of these are taken. */
function spacedLabels(places: readonly { readonly spot: readonly [number, number]; readonly label: string }[]): Html[] {
  const taken = places.map(({ spot: [x, y] }) => ({ left: x - 7, right: x + 7, top: y - 7, bottom: y + 7 }));
  return places.flatMap(({ spot: [x, y], label }) => {
    const width = label.length * LETTER_PIXELS;
    const tries = [
      { left: x + 10, top: y - 8 },
      { left: x - 10 - width, top: y - 8 },
      { left: x - width / 2, top: y - 26 },
      { left: x - width / 2, top: y + 10 },
    ].map(({ left, top }) => ({ left, top, right: left + width, bottom: top + 16 }));
    const free = tries.find(
      (box) =>
        box.left > 0 &&
        box.right < WIDTH &&
        taken.every((o) => box.right < o.left || box.left > o.right || box.bottom < o.top || box.top > o.bottom),
    );
    if (free === undefined || label === '') return [];
    taken.push(free);
    return [html`<text x="${round(free.left)}" y="${round(free.top + 13)}">${label}</text>`];
  });
}

/** "ownPoints" reads "own points". */
const readable = (kind: string): string =>
  kind.replace(/([a-z])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`).replace(/_/g, ' ');

/** Members of lists at the top that have a place, also where it is the road that they were fastened to. */
function placesIn(value: unknown): Place[] {
  return entriesOf(value).flatMap(([kind, list]) => {
    const items = Array.isArray(list) ? list : kind === 'point' ? [list] : [];
    return items.flatMap((item) => {
      const at = placeOf(item) ?? placeOf(item?.snapped);
      return at === null ? [] : [{ at, kind, label: String(item.name ?? item.id ?? '') }];
    });
  });
}

function placeOf(value: unknown): Position | null {
  const { lat, lng } = (value ?? {}) as { lat?: unknown; lng?: unknown };
  return typeof lat === 'number' && typeof lng === 'number' ? [lng, lat] : null;
}

/** GeoJSON at the top: features, and polygons that were asked for. */
function shapesIn(value: unknown): Shape[] {
  return entriesOf(value).flatMap(([name, one]): Shape[] => {
    if (isObject(one) && Array.isArray(one.features))
      return one.features.flatMap(({ properties, geometry }) =>
        ringsOf(geometry, String(properties?.part ?? properties?.id ?? 'reach')),
      );
    return ringsOf(one, name);
  });
}

function ringsOf(geometry: unknown, kind: string): Shape[] {
  if (!isObject(geometry)) return [];
  if (geometry.type === 'Polygon') return [{ kind, rings: geometry.coordinates as Position[][] }];
  if (geometry.type === 'MultiPolygon')
    return (geometry.coordinates as Position[][][]).map((rings) => ({ kind, rings }));
  return [];
}

// biome-ignore lint/suspicious/noExplicitAny: results of any action, looked at member by member
const isObject = (value: unknown): value is Record<string, any> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

// biome-ignore lint/suspicious/noExplicitAny: results of any action, looked at member by member
const entriesOf = (value: unknown): [string, any][] => (isObject(value) ? Object.entries(value) : []);

/** One of several places at one spot, such as the place asked for and the one found. */
function unique(places: readonly Place[]): Place[] {
  const spots = new Map<string, Place>();
  for (const place of places) {
    const spot = place.at.map((degrees) => degrees.toFixed(4)).join();
    if (!spots.has(spot)) spots.set(spot, place);
  }
  return [...spots.values()];
}

function projection(all: readonly Position[]) {
  const bounds = { west: Infinity, east: -Infinity, south: Infinity, north: -Infinity };
  for (const [lng, lat] of all) {
    bounds.west = Math.min(bounds.west, lng);
    bounds.east = Math.max(bounds.east, lng);
    bounds.south = Math.min(bounds.south, lat);
    bounds.north = Math.max(bounds.north, lat);
  }
  const middle = { lng: (bounds.west + bounds.east) / 2, lat: (bounds.south + bounds.north) / 2 };
  const metersPerLng = METERS_PER_DEGREE * Math.cos((middle.lat * Math.PI) / 180);
  // A single place is shown with a kilometre around it.
  const width = Math.max(1000, (bounds.east - bounds.west) * metersPerLng);
  const heightMeters = Math.max(1000, (bounds.north - bounds.south) * METERS_PER_DEGREE);
  const metersPerPixel = Math.max(width / (WIDTH - 2 * MARGIN), heightMeters / (HEIGHT_MAX - 2 * MARGIN));
  const height = Math.max(HEIGHT_MIN, Math.round(heightMeters / metersPerPixel + 2 * MARGIN));
  const project = ([lng, lat]: Position): [number, number] => [
    round(WIDTH / 2 + ((lng - middle.lng) * metersPerLng) / metersPerPixel),
    round(height / 2 - ((lat - middle.lat) * METERS_PER_DEGREE) / metersPerPixel),
  ];
  return { project, height, metersPerPixel };
}

const round = (pixels: number): number => Math.round(pixels * 10) / 10;

/** The largest of 1, 2, 5 times a power of ten that is not larger. */
function niceBelow(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return [5, 2, 1].map((step) => step * power).find((step) => step <= value) as number;
}
