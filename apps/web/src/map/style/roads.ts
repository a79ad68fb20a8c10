import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { Colors } from './colors.ts';
import { byZoom, GROWTH, isOneOf, line, type Of } from './source.ts';

/** Roads that share a width, with their widths by zoom; the smallest first. */
const RANKS = [
  { id: 'service', classes: ['service', 'pedestrian'], from: 13, widths: [13, 0.3, 16, 1.4, 18, 6] },
  {
    id: 'minor',
    classes: ['unclassified', 'residential', 'living_street', 'secondary_link', 'tertiary_link'],
    from: 12,
    widths: [12, 0.4, 14, 1.3, 16, 4.2, 18, 14],
  },
  {
    id: 'tertiary',
    classes: ['tertiary', 'primary_link', 'trunk_link', 'motorway_link'],
    from: 10,
    widths: [10, 0.5, 12, 1, 14, 2.1, 16, 5.5, 18, 17],
  },
  { id: 'secondary', classes: ['secondary'], from: 9, widths: [9, 0.6, 12, 1.4, 14, 2.7, 16, 6.8, 18, 19] },
  { id: 'primary', classes: ['primary'], from: 7, widths: [7, 0.6, 10, 1.2, 12, 1.9, 14, 3.3, 16, 7.8, 18, 21] },
  { id: 'trunk', classes: ['trunk'], from: 5, widths: [5, 0.6, 10, 1.6, 12, 2.4, 14, 3.8, 16, 8.4, 18, 22] },
  {
    id: 'motorway',
    classes: ['motorway'],
    from: 4,
    widths: [4, 0.6, 8, 1.3, 10, 1.9, 12, 2.7, 14, 4.2, 16, 9, 18, 24],
  },
] as const;

/** How much an edge shows on each side. */
const EDGE_PIXELS = 0.9;
/** Edges are drawn from here on, and come into sight over two zooms. */
const EDGES_FROM = 10;
const NEAREST = 18;

type Rank = (typeof RANKS)[number];
type Value = string | number | ExpressionSpecification;

/**
 * All ranks lie in one layer for their edges and one above for themselves: a map is drawn layer by layer and tile by tile, and each takes
 * its time in each frame. A wider road lies on a narrower one.
 */
const ranked = (id: string, from: number, layout: 'butt' | 'round', paint: Of<'line'>['paint']): LayerSpecification =>
  line(id, 'road', {
    minzoom: from,
    filter: [
      'any',
      ...RANKS.map(
        (rank): ExpressionSpecification => ['all', ['>=', ['zoom'], rank.from], isOneOf('class', rank.classes)],
      ),
    ] as ExpressionSpecification,
    layout: { 'line-cap': layout, 'line-join': 'round', 'line-sort-key': byRank((_, order) => order) },
    ...(paint === undefined ? {} : { paint }),
  });

/** A value by the rank of a road. */
const byRank = (given: (rank: Rank, order: number) => Value): ExpressionSpecification =>
  [
    'match',
    ['get', 'class'],
    ...RANKS.flatMap((rank, order) => [rank.classes, given(rank, order)]),
    given(RANKS[0], 0),
  ] as unknown as ExpressionSpecification;

/** A value by zoom and rank, with a stop at each zoom: those of a rank's own lie at different ones. */
const byZoomAndRank = (
  curve: 'linear' | 'exponential',
  from: number,
  given: (rank: Rank, zoom: number) => Value,
): ExpressionSpecification => {
  const zooms = Array.from({ length: NEAREST - from + 1 }, (_, i) => from + i);
  return [
    'interpolate',
    curve === 'linear' ? ['linear'] : ['exponential', GROWTH],
    ['zoom'],
    ...zooms.flatMap((zoom) => [zoom, byRank((rank) => given(rank, zoom))]),
  ] as ExpressionSpecification;
};

const isMain = ({ id }: Rank): boolean => id === 'motorway' || id === 'trunk';

