import type { MultiPolygonCoordinates, Territory } from '@hinterland/territory';
import {
  Dots,
  escapeXml,
  footer,
  GRID,
  gridPath,
  ground,
  INK,
  polygonPath,
  roads,
  round,
  svgDocument,
  type View,
  viewAround,
} from './baseMap.ts';

export interface DrawnPlace {
  readonly lat: number;
  readonly lng: number;
  readonly label: string;
  /** What the plans say of it: stays, closes, opens, or a candidate that does not open. */
  readonly role: 'store' | 'closes' | 'opens' | 'candidate';
  /** Beside the label: "closes 1st". */
  readonly note: string;
}

export interface DrawnWhiteSpot {
  readonly name: string;
  readonly people: number;
  readonly polygon: MultiPolygonCoordinates;
  /** Places of its people who are not reached. */
  readonly lat: number;
  readonly lng: number;
}

export interface CoveragePicture {
  readonly territory: Territory;
  readonly title: string;
  readonly covered: MultiPolygonCoordinates;
  readonly shared: MultiPolygonCoordinates;
  /** Most people first. */
  readonly whiteSpots: readonly DrawnWhiteSpot[];
  readonly places: readonly DrawnPlace[];
  /** Stores that a pole reaches; null for a pole without residents. */
  storesOfPole(pole: number): number | null;
  readonly figures: { readonly one: number; readonly twoOrMore: number; readonly unreached: number };
  readonly attribution: string;
  readonly widthPixels: number;
}

/** Blue and orange of M. Okabe and K. Ito stay apart for all kinds of color vision, and in print. */
const ONE = '#0072b2';
const SHARED = '#e08a00';
const NOBODY = '#8d8577';
const OPENS = '#007a5a';
const CLOSES = '#a8324a';
/** White spots with a name; the others are shown by their hatching. */
const NAMED_WHITE_SPOTS = 6;

/**
 * Draws a network over the road network: the ground that one store covers and that several share, poles coloured by their
 * own number of stores, white spots hatched and named with the people whom nobody reaches, stores and candidates with what
 * the plans say of them. Returns a whole SVG document; the same input gives the same text.
 */
export function coverageSvg(picture: CoveragePicture): string {
  const { territory, title, covered, places, attribution, widthPixels } = picture;
  const corners = [
    ...covered.flatMap((polygon) => polygon[0] ?? []),
    ...places.map(({ lng, lat }) => [lng, lat]),
    ...picture.whiteSpots.slice(0, NAMED_WHITE_SPOTS).map(({ lng, lat }) => [lng, lat]),
  ];
  const view = viewAround(corners, widthPixels);
  const labels = new Labels(view);
  const box = legendBox(picture, view);
  labels.keepFree(box.x - 8, box.y - 8, box.x + LEGEND.width + 8, box.y + box.height + 8);
  return svgDocument(view, title, [
    hatching(),
    ground(territory, view),
    white(picture, view),
    area(covered, ONE, 0.15, view),
    area(picture.shared, SHARED, 0.28, view),
    roads(territory, view),
    poles(picture, view),
    ...places.map((place) => marker(place, view, labels)),
    ...places.map((place) => placeLabel(place, view, labels)),
    ...picture.whiteSpots.slice(0, NAMED_WHITE_SPOTS).map((spot) => whiteSpotLabel(spot, view, labels)),
    legend(picture, box),
    footer(view, attribution),
  ]);
}

const hatching = () =>
  `<defs><pattern id="white" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0v7" stroke="${INK}" stroke-opacity="0.22" stroke-width="1.4"/></pattern><pattern id="white-on-grid" href="#white" patternTransform="rotate(45) scale(${GRID})"/></defs>`;

function white({ whiteSpots }: CoveragePicture, view: View): string {
  return whiteSpots
    .map(({ polygon }) =>
      gridPath(
        polygonPath(polygon, view),
        `fill="url(#white-on-grid)" fill-rule="evenodd" stroke="${INK}" stroke-opacity="0.35"`,
        0.8,
      ),
    )
    .join('\n');
}

/** Covers the hatching with land, then with the color. */
function area(polygon: MultiPolygonCoordinates, color: string, opacity: number, view: View): string {
  const path = polygonPath(polygon, view);
  const land = color === ONE ? gridPath(path, 'fill="#faf8f3" fill-rule="evenodd"') : '';
  const tint = `fill="${color}" fill-opacity="${opacity}" fill-rule="evenodd" stroke="${color}"`;
  return land + gridPath(path, tint, 1.2);
}

