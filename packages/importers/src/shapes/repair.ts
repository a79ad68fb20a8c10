import {
  coveredAreaSquareKm,
  type MultiPolygonCoordinates,
  orientRings,
  ringSignedAreaSquareMeters,
} from '@hinterland/geo';
import Flatbush from 'flatbush';
import { union } from 'polyclip-ts';

/** Rings smaller than this are slivers of rounding: less than a square meter. */
const SMALLEST_RING_SQUARE_METERS = 1;

/** Relative difference of areas that is rounding. */
const SAME_AREA = 1e-6;

interface Repaired {
  readonly polygon: MultiPolygonCoordinates;
  /** Repairs, each kind once: "ring closed", … */
  readonly repairs: readonly string[];
}

/**
 * Makes the rings of a multipolygon valid: closed, without repeated points and spikes, at least three corners, at least
 * 1 m², outer rings counterclockwise, holes clockwise, no ring crossing itself or walked twice. Such a ring is taken apart into the
 * places around which it goes, so both halves of a bow-tie stay and a ring walked twice counts once. A polygon whose outer ring is dropped goes with its
 * holes. Input in degrees; the input is not changed. Turning a ring is not reported: formats differ in it.
 */
export function repairPolygon(multiPolygon: readonly (readonly number[][][])[]): Repaired {
  const repairs = new Set<string>();
  let polygons: MultiPolygonCoordinates = [];
  for (const rings of multiPolygon) {
    const kept: number[][][] = [];
    for (const [index, ring] of rings.entries()) {
      const tidied = tidyRing(ring, repairs);
      if (tidied !== null) kept.push(tidied);
      else if (index === 0) break;
    }
    if (kept.length > 0) polygons.push(kept);
  }
  const isTangled = polygons.map((rings) => rings.some((ring) => crossesItself(ring) || coversOtherArea(ring)));
  if (isTangled.includes(true)) {
    repairs.add('self-crossing ring taken apart');
    polygons = polygons.flatMap((rings, i) => (isTangled[i] ? takeApart(rings) : [rings]));
  }
  return { polygon: orientRings(polygons), repairs: [...repairs] };
}

/** The ring closed and without needless points, or null where nothing is left of it. */
function tidyRing(ring: readonly number[][], repairs: Set<string>): number[][] | null {
  const points = ring.map(([lng, lat]) => [lng!, lat!]);
  if (points.length > 1 && samePoint(points[0]!, points.at(-1)!)) points.pop();
  else if (points.length > 0) repairs.add('ring closed');

  const kept: number[][] = [];
  for (const point of points) {
    kept.push(point);
    while (endsNeedlessly(kept, repairs)) {
      // endsNeedlessly takes away; what it leaves may be needless again.
    }
  }
  // Where the ring closes, its two ends are neighbours too.
  while (kept.length > 2) {
    if (samePoint(kept.at(-1)!, kept[0]!) || isSpike(kept.at(-2)!, kept.at(-1)!, kept[0]!)) kept.pop();
    else if (isSpike(kept.at(-1)!, kept[0]!, kept[1]!)) kept.shift();
    else break;
    repairs.add('spike cut off');
  }
  if (kept.length < 3) {
    repairs.add('ring without an inside dropped');
    return null;
  }
  const closed = [...kept, kept[0]!.slice()];
  // A bow-tie's halves cancel out in the signed area, so it is judged after it was taken apart.
  if (Math.abs(ringSignedAreaSquareMeters(closed)) < SMALLEST_RING_SQUARE_METERS && !crossesItself(closed)) {
    repairs.add('ring without an inside dropped');
    return null;
  }
  return closed;
}

function endsNeedlessly(points: number[][], repairs: Set<string>): boolean {
  const count = points.length;
  if (count >= 2 && samePoint(points[count - 1]!, points[count - 2]!)) {
    points.pop();
    repairs.add('repeated point left out');
    return true;
  }
  if (count >= 3 && isSpike(points[count - 3]!, points[count - 2]!, points[count - 1]!)) {
    points.splice(count - 2, samePoint(points[count - 3]!, points[count - 1]!) ? 2 : 1);
    repairs.add('spike cut off');
    return true;
  }
  return false;
}

/** Whether the line turns back onto itself at b: no width, only length. */
function isSpike(a: number[], b: number[], c: number[]): boolean {
  const ux = a[0]! - b[0]!;
  const uy = a[1]! - b[1]!;
  const vx = c[0]! - b[0]!;
  const vy = c[1]! - b[1]!;
  return ux * vy === uy * vx && ux * vx + uy * vy > 0;
}

function samePoint(a: number[], b: number[]): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

function takeApart(rings: number[][][]): MultiPolygonCoordinates {
  return (union(rings as [number, number][][]) as MultiPolygonCoordinates).filter(
    (polygon) => Math.abs(ringSignedAreaSquareMeters(polygon[0]!)) >= SMALLEST_RING_SQUARE_METERS,
  );
}

/** Whether a ring goes around places more than once, or around some against others. */
function coversOtherArea(ring: number[][]): boolean {
  const covered = coveredAreaSquareKm([[ring]]);
  const signed = Math.abs(ringSignedAreaSquareMeters(ring)) / 1e6;
  return covered === null || Math.abs(covered - signed) > SAME_AREA * covered;
}

/** Whether two edges of a closed ring cross in their inner points. Rings that only touch themselves are let be. */
export function crossesItself(ring: number[][]): boolean {
  const edges = ring.length - 1;
  if (edges < 4) return false;
  const tree = new Flatbush(edges);
  for (let i = 0; i < edges; i++) {
    const [a, b] = [ring[i]!, ring[i + 1]!];
    tree.add(Math.min(a[0]!, b[0]!), Math.min(a[1]!, b[1]!), Math.max(a[0]!, b[0]!), Math.max(a[1]!, b[1]!));
  }
  tree.finish();
  for (let i = 0; i < edges; i++) {
    const [a, b] = [ring[i]!, ring[i + 1]!];
    const crossing = tree.search(
      Math.min(a[0]!, b[0]!),
      Math.min(a[1]!, b[1]!),
      Math.max(a[0]!, b[0]!),
      Math.max(a[1]!, b[1]!),
      (j) => j > i + 1 && edgesCross(a, b, ring[j]!, ring[j + 1]!),
    );
    if (crossing.length > 0) return true;
  }
  return false;
}

function edgesCross(a: number[], b: number[], c: number[], d: number[]): boolean {
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

/** Which side of the line a-b the point lies on: positive left, negative right, 0 on it. */
function side(a: number[], b: number[], point: number[]): number {
  return Math.sign((b[0]! - a[0]!) * (point[1]! - a[1]!) - (b[1]! - a[1]!) * (point[0]! - a[0]!));
}
