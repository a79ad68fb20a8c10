import { MODE_BIT, type Mode } from '@hinterland/catalogue';
import { type BoxTree, EARTH_RADIUS_METERS, nearestOnSegment } from '@hinterland/geo';
import { edgeBoxes, ROAD_CLASSES, type RoadClass, type Territory } from '@hinterland/territory';
import { type EdgeLine, emptyLine, readEdgeLine } from '../graph/edgeLine.ts';
import { KeptBoxTrees } from './keptBoxTrees.ts';

/** The nearest place on a road of the mode's main component. */
export interface EdgeFoot {
  readonly edge: number;
  /** Distance from `fromNode` along the edge's line. */
  readonly positionMillimeters: number;
  readonly distanceMillimeters: number;
  readonly lat: number;
  readonly lng: number;
}

const METERS_PER_MICRODEGREE = (EARTH_RADIUS_METERS * Math.PI) / 180e6;

/**
 * No door opens on a motorway, a ramp or a ferry: an edge of these classes is taken only where no other lies
 * within this distance, nor within three times its own, as poles are fastened (docs/decisions/0014).
 */
const AVOIDED_CLASSES: Readonly<Record<Mode, readonly RoadClass[]>> = {
  car: ['motorway', 'motorway_link', 'trunk_link', 'ferry'],
  walk: ['ferry'],
  bicycle: ['ferry'],
};
const AVOIDED_WITHIN_METERS = 350;
const AVOIDED_WITHIN_FACTOR = 3;

const trees = new KeptBoxTrees('edgeTree');

/**
 * Nearest place on an edge that the mode may use and that lies in its main component; of equally near ones (to the
 * millimeter) the lowest row. Null when none lies within `maxMeters`. Edges of no length, which lead through gates, are
 * never taken. Distances are straight, in a plane that is true at the point's latitude: 0.1 % at most within 1,600 m.
 */
export function nearestEdge(
  territory: Territory,
  mode: Mode,
  lat: number,
  lng: number,
  maxMeters: number,
): EdgeFoot | null {
  const avoided = new Uint8Array(ROAD_CLASSES.length);
  for (const name of AVOIDED_CLASSES[mode]) avoided[ROAD_CLASSES.indexOf(name)] = 1;
  const usual = nearestOf(territory, mode, lat, lng, maxMeters, (roadClass) => avoided[roadClass] === 0);
  if (usual !== null && usual.distanceMillimeters <= AVOIDED_WITHIN_METERS * 1000) return usual;
  const other = nearestOf(territory, mode, lat, lng, maxMeters, (roadClass) => avoided[roadClass] === 1);
  if (usual === null || other === null) return usual ?? other;
  return usual.distanceMillimeters <= AVOIDED_WITHIN_FACTOR * other.distanceMillimeters ? usual : other;
}

function nearestOf(
  territory: Territory,
  mode: Mode,
  lat: number,
  lng: number,
  maxMeters: number,
  isWanted: (roadClass: number) => boolean,
): EdgeFoot | null {
  const x0 = lng * 1e6;
  const y0 = lat * 1e6;
  const yScale = METERS_PER_MICRODEGREE;
  const xScale = METERS_PER_MICRODEGREE * Math.cos((lat * Math.PI) / 180);
  const bit = MODE_BIT[mode];
  const { mainComponent, roadClass, lengthMillimeters } = territory.edges;
  const line = emptyLine();
  const best = { edge: -1, millimeters: Math.floor(maxMeters * 1000), segment: 0, fraction: 0 };

  edgeTree(territory).visit(
    (west, south, east, north) => {
      const dx = Math.max(west - x0, 0, x0 - east) * xScale;
      const dy = Math.max(south - y0, 0, y0 - north) * yScale;
      const most = (best.millimeters + 1) / 1000;
      return dx * dx + dy * dy <= most * most;
    },
    (edge) => {
      if ((mainComponent[edge]! & bit) === 0 || lengthMillimeters[edge] === 0 || !isWanted(roadClass[edge]!)) return;
      readEdgeLine(territory, edge, line);
      for (let i = 0; i + 1 < line.points; i++) {
        const ax = (line.lngs[i]! - x0) * xScale;
        const ay = (line.lats[i]! - y0) * yScale;
        const bx = (line.lngs[i + 1]! - x0) * xScale;
        const by = (line.lats[i + 1]! - y0) * yScale;
        const foot = nearestOnSegment(0, 0, ax, ay, bx, by);
        const millimeters = Math.round(foot.distance * 1000);
        if (millimeters > best.millimeters || (millimeters === best.millimeters && best.edge !== -1)) continue;
        best.edge = edge;
        best.millimeters = millimeters;
        best.segment = i;
        best.fraction = foot.fraction;
      }
    },
  );
  if (best.edge === -1) return null;
  readEdgeLine(territory, best.edge, line);
  return {
    edge: best.edge,
    positionMillimeters: positionOnLine(territory, best.edge, line, best.segment, best.fraction, xScale / yScale),
    distanceMillimeters: best.millimeters,
    lat: along(line.lats, best.segment, best.fraction),
    lng: along(line.lngs, best.segment, best.fraction),
  };
}

/** Degrees of a place on a segment, to the microdegree. */
function along(microdegrees: Int32Array, segment: number, fraction: number): number {
  const a = microdegrees[segment]!;
  return Math.round(a + fraction * (microdegrees[segment + 1]! - a)) / 1e6;
}

/** The share of the drawn line that lies before the place, of the edge's own length. */
function positionOnLine(
  territory: Territory,
  edge: number,
  line: EdgeLine,
  segment: number,
  fraction: number,
  lngScale: number,
): number {
  let before = 0;
  let whole = 0;
  for (let i = 0; i + 1 < line.points; i++) {
    const length = Math.hypot((line.lngs[i + 1]! - line.lngs[i]!) * lngScale, line.lats[i + 1]! - line.lats[i]!);
    if (i < segment) before += length;
    else if (i === segment) before += length * fraction;
    whole += length;
  }
  const lengthMillimeters = territory.edges.lengthMillimeters[edge]!;
  return whole === 0 ? 0 : Math.min(lengthMillimeters, Math.round((before / whole) * lengthMillimeters));
}

function edgeTree(territory: Territory): BoxTree {
  const { nodes, edges, shapes, derived } = territory;
  return trees.get(territory, edges.rows, derived?.edgeBoxes, () => edgeBoxes(nodes, edges, shapes));
}
