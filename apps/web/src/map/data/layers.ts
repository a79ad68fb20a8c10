import type { Feature } from 'geojson';
import type { ExpressionSpecification, GeoJSONSource, LayerSpecification, Map as MapLibre } from 'maplibre-gl';
import { bandOpacities, type DataColors, PART_OPACITY } from '../style/colors.ts';
import { BELOW_NAMES, STRONG } from '../style/source.ts';
import { collection, type Drawn, LAYERS } from './drawn.ts';
import { numbered } from './joint.ts';
import { PointLayer } from './pointLayer.ts';

/** From afar an area by car is ribbons along roads: with an outline on both sides one would see lines, and no area. */
const OUTLINE: ExpressionSpecification = ['interpolate', ['linear'], ['zoom'], 10, 0.12, 12.5, 0.6];

/** Image of the lines of a slope that mean "no figure". */
const HATCH = 'no-figure';
const HATCH_PIXELS = 8;

/** Diagonal lines in a color, a tile of them. */
function hatch(color: string): { width: number; height: number; data: Uint8Array } {
  const [red, green, blue] = [1, 3, 5].map((i) => Number.parseInt(color.slice(i, i + 2), 16));
  const data = new Uint8Array(4 * HATCH_PIXELS ** 2);
  for (let y = 0; y < HATCH_PIXELS; y++)
    for (let x = 0; x < HATCH_PIXELS; x++)
      if ((x + y) % HATCH_PIXELS < 2) data.set([red ?? 0, green ?? 0, blue ?? 0, 255], 4 * (y * HATCH_PIXELS + x));
  return { width: HATCH_PIXELS, height: HATCH_PIXELS, data };
}

/** Layers of data, from the lowest up. Bands lie on each other, so that the nearest hides most of the ground. */
const layersOf = (colors: DataColors): LayerSpecification[] => [
  {
    id: 'area-fill',
    type: 'fill',
    source: 'area',
    paint: { 'fill-color': colors.area, 'fill-opacity': ['get', 'opacity'], 'fill-antialias': false },
  },
  {
    // The outermost band alone: inner ones are told by their fills.
    id: 'area-line',
    type: 'line',
    source: 'area',
    filter: ['==', ['id'], 0],
    paint: { 'line-color': colors.areaLine, 'line-width': 1, 'line-opacity': OUTLINE },
  },
  {
    id: 'shapes-fill',
    type: 'fill',
    source: 'shapes',
    paint: {
      'fill-color': [
        'match',
        ['get', 'part'],
        ['white', 'left', 'left_out'],
        colors.missing,
        'shared',
        colors.shared,
        colors.area,
      ],
      'fill-opacity': [
        'case',
        ['has', 'cover'],
        ['get', 'cover'],
        [
          'match',
          ['get', 'part'],
          ['white', 'left_out'],
          PART_OPACITY.white,
          'shared',
          PART_OPACITY.shared,
          'left',
          PART_OPACITY.left,
          PART_OPACITY.covered,
        ],
      ],
    },
  },
  {
    // Areas without the figure of a map in classes.
    id: 'shapes-hatch',
    type: 'fill',
    source: 'shapes',
    filter: ['==', ['get', 'part'], 'no_figure'],
    paint: { 'fill-pattern': HATCH, 'fill-antialias': false },
  },
  {
    id: 'shapes-line',
    type: 'line',
    source: 'shapes',
    paint: {
      'line-color': [
        'match',
        ['get', 'part'],
        ['white', 'left', 'left_out'],
        colors.missing,
        'shared',
        colors.shared,
        colors.areaLine,
      ],
      'line-width': 1.1,
    },
  },
];

/** Layers that are sources of MapLibre; points are drawn by a layer of their own. */
const SOURCES = ['area', 'shapes'] as const satisfies readonly (keyof Drawn)[];

/** The feature that is pointed at, above all others. */
const MARKED = 'marked';
const MARKED_LINE = 'marked-line';
const markedLayers = (colors: DataColors): LayerSpecification[] => [
  { id: MARKED_LINE, type: 'line', source: MARKED, paint: { 'line-color': colors.marked, 'line-width': 3.5 } },
  {
    id: 'marked-point',
    type: 'circle',
    source: MARKED,
    filter: ['==', ['geometry-type'], 'Point'],
    paint: {
      'circle-radius': 11,
      'circle-color': 'transparent',
      'circle-stroke-color': colors.marked,
      'circle-stroke-width': 3,
    },
  },
];

/** Pins are HTML above the canvas. An icon of their size and their caption, which nobody sees, make names keep off them. */
const PINS = 'pins';
const ROOM = 'pin-room';
const ROOM_PIXELS = 28;
const roomOfPins: LayerSpecification = {
  id: ROOM,
  type: 'symbol',
  source: PINS,
  layout: {
    'icon-image': ROOM,
    'icon-allow-overlap': true,
    'text-field': ['get', 'caption'],
    'text-font': STRONG,
    'text-size': 13,
    'text-max-width': 100,
    'text-anchor': 'left',
    'text-offset': [1.8, 0],
    'text-allow-overlap': true,
  },
  paint: { 'text-opacity': 0 },
};

