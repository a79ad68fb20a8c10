import { type MultiPolygonCoordinates, ROAD_CLASSES, type RoadClass, type Territory } from '@hinterland/territory';

export interface DrawnBand {
  /** As the legend says it: "5 min". */
  readonly label: string;
  /** Residents within the band's limit, all inner bands included. */
  readonly cumulativeResidents: number;
  readonly polygon: MultiPolygonCoordinates;
}

export interface CatchmentPicture {
  readonly territory: Territory;
  readonly title: string;
  readonly bands: readonly DrawnBand[];
  readonly origins: readonly { readonly lat: number; readonly lng: number }[];
  /** Band of each pole with residents, -1 for those not reached. */
  bandOfPole(pole: number): number;
  readonly attribution: string;
  readonly widthPixels?: number;
}

/** From near to far: a sequential scale that stays apart in print and for colour-blind readers. */
const BAND_COLORS = ['#0b5a63', '#2a9d8f', '#8ccf7e', '#f0c75e', '#ee9b52', '#d9594c', '#a8327d', '#6a2c91'];
const SEA = '#e3ecf0';
const LAND = '#faf8f3';
const UNREACHED = '#c9c4b8';
const INK = '#2d2a26';

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

/**
 * Draws a catchment over the road network: poles coloured by the band that their own travel time falls into, the
 * isochrone of each limit as an outline, a legend with cumulative residents, a scale bar. Returns a whole SVG document;
 * the same input gives the same text.
 */
export function catchmentSvg(picture: CatchmentPicture): string {
  const view = viewOf(picture);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${view.width} ${view.height}" width="${view.width}" height="${view.height}" font-family="Inter, 'Helvetica Neue', Arial, sans-serif" fill="none" stroke-linecap="round" stroke-linejoin="round">`,
    `<title>${escapeXml(picture.title)}</title>`,
    ground(picture.territory, view),
    roads(picture.territory, view),
    outlines(picture.bands, view),
    poles(picture, view),
    picture.origins.map((origin) => marker(view.x(origin.lng), view.y(origin.lat))).join(''),
    legend(picture, view),
    '</svg>',
    '',
  ].join('\n');
}

interface View {
  readonly width: number;
  readonly height: number;
  readonly metersPerPixel: number;
  x(lng: number): number;
  y(lat: number): number;
  contains(x: number, y: number): boolean;
}

const METERS_PER_DEGREE = 111_195;

