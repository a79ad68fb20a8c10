import type { MultiPolygonCoordinates, Territory } from '@hinterland/territory';
import {
  Dots,
  escapeXml,
  footer,
  gridPath,
  ground,
  INK,
  polygonPath,
  roads,
  svgDocument,
  UNREACHED,
  type View,
  viewAround,
} from './baseMap.ts';

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

/** From near to far: a sequential scale that stays apart in print and for color-blind readers. */
const BAND_COLORS = ['#0b5a63', '#2a9d8f', '#8ccf7e', '#f0c75e', '#ee9b52', '#d9594c', '#a8327d', '#6a2c91'];
/**
 * Draws a catchment over the road network: poles colored by the band that their own travel time falls into, the
 * isochrone of each limit as an outline, a legend with cumulative residents, a scale bar. Returns a whole SVG document;
 * the same input gives the same text.
 */
export function catchmentSvg(picture: CatchmentPicture): string {
  const { territory, title, bands, origins, attribution } = picture;
  const outer = bands.at(-1)?.polygon ?? [];
  const view = viewAround(
    outer.flatMap((polygon) => polygon[0] ?? []),
    picture.widthPixels ?? 960,
  );
  return svgDocument(view, title, [
    ground(territory, view),
    roads(territory, view),
    outlines(bands, view),
    poles(picture, view),
    origins.map((origin) => marker(view.x(origin.lng), view.y(origin.lat))).join(''),
    legend(picture),
    footer(view, attribution),
  ]);
}

function outlines(bands: readonly DrawnBand[], view: View): string {
  return bands
    .map((band, i) => ({ band, color: colorOf(i, bands.length) }))
    .reverse()
    .map(({ band, color }) =>
      gridPath(
        polygonPath(band.polygon, view),
        `fill="${color}" fill-opacity="0.16" fill-rule="evenodd" stroke="${color}"`,
        1.1,
      ),
    )
    .join('\n');
}

const colorOf = (band: number, bands: number): string =>
  BAND_COLORS[bands <= 3 ? ([0, 1, 3][band] as number) : band % BAND_COLORS.length] as string;

function poles({ territory, bands, bandOfPole }: CatchmentPicture, view: View): string {
  const { lngMicrodegrees, latMicrodegrees, rows } = territory.poles;
  const dots = [UNREACHED, ...bands.map((_, band) => colorOf(band, bands.length))].map(
    (color) => new Dots(view, color),
  );
  for (let pole = 0; pole < rows; pole++) {
    dots[bandOfPole(pole) + 1]?.add((lngMicrodegrees[pole] as number) / 1e6, (latMicrodegrees[pole] as number) / 1e6);
  }
  return dots.map((path) => path.toSvg()).join('\n');
}

const marker = (x: number, y: number): string =>
  `<circle cx="${x}" cy="${y}" r="7" fill="#fff" stroke="${INK}" stroke-width="2"/><circle cx="${x}" cy="${y}" r="2.6" fill="${INK}"/>`;

function legend(picture: CatchmentPicture): string {
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
  return [
    `<g fill="${INK}" font-size="14">`,
    `<rect x="16" y="16" width="256" height="${boxHeight}" rx="8" fill="#fff" fill-opacity="0.92"/>`,
    `<text x="28" y="38" font-size="13" font-weight="600">${escapeXml(picture.title)}</text>`,
    ...lines,
    '</g>',
  ].join('\n');
}