function poles({ territory, storesOfPole }: CoveragePicture, view: View): string {
  const { lngMicrodegrees, latMicrodegrees, rows } = territory.poles;
  const [none, one, more] = [new Dots(view, NOBODY), new Dots(view, ONE), new Dots(view, SHARED)];
  for (let pole = 0; pole < rows; pole++) {
    const stores = storesOfPole(pole);
    if (stores === null) continue;
    const dots = stores === 0 ? none : stores === 1 ? one : more;
    dots.add((lngMicrodegrees[pole] as number) / 1e6, (latMicrodegrees[pole] as number) / 1e6);
  }
  return [none, one, more].map((dots) => dots.toSvg()).join('\n');
}

/** Shapes differ as well as colors: circles are stores, crossed out where they close; diamonds are candidates. */
function shape(role: DrawnPlace['role'], x: number, y: number): string {
  const halo = `stroke="#fff" stroke-width="5"`;
  if (role === 'store' || role === 'closes') {
    const color = role === 'store' ? INK : CLOSES;
    const cross =
      role === 'closes'
        ? `<path d="M${round(x - 4)} ${round(y - 4)}l8 8m0 -8l-8 8" stroke="${CLOSES}" stroke-width="2.2"/>`
        : `<circle cx="${x}" cy="${y}" r="3" fill="${INK}"/>`;
    return `<circle cx="${x}" cy="${y}" r="8" ${halo}/><circle cx="${x}" cy="${y}" r="8" fill="#fff" stroke="${color}" stroke-width="2.2"/>${cross}`;
  }
  const diamond = `M${x} ${round(y - 10)}l10 10l-10 10l-10 -10z`;
  return role === 'opens'
    ? `<path d="${diamond}" ${halo}/><path d="${diamond}" fill="${OPENS}" stroke="#fff" stroke-width="1.2"/><path d="M${round(x - 4.5)} ${y}h9m-4.5 -4.5v9" stroke="#fff" stroke-width="2"/>`
    : `<path d="${diamond}" ${halo}/><path d="${diamond}" fill="#fff" stroke="${INK}" stroke-opacity="0.7" stroke-width="1.6"/>`;
}

function marker({ lat, lng, role }: DrawnPlace, view: View, labels: Labels): string {
  const [x, y] = [view.x(lng), view.y(lat)];
  labels.keepFree(x - 12, y - 12, x + 12, y + 12);
  return shape(role, x, y);
}

function placeLabel({ lat, lng, label, note, role }: DrawnPlace, view: View, labels: Labels): string {
  const color = role === 'closes' ? CLOSES : role === 'opens' ? OPENS : INK;
  return labels.place(view.x(lng), view.y(lat), 13, [
    { text: label, weight: 600, color },
    ...(note === '' ? [] : [{ text: note, weight: 400, color }]),
  ]);
}

function whiteSpotLabel({ name, people, lat, lng }: DrawnWhiteSpot, view: View, labels: Labels): string {
  return labels.place(view.x(lng), view.y(lat), 12, [
    { text: name, weight: 500, color: INK },
    { text: `${whole(people)} without a store`, weight: 400, color: INK },
  ]);
}

const whole = (people: number): string => Math.round(people).toLocaleString('en-US');

interface Line {
  readonly text: string;
  readonly weight: number;
  readonly color: string;
}

/** Places labels next to their places so that none covers another; labels without room are left out. */
class Labels {
  readonly #view: View;
  readonly #taken: [west: number, north: number, east: number, south: number][] = [];

  constructor(view: View) {
    this.#view = view;
  }

  keepFree(west: number, north: number, east: number, south: number): void {
    this.#taken.push([west, north, east, south]);
  }

  place(x: number, y: number, size: number, lines: readonly Line[]): string {
    // Letters are about 0.56 of their height wide.
    const width = 0.56 * size * Math.max(...lines.map(({ text }) => text.length));
    const height = 1.2 * size * lines.length;
    const choices: [west: number, north: number][] = [
      [x + 15, y - height / 2],
      [x - 15 - width, y - height / 2],
      [x - width / 2, y + 14],
      [x - width / 2, y - 14 - height],
      [x + 10, y + 10],
      [x - 10 - width, y - 10 - height],
    ];
    const found = choices.find(([west, north]) => this.#isFree(west, north, west + width, north + height));
    if (found === undefined) return '';
    const [west, north] = found;
    this.keepFree(west, north, west + width, north + height);
    return lines
      .map(
        ({ text, weight, color }, i) =>
          `<text x="${round(west)}" y="${round(north + size * (0.95 + 1.2 * i))}" font-size="${size}" font-weight="${weight}" fill="${color}" stroke="#fff" stroke-width="4" paint-order="stroke">${escapeXml(text)}</text>`,
      )
      .join('');
  }

  #isFree(west: number, north: number, east: number, south: number): boolean {
    const { width, height } = this.#view;
    if (west < 4 || north < 4 || east > width - 4 || south > height - 22) return false;
    return this.#taken.every(([w, n, e, s]) => east < w || west > e || south < n || north > s);
  }
}