function viewOf(picture: CatchmentPicture): View {
  let west = Number.POSITIVE_INFINITY;
  let south = Number.POSITIVE_INFINITY;
  let east = Number.NEGATIVE_INFINITY;
  let north = Number.NEGATIVE_INFINITY;
  const outer = picture.bands.at(-1)?.polygon ?? [];
  for (const polygon of outer) {
    for (const [lng, lat] of polygon[0] as [number, number][]) {
      west = Math.min(west, lng);
      east = Math.max(east, lng);
      south = Math.min(south, lat);
      north = Math.max(north, lat);
    }
  }
  const shrink = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const margin = 0.06 * Math.max((east - west) * shrink, north - south);
  west -= margin / shrink;
  east += margin / shrink;
  south -= margin;
  north += margin;
  const width = picture.widthPixels ?? 960;
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

const round = (value: number): number => Math.round(value * 10) / 10;

/** Land over sea where the territory knows its country's outline, else land everywhere. */
function ground(territory: Territory, view: View): string {
  const { areas } = territory;
  let land = '';
  for (let row = 0; row < areas.rows; row++) {
    if (areas.level[row] === 2) land += polygonPath(territory.areaPolygon(row) ?? [], view);
  }
  const background = `<rect width="${view.width}" height="${view.height}" fill="${land === '' ? LAND : SEA}"/>`;
  return land === '' ? background : `${background}\n<path d="${land}" fill="${LAND}" fill-rule="evenodd"/>`;
}

function polygonPath(polygon: MultiPolygonCoordinates, view: View): string {
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

function roads(territory: Territory, view: View): string {
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

function outlines(bands: readonly DrawnBand[], view: View): string {
  return bands
    .map((band, i) => ({ band, color: colorOf(i, bands.length) }))
    .reverse()
    .map(
      ({ band, color }) =>
        `<path d="${polygonPath(band.polygon, view)}" fill="${color}" fill-opacity="0.16" fill-rule="evenodd" stroke="${color}" stroke-width="1.1"/>`,
    )
    .join('\n');
}

const colorOf = (band: number, bands: number): string =>
  BAND_COLORS[bands <= 3 ? ([0, 1, 3][band] as number) : band % BAND_COLORS.length] as string;

/** All poles of a band are one path of zero-length strokes with round ends: a dot costs a few bytes. */
function poles(picture: CatchmentPicture, view: View): string {
  const { poles: table } = picture.territory;
  const slots = Array.from({ length: picture.bands.length + 1 }, () => ({
    path: '',
    x: 0,
    y: 0,
    seen: new Set<number>(),
  }));
  for (let pole = 0; pole < table.rows; pole++) {
    const x = view.x((table.lngMicrodegrees[pole] as number) / 1e6);
    const y = view.y((table.latMicrodegrees[pole] as number) / 1e6);
    if (!view.contains(x, y)) continue;
    const slot = slots[picture.bandOfPole(pole) + 1] as (typeof slots)[number];
    // Two dots of one colour on the same pixel look like one.
    const pixel = Math.round(x) * 100_003 + Math.round(y);
    if (slot.seen.has(pixel)) continue;
    slot.seen.add(pixel);
    const dy = round(y - slot.y);
    slot.path += `m${round(x - slot.x)}${dy < 0 ? '' : ' '}${dy}h0`;
    slot.x = x;
    slot.y = y;
  }
  const size = Math.min(2.6, Math.max(1.2, 26 / view.metersPerPixel));
  return slots
    .map(({ path }, slot) => {
      if (path === '') return '';
      const color = slot === 0 ? UNREACHED : colorOf(slot - 1, picture.bands.length);
      return `<path d="${path}" stroke="${color}" stroke-width="${round(size)}"/>`;
    })
    .join('\n');
}

const marker = (x: number, y: number): string =>
  `<circle cx="${x}" cy="${y}" r="7" fill="#fff" stroke="${INK}" stroke-width="2"/><circle cx="${x}" cy="${y}" r="2.6" fill="${INK}"/>`;

function legend(picture: CatchmentPicture, view: View): string {
  const rows = picture.bands.length;
  const boxHeight = 42 + rows * 22;
  const lines = picture.bands.map((band, i) => {
    const y = 62 + i * 22;
    return [
      `<circle cx="34" cy="${y - 4}" r="6" fill="${colorOf(i, rows)}"/>`,
      `<text x="50" y="${y}">${escapeXml(band.label)}</text>`,
      `<text x="256" y="${y}" text-anchor="end" font-weight="600">${Math.round(band.cumulativeResidents).toLocaleString('en-US')}</text>`,
    ].join('');
  });
  const bar = scaleBar(view);
  return [
    `<g fill="${INK}" font-size="14">`,
    `<rect x="16" y="16" width="256" height="${boxHeight}" rx="8" fill="#fff" fill-opacity="0.92"/>`,
    `<text x="28" y="38" font-size="13" font-weight="600">${escapeXml(picture.title)}</text>`,
    ...lines,
    '</g>',
    `<g transform="translate(${view.width - bar.pixels - 20} ${view.height - 16})" fill="${INK}" font-size="11">`,
    `<path d="M0 -4v4h${bar.pixels}v-4" stroke="${INK}" stroke-width="1.2"/>`,
    `<text x="${round(bar.pixels / 2)}" y="-6" text-anchor="middle">${bar.label}</text></g>`,
    `<text x="16" y="${view.height - 10}" font-size="10" fill="${INK}" fill-opacity="0.65">${escapeXml(picture.attribution)}</text>`,
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

const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] as string);
