import { type MultiPolygonCoordinates, ROAD_CLASSES, type RoadClass, type Territory } from '@hinterland/territory';

const SEA = '#e3ecf0';
const LAND = '#faf8f3';
export const UNREACHED = '#c9c4b8';
export const INK = '#2d2a26';

/** Width in pixels and colour of each road class; minor ones are one thin line. */
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

/** Land over sea where the territory knows its country's outline, else land everywhere. */
export function ground(territory: Territory, view: View): string {
  const { areas } = territory;
  let land = '';
  for (let row = 0; row < areas.rows; row++) {
    if (areas.level[row] === 2) land += polygonPath(territory.areaPolygon(row) ?? [], view);
  }
  const background = `<rect width="${view.width}" height="${view.height}" fill="${land === '' ? LAND : SEA}"/>`;
  return land === '' ? background : `${background}\n<path d="${land}" fill="${LAND}" fill-rule="evenodd"/>`;
}

export function polygonPath(polygon: MultiPolygonCoordinates, view: View): string {
  return polygon
    .flat()
    .map((ring) => linePath(ring.map((point): Pixel => [view.x(point[0] as number), view.y(point[1] as number)])))
    .filter((path) => path !== '')
    .map((path) => `${path}z`)
    .join('');
}

type Pixel = [x: number, y: number];

/**
 * A line as path commands relative to its start, which are short. Inner points closer than a pixel to the one before are
 * left out: they cannot be seen. A line that shrinks to a point gives "".
 */
function linePath(points: readonly Pixel[]): string {
  let [lastX, lastY] = points[0] as Pixel;
  let path = '';
  points.forEach(([x, y], i) => {
    const isEnd = i === points.length - 1;
    if (i === 0 || (!isEnd && Math.hypot(x - lastX, y - lastY) < 1)) return;
    const dx = round(x - lastX);
    const dy = round(y - lastY);
    if (dx === 0 && dy === 0) return;
    path += `${path === '' ? 'l' : dx < 0 ? '' : ' '}${dx}${dy < 0 ? '' : ' '}${dy}`;
    lastX = x;
    lastY = y;
  });
  return path === '' ? '' : `M${points[0]?.join(' ')}${path}`;
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
    paths[i] === '' ? '' : `<path d="${paths[i]}" stroke="${style.color}" stroke-width="${style.width}"/>`,
  ).join('\n');
}

/** Dots of one colour as one path of zero-length strokes with round ends: a dot costs a few bytes. */
export class Dots {
  readonly #view: View;
  readonly #color: string;
  readonly #seen = new Set<number>();
  #path = '';
  #x = 0;
  #y = 0;

  constructor(view: View, color: string) {
    this.#view = view;
    this.#color = color;
  }

  add(lng: number, lat: number): void {
    const x = this.#view.x(lng);
    const y = this.#view.y(lat);
    if (!this.#view.contains(x, y)) return;
    // Two dots of one colour on the same pixel look like one.
    const pixel = Math.round(x) * 100_003 + Math.round(y);
    if (this.#seen.has(pixel)) return;
    this.#seen.add(pixel);
    const dy = round(y - this.#y);
    this.#path += `m${round(x - this.#x)}${dy < 0 ? '' : ' '}${dy}h0`;
    this.#x = x;
    this.#y = y;
  }

  /** "" without any dot. */
  toSvg(): string {
    if (this.#path === '') return '';
    const size = Math.min(2.6, Math.max(1.2, 26 / this.#view.metersPerPixel));
    return `<path d="${this.#path}" stroke="${this.#color}" stroke-width="${round(size)}"/>`;
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
