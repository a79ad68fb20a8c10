import { simplifyLine } from '@hinterland/geo';
import { type MultiPolygonCoordinates, ROAD_CLASSES, type RoadClass, type Territory } from '@hinterland/territory';

const SEA = '#e3ecf0';
const LAND = '#faf8f3';
export const UNREACHED = '#c9c4b8';
export const INK = '#2d2a26';

/** Width in pixels and color of each road class; minor ones are one thin line. */
const ROAD_STYLE: readonly {
  readonly classes: readonly RoadClass[];
  readonly width: number;
  readonly color: string;
}[] = [
  {
    classes: ['service', 'track', 'pedestrian', 'footway', 'path', 'cycleway', 'steps', 'bridleway'],
    width: 0.35,
    color: '#ddd8cc',
  },
  { classes: ['unclassified', 'residential', 'living_street'], width: 0.6, color: '#d2ccbe' },
  { classes: ['tertiary', 'tertiary_link', 'secondary', 'secondary_link'], width: 1, color: '#bfb8a8' },
  { classes: ['primary', 'primary_link', 'trunk', 'trunk_link'], width: 1.6, color: '#aaa292' },
  { classes: ['motorway', 'motorway_link'], width: 2.2, color: '#958c7b' },
  { classes: ['ferry'], width: 0.8, color: '#9db4c0' },
];

/** Where places of a map lie on the drawing. */
export interface View {
  readonly width: number;
  readonly height: number;
  readonly metersPerPixel: number;
  x(lng: number): number;
  y(lat: number): number;
  contains(x: number, y: number): boolean;
}

const METERS_PER_DEGREE = 111_195;