const LEGEND = { margin: 16, width: 300, row: 24 } as const;

function legendRows({ figures, places, whiteSpots }: CoveragePicture) {
  const has = (role: DrawnPlace['role']) => places.some((place) => place.role === role);
  const swatch = (color: string, opacity: number) => (x: number, y: number) =>
    `<rect x="${x - 9}" y="${y - 7}" width="18" height="14" rx="3" fill="${color}" fill-opacity="${opacity}" stroke="${color}" stroke-width="1.2"/>`;
  const symbol = (role: DrawnPlace['role']) => (x: number, y: number) =>
    `<g transform="translate(${x} ${y}) scale(0.8)">${shape(role, 0, 0)}</g>`;
  return [
    { draw: swatch(ONE, 0.35), text: 'reach one store', figure: figures.one },
    { draw: swatch(SHARED, 0.5), text: 'reach two or more', figure: figures.twoOrMore },
    ...(whiteSpots.length > 0
      ? [
          {
            draw: (x: number, y: number) =>
              `<rect x="${x - 9}" y="${y - 7}" width="18" height="14" fill="url(#white)" stroke="${INK}" stroke-opacity="0.5" stroke-width="0.8"/>`,
            text: 'white spots: reach none',
            figure: figures.unreached,
          },
        ]
      : []),
    { draw: symbol('store'), text: 'store', figure: null },
    ...(has('closes') ? [{ draw: symbol('closes'), text: 'store that can close', figure: null }] : []),
    ...(has('opens') ? [{ draw: symbol('opens'), text: 'candidate that opens', figure: null }] : []),
    ...(has('candidate') ? [{ draw: symbol('candidate'), text: 'other candidate', figure: null }] : []),
  ];
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

/** The corner in which the legend hides fewest places; the first of those. */
function legendBox(picture: CoveragePicture, view: View): Box {
  const height = 40 + LEGEND.row * legendRows(picture).length;
  const right = view.width - LEGEND.width - LEGEND.margin;
  // The scale bar and the attribution stand at the foot.
  const low = view.height - height - 40;
  const corners: [x: number, y: number][] = [
    [LEGEND.margin, LEGEND.margin],
    [right, LEGEND.margin],
    [LEGEND.margin, low],
    [right, low],
  ];
  const hidden = ([x, y]: [number, number]) =>
    [...picture.places, ...picture.whiteSpots.slice(0, NAMED_WHITE_SPOTS)].filter((place) => {
      const [px, py] = [view.x(place.lng), view.y(place.lat)];
      return px > x - 40 && px < x + LEGEND.width + 40 && py > y - 20 && py < y + height + 20;
    }).length;
  const counts = corners.map(hidden);
  const [x, y] = corners[counts.indexOf(Math.min(...counts))] as [number, number];
  return { x, y, height };
}

function legend(picture: CoveragePicture, { x: left, y: top, height }: Box): string {
  const lines = legendRows(picture).map(({ draw, text, figure }, i) => {
    const y = top + 46 + LEGEND.row * i;
    const number =
      figure === null
        ? ''
        : `<text x="${left + LEGEND.width - 14}" y="${y + 5}" text-anchor="end" font-weight="600">${whole(figure)}</text>`;
    return `${draw(left + 20, y)}<text x="${left + 40}" y="${y + 5}" fill="${INK}">${text}</text>${number}`;
  });
  return [
    `<g font-size="14" fill="${INK}">`,
    `<rect x="${left}" y="${top}" width="${LEGEND.width}" height="${height}" rx="8" fill="#fff" fill-opacity="0.94"/>`,
    `<text x="${left + 12}" y="${top + 22}" font-size="13" font-weight="600">${escapeXml(picture.title)}</text>`,
    ...lines.map((line) => `<g fill="${INK}">${line}</g>`),
    '</g>',
  ].join('\n');
}
