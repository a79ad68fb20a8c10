import type { MultiPolygon, Polygon } from 'geojson';
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl';
import { type Colors, DAY, NIGHT } from './colors.ts';
import { land, water } from './ground.ts';
import { labels } from './labels.ts';
import { roads } from './roads.ts';
import { BOX, byZoom, isOneOf, line, SEA, SOURCE } from './source.ts';

/** What a style needs of the description of a territory's tiles (`GET /tiles/{territory}`). */
export interface MapDescription {
  readonly tiles: readonly string[];
  readonly bounds: readonly number[];
  /** Where the sea goes on beyond the bounds. */
  readonly sea: MultiPolygon;
  readonly minzoom: number;
  readonly maxzoom: number;
  readonly attribution: string;
  /** Where the ground behind data comes from. */
  readonly background: 'bundle' | 'basemap' | 'none';
}

/**
 * The map behind data, by day or by night. `origin` is that of the page, which the addresses of tiles are relative to.
 * Labels come from the fonts of the page: the style names no address but that of the tiles.
 */
export function mapStyle(description: MapDescription, theme: 'day' | 'night', origin: string): StyleSpecification {
  const colors = theme === 'day' ? DAY : NIGHT;
  const { tiles, bounds, sea, minzoom, maxzoom, attribution, background } = description;
  return {
    version: 8,
    name: `Hinterland, ${theme}`,
    sources: {
      [BOX]: { type: 'geojson', data: boxOf(bounds as [number, number, number, number]), maxzoom: BOX_ZOOM },
      [SEA]: { type: 'geojson', data: sea, maxzoom: BOX_ZOOM },
      [SOURCE]: {
        type: 'vector',
        tiles: tiles
          .map((tile) => new URL(tile.replaceAll('{', '%7B').replaceAll('}', '%7D'), origin).href)
          .map(decodeURI),
        bounds: bounds as [number, number, number, number],
        minzoom,
        maxzoom,
        attribution,
      },
    },
    layers: [
      ...land(colors),
      ...borders(colors),
      ...water(colors),
      ...roads(colors),
      ...labels(colors, background !== 'none'),
    ],
  };
}

/** One tile of this zoom covers the view of a town, and is drawn once instead of nine times; a point of its grid is 20 m. */
const BOX_ZOOM = 8;

const boxOf = ([west, south, east, north]: readonly [number, number, number, number]): Polygon => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
});

/** Borders of countries, states and counties, thinner the lower they stand. */
const borders = (colors: Colors): LayerSpecification[] => [
  line('border-county', 'area', {
    minzoom: 8,
    filter: isOneOf('kind', ['county', 'municipality']),
    paint: {
      'line-color': colors.border,
      'line-width': byZoom(8, 0.4, 14, 1),
      'line-dasharray': [3, 3],
      'line-opacity': 0.5,
    },
  }),
  line('border-state', 'area', {
    filter: isOneOf('kind', ['country', 'region']),
    paint: { 'line-color': colors.border, 'line-width': byZoom(4, 0.5, 12, 1.4), 'line-opacity': 0.6 },
  }),
];
