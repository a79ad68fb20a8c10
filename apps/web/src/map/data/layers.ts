import type { Feature } from 'geojson';
import type { ExpressionSpecification, GeoJSONSource, LayerSpecification, Map as MapLibre } from 'maplibre-gl';
import { BAND_OPACITY, type DataColors, PART_OPACITY } from '../style/colors.ts';
import { BELOW_NAMES } from '../style/source.ts';
import { collection, type Drawn, LAYERS } from './drawn.ts';
import { numbered } from './joint.ts';

/** Points that a plan has opened, or that are part of a background job. */
const HAS_STATE: ExpressionSpecification = ['has', 'state'];

const byState = (colorOf: Readonly<Record<string, string>>, otherwise: string): ExpressionSpecification =>
  ['match', ['get', 'state'], ...Object.entries(colorOf).flat(), otherwise] as unknown as ExpressionSpecification;

/** Layers of data, from the lowest up. Bands lie on each other, so that the nearest is the darkest. */
const layersOf = (colors: DataColors): LayerSpecification[] => [
  {
    id: 'area-fill',
    type: 'fill',
    source: 'area',
    paint: { 'fill-color': colors.area, 'fill-opacity': BAND_OPACITY, 'fill-antialias': false },
  },
  { id: 'area-line', type: 'line', source: 'area', paint: { 'line-color': colors.areaLine, 'line-width': 1.3 } },
  {
    id: 'shapes-fill',
    type: 'fill',
    source: 'shapes',
    paint: {
      'fill-color': ['match', ['get', 'part'], 'white', colors.missing, 'shared', colors.shared, colors.area],
      'fill-opacity': [
        'match',
        ['get', 'part'],
        'white',
        PART_OPACITY.white,
        'shared',
        PART_OPACITY.shared,
        PART_OPACITY.covered,
      ],
    },
  },
  {
    id: 'shapes-line',
    type: 'line',
    source: 'shapes',
    paint: {
      'line-color': ['match', ['get', 'part'], 'white', colors.missing, 'shared', colors.shared, colors.areaLine],
      'line-width': 1.1,
    },
  },
  {
    id: 'points',
    type: 'circle',
    source: 'points',
    paint: {
      'circle-radius': [
        'interpolate',
        ['linear'],
        ['zoom'],
        9,
        ['case', HAS_STATE, 5, 3],
        14,
        ['case', HAS_STATE, 8, 5.5],
      ],
      'circle-color': byState(
        {
          opened: colors.areaLine,
          done: colors.areaLine,
          candidate: colors.pointEdge,
          pending: colors.pointEdge,
          skipped: colors.pointEdge,
          failed: colors.pointEdge,
        },
        colors.point,
      ),
      'circle-stroke-color': byState(
        { candidate: colors.point, pending: colors.point, skipped: colors.missing, failed: colors.missing },
        colors.pointEdge,
      ),
      'circle-stroke-width': ['case', HAS_STATE, 2.5, 1.5],
    },
  },
];

/** The feature that is pointed at, above all others. */
const MARKED = 'marked';
const markedLayers = (colors: DataColors): LayerSpecification[] => [
  { id: 'marked-line', type: 'line', source: MARKED, paint: { 'line-color': colors.marked, 'line-width': 3.5 } },
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

/** Pins are HTML above the canvas. An icon of their size that nobody sees makes names keep off them. */
const PINS = 'pins';
const ROOM = 'pin-room';
const ROOM_PIXELS = 28;
const roomOfPins: LayerSpecification = {
  id: ROOM,
  type: 'symbol',
  source: PINS,
  layout: { 'icon-image': ROOM, 'icon-allow-overlap': true },
};

type At = { readonly lat: number; readonly lng: number };
const pinFeatures = (pins: readonly At[]): Feature[] =>
  pins.map(({ lat, lng }) => ({
    type: 'Feature',
    properties: {},
    geometry: { type: 'Point', coordinates: [lng, lat] },
  }));

/** Layers whose features can be pointed at, the highest first. */
export const POINTABLE = ['points', 'shapes-fill', 'area-fill'];

/** Adds the sources and layers of data to a style that has just been loaded. */
export function addLayers(map: MapLibre, drawn: Drawn, pins: readonly At[], colors: DataColors): void {
  for (const name of LAYERS) map.addSource(name, { type: 'geojson', data: collection(numbered(drawn[name])) });
  map.addSource(MARKED, { type: 'geojson', data: collection([]) });
  for (const layer of [...layersOf(colors), ...markedLayers(colors)]) map.addLayer(layer, BELOW_NAMES);
  for (const name of LAYERS) showWhereFilled(map, name, drawn[name]);
  showWhereFilled(map, MARKED, []);
  const size = { width: ROOM_PIXELS, height: ROOM_PIXELS };
  map.addImage(ROOM, { ...size, data: new Uint8Array(4 * ROOM_PIXELS ** 2) });
  map.addSource(PINS, { type: 'geojson', data: collection(pinFeatures(pins)) });
  // The highest layer takes its place first.
  map.addLayer(roomOfPins);
}

/**
 * Hides the layers of a source that has no features. In each frame MapLibre looks for the tiles of every source that has a layer in sight, and clips
 * to them twice.
 */
function showWhereFilled(map: MapLibre, name: string, features: readonly Feature[]): void {
  const visibility = features.length > 0 ? 'visible' : 'none';
  for (const id of map.getLayersOrder())
    if (map.getLayer(id)?.source === name) map.setLayoutProperty(id, 'visibility', visibility);
}

/** Makes names keep off the pins, where they have moved. */
export function updatePins(map: MapLibre, pins: readonly At[], before: readonly At[]): void {
  const isSame =
    pins.length === before.length && pins.every(({ lat, lng }, i) => before[i]?.lat === lat && before[i]?.lng === lng);
  if (!isSame) void map.getSource<GeoJSONSource>(PINS)?.setData(collection(pinFeatures(pins)));
}

/** Replaces the data that have changed. */
export function updateData(map: MapLibre, drawn: Drawn, before: Drawn): void {
  for (const name of LAYERS) {
    if (isSame(drawn[name], before[name])) continue;
    showWhereFilled(map, name, drawn[name]);
    void map.getSource<GeoJSONSource>(name)?.setData(collection(numbered(drawn[name])));
  }
}

const isSame = (one: readonly Feature[], other: readonly Feature[]): boolean =>
  one === other || (one.length === other.length && one.every((feature, i) => feature === other[i]));

/** Marks a feature; null marks none. */
export function markFeature(map: MapLibre, feature: Feature | null): void {
  const features = feature === null ? [] : [feature];
  showWhereFilled(map, MARKED, features);
  void map.getSource<GeoJSONSource>(MARKED)?.setData(collection(features));
}