/** Paths, roads with their edges, rails and ferries, from the lowest up. */
export const roads = (colors: Colors): LayerSpecification[] => [
  line('path', 'road', {
    minzoom: 14,
    filter: isOneOf('class', ['footway', 'path', 'cycleway', 'bridleway', 'track']),
    layout: { 'line-cap': 'round' },
    paint: { 'line-color': colors.path, 'line-width': byZoom(14, 0.6, 18, 2.2), 'line-dasharray': [2, 1.4] },
  }),
  line('steps', 'road', {
    minzoom: 15,
    filter: isOneOf('class', ['steps']),
    paint: { 'line-color': colors.path, 'line-width': byZoom(15, 1.4, 18, 4), 'line-dasharray': [0.5, 0.5] },
  }),
  ranked('road-edge', EDGES_FROM, 'butt', {
    'line-color': byRank((rank) => (isMain(rank) ? colors.motorwayEdge : colors.roadEdge)),
    'line-width': byZoomAndRank('exponential', EDGES_FROM, (rank, zoom) => widthAt(rank, zoom) + 2 * EDGE_PIXELS),
    'line-opacity': byZoomAndRank('linear', EDGES_FROM, ({ from }, zoom) => part(zoom, from, from + 1.5)),
  }),
  ranked('road', RANKS.at(-1)?.from ?? 0, 'round', {
    'line-color': byZoomAndRank('linear', RANKS.at(-1)?.from ?? 0, (rank, zoom) => colorAt(rank, zoom, colors)),
    'line-width': byZoomAndRank('exponential', RANKS.at(-1)?.from ?? 0, widthAt),
  }),
  line('rail', 'rail', {
    filter: isOneOf('kind', ['rail']),
    paint: { 'line-color': colors.rail, 'line-width': byZoom(8, 0.5, 14, 1.2, 18, 3) },
  }),
  line('rail-ties', 'rail', {
    minzoom: 14,
    filter: isOneOf('kind', ['rail']),
    paint: { 'line-color': colors.rail, 'line-width': byZoom(14, 3, 18, 9), 'line-dasharray': [0.15, 2.5] },
  }),
  line('tram', 'rail', {
    minzoom: 14,
    filter: isOneOf('kind', ['tram']),
    paint: { 'line-color': colors.rail, 'line-width': byZoom(14, 0.7, 18, 2) },
  }),
  line('ferry', 'road', {
    minzoom: 8,
    filter: isOneOf('class', ['ferry']),
    paint: {
      'line-color': colors.waterName,
      'line-width': byZoom(8, 0.6, 16, 1.4),
      'line-dasharray': [4, 3],
      'line-opacity': 0.7,
    },
  }),
];

/** How far a zoom is from one to another, from 0 to 1. */
const part = (zoom: number, from: number, to: number): number => Math.min(1, Math.max(0, (zoom - from) / (to - from)));

/** The width of a road between its stops, as `byZoom` gives it. */
function widthAt({ widths }: Rank, zoom: number): number {
  const stops = Array.from(
    { length: widths.length / 2 },
    (_, i) => [widths[2 * i], widths[2 * i + 1]] as [number, number],
  );
  const [first, last] = [stops[0] as [number, number], stops.at(-1) as [number, number]];
  if (zoom <= first[0]) return first[1];
  const above = stops.findIndex(([at]) => zoom <= at);
  if (above < 0) return last[1];
  const [[low, narrow], [high, wide]] = [stops[above - 1], stops[above]] as [[number, number], [number, number]];
  return narrow + ((wide - narrow) * (GROWTH ** (zoom - low) - 1)) / (GROWTH ** (high - low) - 1);
}

/** Far out a road is a thin line without an edge, so it takes the color of its edge to be seen on paper. */
function colorAt(rank: Rank, zoom: number, colors: Colors): Value {
  const [inner, far] = isMain(rank) ? [colors.motorway, colors.motorwayEdge] : [colors.road, colors.path];
  const start = Math.max(rank.from, 9);
  if (rank.from >= 12) return inner;
  const share = part(zoom, start, start + 2.5);
  return share === 0 ? far : share === 1 ? inner : ['interpolate', ['linear'], share, 0, far, 1, inner];
}
