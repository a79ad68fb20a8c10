import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { Colors } from './colors.ts';
import { byZoom, isOneOf, line } from './source.ts';

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
  ...RANKS.map(({ id, classes, from, widths }) =>
    line(`${id}-edge`, 'road', {
      minzoom: Math.max(from, 10),
      filter: isOneOf('class', classes),
      layout: { 'line-cap': 'butt', 'line-join': 'round' },
      paint: {
        'line-color': id === 'motorway' || id === 'trunk' ? colors.motorwayEdge : colors.roadEdge,
        'line-width': byZoom(...withEdges(widths)),
        'line-opacity': ['interpolate', ['linear'], ['zoom'], from, 0, from + 1.5, 1],
      },
    }),
  ),
  ...RANKS.map(({ id, classes, from, widths }) =>
    line(id, 'road', {
      minzoom: from,
      filter: isOneOf('class', classes),
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': roadColor(id, from, colors), 'line-width': byZoom(...widths) },
    }),
  ),
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

function withEdges(widths: readonly number[]): number[] {
  return widths.map((value, i) => (i % 2 === 0 ? value : value + 2 * EDGE_PIXELS));
}

/** Far out a road is a thin line without an edge, so it takes the color of its edge to be seen on paper. */
function roadColor(id: string, from: number, colors: Colors): string | ExpressionSpecification {
  const [inner, edge] =
    id === 'motorway' || id === 'trunk' ? [colors.motorway, colors.motorwayEdge] : [colors.road, colors.roadEdge];
  const far = id === 'motorway' || id === 'trunk' ? edge : colors.path;
  return from < 12
    ? ['interpolate', ['linear'], ['zoom'], Math.max(from, 9), far, Math.max(from, 9) + 2.5, inner]
    : inner;
}
