import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { Colors } from './colors.ts';
import { BOX, byZoom, fill, isOneOf, line, SEA } from './source.ts';

/** Land and green, from the lowest up. */
export const land = (colors: Colors): LayerSpecification[] => [
  { id: 'beyond', type: 'background', paint: { 'background-color': colors.beyond } },
  { id: 'sea', type: 'fill', source: SEA, paint: { 'fill-color': colors.water, 'fill-antialias': false } },
  { id: 'land', type: 'fill', source: BOX, paint: { 'fill-color': colors.land, 'fill-antialias': false } },
  // One layer for all: each layer takes its time in each frame.
  fill('land-use', 'landuse', {
    filter: isOneOf(
      'kind',
      LAND.flatMap(([kinds]) => kinds),
    ),
    layout: { 'fill-sort-key': byKind((_, order) => order) },
    paint: { 'fill-color': byKind((color) => colors[color]), 'fill-antialias': false },
  }),
];

/** Water, piers and buildings, from the lowest up; water hides the borders that run along coasts. */
export const water = (colors: Colors): LayerSpecification[] => [
  fill('water', 'water', {
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': colors.water },
  }),
  line('stream', 'water', {
    minzoom: 13,
    filter: ['all', ['==', ['geometry-type'], 'LineString'], isOneOf('kind', ['stream', 'canal'])],
    paint: { 'line-color': colors.water, 'line-width': byZoom(13, 0.6, 18, 4) },
  }),
  line('river', 'water', {
    filter: ['all', ['==', ['geometry-type'], 'LineString'], ['==', ['get', 'kind'], 'river']],
    paint: { 'line-color': colors.water, 'line-width': byZoom(8, 0.7, 14, 2.5, 18, 8) },
  }),
  // Piers stand in the water.
  fill('pier', 'landuse', { filter: isOneOf('kind', ['pier']), paint: { 'fill-color': colors.land } }),
  fill('building', 'buildings', {
    minzoom: 13,
    paint: {
      'fill-color': colors.building,
      'fill-outline-color': colors.buildingEdge,
      'fill-opacity': ['interpolate', ['linear'], ['zoom'], 13, 0, 14.5, 1],
    },
  }),
];

type Fields = { readonly [C in keyof Colors]: Colors[C] };

/** Kinds of land use by color, in Protomaps' names, the lowest first. */
const LAND: readonly (readonly [readonly string[], keyof Fields])[] = [
  [['farmland', 'orchard', 'farmyard'], 'farmland'],
  [['industrial', 'aerodrome', 'railway'], 'industrial'],
  [['grass', 'meadow', 'grassland', 'scrub', 'pitch'], 'grass'],
  [['forest', 'wood'], 'forest'],
  [['park', 'nature_reserve', 'golf_course', 'garden'], 'park'],
  [['cemetery'], 'cemetery'],
  [['wetland'], 'wetland'],
  [['beach', 'sand'], 'beach'],
];

/** A value by the kind of land use. */
const byKind = (given: (color: keyof Fields, order: number) => string | number): ExpressionSpecification =>
  [
    'match',
    ['get', 'kind'],
    ...LAND.flatMap(([kinds, color], order) => [[...kinds], given(color, order)]),
    given('farmland', 0),
  ] as unknown as ExpressionSpecification;
