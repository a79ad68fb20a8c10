export { multiPolygonAreaSquareKm, ringSignedAreaSquareMeters } from './area.ts';
export {
  type Box,
  boxContains,
  boxesIntersect,
  emptyBox,
  expandBoxMeters,
  extendBox,
  intersectBoxes,
  isEmptyBox,
} from './box.ts';
export { BOX_BRANCHING, type BoxLevels, boxCounts, boxLevels, extendByPoint } from './boxLevels.ts';
export { BoxTree } from './boxTree.ts';
export { clipToBox } from './clip.ts';
export { clipLine } from './clipLine.ts';
export { arcsByTail, connectedComponents, mostFrequent, strongComponents } from './components.ts';
export { coveredAreaSquareKm, coverOf } from './coveredArea.ts';
export { EARTH_RADIUS_METERS, haversineMeters } from './distance.ts';
export { filled } from './filled.ts';
export {
  type Growing,
  growingFloat64,
  growingInt32,
  growingUint8,
  growingUint32,
  lengthened,
} from './growing.ts';
export { MinHeap } from './heap.ts';
export { buildShape, type HierarchyShape, NO_POSITION } from './hierarchy/shape.ts';
export { hilbertOrder } from './hilbert.ts';
export { interiorPoint } from './interiorPoint.ts';
export { toDegrees, toMicrodegrees } from './microdegrees.ts';
export {
  geoJsonOf,
  type MicroPolygon,
  microPolygonAreaSquareKm,
  microPolygonOf,
} from './microPolygon.ts';
export { NearPlaces } from './nearPlaces.ts';
export { oncePer } from './oncePer.ts';
export { oncePerText } from './oncePerText.ts';
export { type MultiPolygonCoordinates, multiPolygonBox, pointInMultiPolygon } from './polygon.ts';
export { PolygonIndex } from './polygonIndex.ts';
export { localProjection } from './projection.ts';
export { SeededRandom } from './random.ts';
export { orientRings } from './rings.ts';
export { nearestOnSegment } from './segment.ts';
export { rounded } from './significantDigits.ts';
export { simplifyLine, simplifyRing } from './simplify.ts';
export { everyRow, sortRows } from './sortRows.ts';