interface At {
  readonly lat: number;
  readonly lng: number;
  readonly caption?: string;
}
const pinFeatures = (pins: readonly At[]): Feature[] =>
  pins.map(({ lat, lng, caption = '' }) => ({
    type: 'Feature',
    properties: { caption },
    geometry: { type: 'Point', coordinates: [lng, lat] },
  }));

/** Layers whose features can be pointed at below the points, the highest first. */
export const POINTABLE = ['shapes-fill', 'area-fill'];

/** Adds the sources and layers of data to a style that has just been loaded. Returns that of the points. */
export function addLayers(map: MapLibre, drawn: Drawn, pins: readonly At[], colors: DataColors): PointLayer {
  // Where the context of WebGL was lost, MapLibre has restored all but the points.
  if (map.getSource(PINS) === undefined) addSources(map, drawn, pins, colors);
  const points = new PointLayer(map, colors);
  showPoints(map, points, drawn.points);
  return points;
}

function addSources(map: MapLibre, drawn: Drawn, pins: readonly At[], colors: DataColors): void {
  for (const name of SOURCES) map.addSource(name, { type: 'geojson', data: collection(lookOf(name, drawn[name])) });
  map.addImage(HATCH, hatch(colors.rival));
  map.addSource(MARKED, { type: 'geojson', data: collection([]) });
  for (const layer of [...layersOf(colors), ...markedLayers(colors)]) map.addLayer(layer, BELOW_NAMES);
  for (const name of SOURCES) showWhereFilled(map, name, drawn[name]);
  showWhereFilled(map, MARKED, []);
  const size = { width: ROOM_PIXELS, height: ROOM_PIXELS };
  map.addImage(ROOM, { ...size, data: new Uint8Array(4 * ROOM_PIXELS ** 2) });
  map.addSource(PINS, { type: 'geojson', data: collection(pinFeatures(pins)) });
  // The highest layer takes its place first.
  map.addLayer(roomOfPins);
}

/** The features of a source as the map reads them; bands say how much they hide. */
function lookOf(name: (typeof SOURCES)[number], features: readonly Feature[]): Feature[] {
  const looks = numbered(features);
  if (name !== 'area') return looks;
  const opacities = bandOpacities(features.length);
  return looks.map((one, i) => ({ ...one, properties: { opacity: opacities[i] } }));
}

/** Replaces the points. Their layer is there where there are any: after it, MapLibre sets all of its state anew. */
function showPoints(map: MapLibre, layer: PointLayer, points: readonly Feature[]): void {
  const isThere = map.getLayer(layer.id) !== undefined;
  if (points.length > 0 && !isThere) map.addLayer(layer, MARKED_LINE);
  if (points.length === 0 && isThere) map.removeLayer(layer.id);
  layer.set(points);
}

/**
 * Hides the layers of a source that has no features. In each frame MapLibre looks for the tiles of every source that has a layer in sight, and clips
 * to them twice. It draws the map for each property that is set, so only a change is.
 */
function showWhereFilled(map: MapLibre, name: string, features: readonly Feature[]): void {
  const visibility = features.length > 0 ? 'visible' : 'none';
  for (const id of map.getLayersOrder())
    if (map.getLayer(id)?.source === name && map.getLayoutProperty(id, 'visibility') !== visibility)
      map.setLayoutProperty(id, 'visibility', visibility);
}

/** Makes names keep off the pins, where they have moved. */
export function updatePins(map: MapLibre, pins: readonly At[], before: readonly At[]): void {
  const isSame =
    pins.length === before.length &&
    pins.every(
      ({ lat, lng, caption }, i) => before[i]?.lat === lat && before[i]?.lng === lng && before[i]?.caption === caption,
    );
  if (!isSame) void map.getSource<GeoJSONSource>(PINS)?.setData(collection(pinFeatures(pins)));
}

/** Replaces the data that have changed. Returns whether any have. */
export function updateData(map: MapLibre, points: PointLayer, drawn: Drawn, before: Drawn): boolean {
  const changed = LAYERS.filter((name) => !isSame(drawn[name], before[name]));
  if (changed.includes('points')) showPoints(map, points, drawn.points);
  for (const name of SOURCES) {
    if (!changed.includes(name)) continue;
    showWhereFilled(map, name, drawn[name]);
    void map.getSource<GeoJSONSource>(name)?.setData(collection(lookOf(name, drawn[name])));
  }
  return changed.length > 0;
}

const isSame = (one: readonly Feature[], other: readonly Feature[]): boolean =>
  one === other || (one.length === other.length && one.every((feature, i) => feature === other[i]));

/** Marks a feature; null marks none. */
export function markFeature(map: MapLibre, feature: Feature | null): void {
  const features = feature === null ? [] : [feature];
  showWhereFilled(map, MARKED, features);
  void map.getSource<GeoJSONSource>(MARKED)?.setData(collection(features));
}