/** The map around these places, [lng, lat], with a margin. */
export function viewAround(places: Iterable<readonly number[]>, width: number): View {
  let west = Number.POSITIVE_INFINITY;
  let south = Number.POSITIVE_INFINITY;
  let east = Number.NEGATIVE_INFINITY;
  let north = Number.NEGATIVE_INFINITY;
  for (const [lng, lat] of places as Iterable<[number, number]>) {
    west = Math.min(west, lng);
    east = Math.max(east, lng);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  const shrink = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const margin = 0.06 * Math.max((east - west) * shrink, north - south);
  west -= margin / shrink;
  east += margin / shrink;
  south -= margin;
  north += margin;
  const scale = width / ((east - west) * shrink);
  const height = Math.round((north - south) * scale);
  return {
    width,
    height,
    metersPerPixel: METERS_PER_DEGREE / scale,
    x: (lng) => round((lng - west) * shrink * scale),
    y: (lat) => round((north - lat) * scale),
    contains: (x, y) => x >= -20 && y >= -20 && x <= width + 20 && y <= height + 20,
  };
}

export const round = (value: number): number => Math.round(value * 10) / 10;

/** Lines and dots lie on half pixels: whole numbers are short, and the eye sees no difference. */
export const GRID = 2;
/** Points of a line that lie closer to it than this are left out. */
const TOLERANCE_PIXELS = 0.25;

const toGrid = (pixels: number): number => Math.round(pixels * GRID);

/** A path element for commands on the grid; the width of its stroke is in pixels. */
export function gridPath(commands: string, attributes: string, strokeWidth?: number): string {
  const stroke = strokeWidth === undefined ? '' : ` stroke-width="${round(strokeWidth * GRID)}"`;
  return `<path transform="scale(${1 / GRID})" d="${commands}" ${attributes}${stroke}/>`;
}

/** Land over sea where the territory knows its country's outline, else land everywhere. */
export function ground(territory: Territory, view: View): string {
  const { areas } = territory;
  let land = '';
  for (let row = 0; row < areas.rows; row++) {
    if (areas.level[row] === 2) land += polygonPath(territory.areaPolygon(row) ?? [], view);
  }
  const background = `<rect width="${view.width}" height="${view.height}" fill="${land === '' ? LAND : SEA}"/>`;
  return land === '' ? background : `${background}\n${gridPath(land, `fill="${LAND}" fill-rule="evenodd"`)}`;
}

/** Commands of the rings of a polygon on the grid. */
export function polygonPath(polygon: MultiPolygonCoordinates, view: View): string {
  return polygon
    .flat()
    .map((ring) => linePath(ring.map((point): Pixel => [view.x(point[0] as number), view.y(point[1] as number)])))
    .filter((path) => path !== '')
    .map((path) => `${path}z`)
    .join('');
}

type Pixel = [x: number, y: number];

/** A line as path commands on the grid, relative to its start, which are short. A line that shrinks to a point gives "". */
function linePath(points: readonly Pixel[]): string {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [first = 0, ...others] = simplifyLine(xs, ys, TOLERANCE_PIXELS);
  const start = [toGrid(xs[first] as number), toGrid(ys[first] as number)] as const;
  let [lastX, lastY] = start;
  let path = '';
  for (const i of others) {
    const dx = toGrid(xs[i] as number) - lastX;
    const dy = toGrid(ys[i] as number) - lastY;
    if (dx === 0 && dy === 0) continue;
    path += `${path === '' ? 'l' : dx < 0 ? '' : ' '}${dx}${dy < 0 ? '' : ' '}${dy}`;
    lastX += dx;
    lastY += dy;
  }
  return path === '' ? '' : `M${start.join(' ')}${path}`;
}

export function roads(territory: Territory, view: View): string {
  const { edges, nodes, shapes } = territory;
  const styleOfClass = new Map<number, number>();
  ROAD_STYLE.forEach((style, i) => {
    for (const name of style.classes) styleOfClass.set(ROAD_CLASSES.indexOf(name), i);
  });
  const paths = ROAD_STYLE.map(() => '');
  for (let edge = 0; edge < edges.rows; edge++) {
    const style = styleOfClass.get(edges.roadClass[edge] as number);
    if (style === undefined) continue;
    const points: Pixel[] = [];
    const add = (lngMicrodegrees: number, latMicrodegrees: number) =>
      points.push([view.x(lngMicrodegrees / 1e6), view.y(latMicrodegrees / 1e6)]);
    const from = edges.fromNode[edge] as number;
    const to = edges.toNode[edge] as number;
    add(nodes.lngMicrodegrees[from] as number, nodes.latMicrodegrees[from] as number);
    const end = edge + 1 < edges.rows ? (edges.shapeStart[edge + 1] as number) : shapes.rows;
    for (let i = edges.shapeStart[edge] as number; i < end; i++) {
      add(shapes.lngMicrodegrees[i] as number, shapes.latMicrodegrees[i] as number);
    }
    add(nodes.lngMicrodegrees[to] as number, nodes.latMicrodegrees[to] as number);
    if (points.some(([x, y]) => view.contains(x, y))) paths[style] += linePath(points);
  }
  return ROAD_STYLE.map((style, i) =>
    paths[i] === '' ? '' : gridPath(paths[i] as string, `stroke="${style.color}"`, style.width),
  ).join('\n');
}

/** Dots of one color as one path of zero-length strokes with round ends, line by line: a dot costs a few bytes. */
export class Dots {
  readonly #view: View;
  readonly #color: string;
  /** One per pixel: more of one color look like one. */
  readonly #dots = new Map<number, Pixel>();

  constructor(view: View, color: string) {
    this.#view = view;
    this.#color = color;
  }

  add(lng: number, lat: number): void {
    const x = this.#view.x(lng);
    const y = this.#view.y(lat);
    if (!this.#view.contains(x, y)) return;
    const pixel = Math.round(y) * 100_003 + Math.round(x);
    if (!this.#dots.has(pixel)) this.#dots.set(pixel, [toGrid(x), toGrid(y)]);
  }

  /** "" without any dot. */
  toSvg(): string {
    if (this.#dots.size === 0) return '';
    let [lastX, lastY] = [0, 0];
    let path = '';
    for (const [x, y] of [...this.#dots.values()].sort((a, b) => a[1] - b[1] || a[0] - b[0])) {
      path += `m${x - lastX}${y < lastY ? '' : ' '}${y - lastY}h0`;
      [lastX, lastY] = [x, y];
    }
    const size = Math.min(2.6, Math.max(1.2, 26 / this.#view.metersPerPixel));
    return gridPath(path, `stroke="${this.#color}"`, size);
  }
}

/** The whole document around the parts of a drawing; the same parts give the same text. */
export function svgDocument(view: View, title: string, parts: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${view.width} ${view.height}" width="${view.width}" height="${view.height}" font-family="Inter, 'Helvetica Neue', Arial, sans-serif" fill="none" stroke-linecap="round" stroke-linejoin="round">`,
    `<title>${escapeXml(title)}</title>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}

/** Scale bar and attribution, at the foot of a map. */
export function footer(view: View, attribution: string): string {
  const bar = scaleBar(view);
  return [
    `<g transform="translate(${view.width - bar.pixels - 20} ${view.height - 16})" fill="${INK}" font-size="11">`,
    `<path d="M0 -4v4h${bar.pixels}v-4" stroke="${INK}" stroke-width="1.2"/>`,
    `<text x="${round(bar.pixels / 2)}" y="-6" text-anchor="middle">${bar.label}</text></g>`,
    `<text x="16" y="${view.height - 10}" font-size="10" fill="${INK}" fill-opacity="0.65">${escapeXml(attribution)}</text>`,
  ].join('\n');
}

function scaleBar(view: View): { pixels: number; label: string } {
  const lengths = [50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000];
  const meters = lengths.filter((length) => length / view.metersPerPixel <= 160).at(-1) ?? 50;
  return {
    pixels: round(meters / view.metersPerPixel),
    label: meters >= 1000 ? `${meters / 1000} km` : `${meters} m`,
  };
}

export const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] as string);
