export { multiPolygonAreaSquareKm, ringSignedAreaSquareMeters } from './area.ts';
export {
  type Box,
  boxContains,
  boxesIntersect,
  emptyBox,
  expandBoxMeters,
  extendBox,
  extendBoxByBox,
  isEmptyBox,
} from './box.ts';
export { BOX_BRANCHING, type BoxLevels, boxCounts, boxLevels, extendByPoint, type WriteBox } from './boxLevels.ts';
export { clipToBox } from './clip.ts';
export { EARTH_RADIUS_METERS, haversineMeters } from './distance.ts';
export {
  type Growing,
  growingFloat64,
  growingInt32,
  growingUint8,
  growingUint32,
  lengthened,
} from './growing.ts';
export { MinHeap } from './heap.ts';
export { buildShape, type HierarchyShape, NO_POSITION, type RoadPairs } from './hierarchy/shape.ts';
export { hilbertOrder } from './hilbert.ts';
export { interiorPoint } from './interiorPoint.ts';
export { toDegrees, toMicrodegrees } from './microdegrees.ts';
export { type MultiPolygonCoordinates, multiPolygonBox, pointInMultiPolygon } from './polygon.ts';
export { PolygonIndex } from './polygonIndex.ts';
export { type LocalProjection, localProjection } from './projection.ts';
export { SeededRandom } from './random.ts';
export { closeRing, orientRings } from './rings.ts';
export { nearestOnPolyline, nearestOnSegment, type PolylineFoot, type SegmentFoot } from './segment.ts';
export { simplifyLine, simplifyRing } from './simplify.ts';
export { everyRow, sortRows } from './sortRows.ts';
