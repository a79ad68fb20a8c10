import Flatbush from 'flatbush';
import { multiPolygonAreaSquareKm, signedAreaSquareMeters, sineOf } from './area.ts';
import type { MultiPolygonCoordinates } from './polygon.ts';
import { PolygonIndex } from './polygonIndex.ts';

/** Crossings of edges beyond which a figure is refused: their number can grow with the square of its edges. */
const MOST_CROSSINGS = 10_000;
/** Grid on which edges are cut where they meet, in degrees: a tenth of a millimeter. */
const GRID_DEGREES = 1e-9;
/** An edge is cut at each point of the grid that it passes so near, in grid units. */
const NEAR = Math.SQRT1_2;
/** Beside the middle of a piece of an edge, in grid units: pieces that do not touch are half a unit apart at least. */
const ASIDE = 1e-3;

/** In grid units. */
type Point = readonly [x: number, y: number];
type Edge = readonly [Point, Point];

/** What a drawn figure covers. */
export interface Cover {
  /** On the sphere, each place once. */
  readonly areaSquareKm: number;
  /** Twice the area ÷ the length of the outline, both in degrees: the width of a long figure, half that of a square. */
  readonly widthDegrees: number;
}

/** Returns the area that a multipolygon covers, in square kilometers; null as `coverOf`. */
export const coveredAreaSquareKm = (multiPolygon: MultiPolygonCoordinates): number | null =>
  coverOf(multiPolygon)?.areaSquareKm ?? null;

/**
 * Returns what a multipolygon covers by the rule of `pointInMultiPolygon`; null for a figure whose edges cross more than
 * MOST_CROSSINGS times. Rings may be walked several times, cross themselves and each other. Edges are cut where they meet; a
 * piece that has the inside on one side alone is outline.
 * Method: snap rounding, J. D. Hobby, "Practical segment intersection with finite precision output", Comp. Geometry 13 (1999).
 */
export function coverOf(multiPolygon: MultiPolygonCoordinates): Cover | null {
  const rings = multiPolygon.map((polygon) => polygon.map(edgesOf));
  const edges = rings.flat(2);
  const crossings = crossingsOf(edges);
  if (crossings === null) return null;
  const corners = new Map(edges.map(([a]) => [String(a), a]));
  const isOneRing = multiPolygon.length === 1 && multiPolygon[0]!.length === 1;
  if (isOneRing && crossings.length === 0 && corners.size === edges.length && !touches(edges, corners)) {
    return { areaSquareKm: multiPolygonAreaSquareKm(multiPolygon), widthDegrees: widthOf(edges) };
  }
  for (const point of crossings) corners.set(String(point), point);
  const cutAt = nearPoints([...corners.values()]);
  const cut = rings.map((polygon) => polygon.map((ring) => ring.flatMap((edge) => piecesOf(edge, cutAt(edge)))));
  const index = new PolygonIndex([cut.map((polygon) => polygon.map((pieces) => pieces.map(([a]) => [...a])))]);
  const holds = ([x, y]: Point) => index.first(x, y) === 0;
  const seen = new Set<string>();
  const outline: Edge[] = [];
  for (const [a, b] of cut.flat(2)) {
    // Rings that run along each other share their pieces.
    const key = a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]) ? `${a} ${b}` : `${b} ${a}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const [left, right] = besidesOf(a, b);
    const [isLeft, isRight] = [holds(left), holds(right)];
    if (isLeft !== isRight) outline.push(isLeft ? [a, b] : [b, a]);
  }
  const origin = outline[0]?.[0] ?? [0, 0];
  const squareMeters = outline.reduce((sum, [a, b]) => sum + triangleSquareMeters(origin, a, b), 0);
  return { areaSquareKm: Math.abs(squareMeters) / 1e6, widthDegrees: widthOf(outline) };
}

/** `Cover.widthDegrees` of an outline that has the inside on the same side of all its edges. */
function widthOf(outline: readonly Edge[]): number {
  const origin = outline[0]?.[0];
  if (origin === undefined) return 0;
  let twice = 0;
  let length = 0;
  for (const [a, b] of outline) {
    twice += sideOf(origin, a, b);
    length += Math.hypot(b[0] - a[0], b[1] - a[1]);
  }
  return (GRID_DEGREES * Math.abs(twice)) / length;
}

/** Signed area of the triangle from a point to an edge; those of all edges of an outline add up to its area. */
function triangleSquareMeters(origin: Point, a: Point, b: Point): number {
  const points = [origin, a, b];
  const lngs = Float64Array.from(points, ([x]) => x * GRID_DEGREES);
  const sines = Float64Array.from(points, ([, y]) => sineOf(y * GRID_DEGREES));
  return signedAreaSquareMeters(lngs, sines, 0, points.length);
}

function edgesOf(ring: readonly number[][]): Edge[] {
  const points = ring.map(([lng, lat]): Point => [Math.round(lng! / GRID_DEGREES), Math.round(lat! / GRID_DEGREES)]);
  return points.flatMap((b, i): Edge[] => {
    const a = points[(i + points.length - 1) % points.length]!;
    return isSame(a, b) ? [] : [[a, b]];
  });
}

/** Places where two edges cross, on the grid; null where there are too many. */
function crossingsOf(edges: readonly Edge[]): Point[] | null {
  const crossings: Point[] = [];
  if (edges.length === 0) return crossings;
  const tree = new Flatbush(edges.length);
  for (const edge of edges) tree.add(...boxOf(edge));
  tree.finish();
  for (const [row, edge] of edges.entries()) {
    tree.search(...boxOf(edge), (other) => {
      if (other <= row || crossings.length > MOST_CROSSINGS) return false;
      const point = crossingOf(edge, edges[other]!);
      if (point !== null) crossings.push(point);
      return false;
    });
    if (crossings.length > MOST_CROSSINGS) return null;
  }
  return crossings;
}

function crossingOf([a, b]: Edge, [c, d]: Edge): Point | null {
  const [ofA, ofB] = [sideOf(c, d, a), sideOf(c, d, b)];
  if (ofA * ofB >= 0 || sideOf(a, b, c) * sideOf(a, b, d) >= 0) return null;
  const along = ofA / (ofA - ofB);
  return [Math.round(a[0] + along * (b[0] - a[0])), Math.round(a[1] + along * (b[1] - a[1]))];
}

/** Whether an edge passes a corner of another one. */
function touches(edges: readonly Edge[], corners: ReadonlyMap<string, Point>): boolean {
  const cutAt = nearPoints([...corners.values()]);
  return edges.some((edge) => cutAt(edge).length > 0);
}

/** Returns a function that gives the points which an edge passes between its ends, in their order along it. */
function nearPoints(points: readonly Point[]): (edge: Edge) => Point[] {
  if (points.length === 0) return () => [];
  const tree = new Flatbush(points.length);
  for (const [x, y] of points) tree.add(x, y, x, y);
  tree.finish();
  return ([a, b]) => {
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const length = Math.hypot(dx, dy);
    const along = ([x, y]: Point) => (x - a[0]) * dx + (y - a[1]) * dy;
    const [west, south, east, north] = boxOf([a, b]);
    return tree
      .search(west - 1, south - 1, east + 1, north + 1, (row) => {
        const point = points[row]!;
        const isBetween = !isSame(point, a) && !isSame(point, b) && along(point) > 0 && along(point) < length * length;
        return isBetween && Math.abs(sideOf(a, b, point)) <= NEAR * length;
      })
      .map((row) => points[row]!)
      .sort((p, q) => along(p) - along(q));
  };
}

function piecesOf([a, b]: Edge, cuts: readonly Point[]): Edge[] {
  const points = [a, ...cuts, b];
  return points.slice(1).map((to, i): Edge => [points[i]!, to]);
}

/** Points to the left and to the right of the middle of a piece. */
function besidesOf(a: Point, b: Point): [Point, Point] {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const aside = ASIDE / Math.hypot(dx, dy);
  const [x, y] = [a[0] + dx / 2, a[1] + dy / 2];
  return [
    [x - dy * aside, y + dx * aside],
    [x + dy * aside, y - dx * aside],
  ];
}

const boxOf = ([a, b]: Edge): [west: number, south: number, east: number, north: number] => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[0], b[0]),
  Math.max(a[1], b[1]),
];

const isSame = (a: Point, b: Point): boolean => a[0] === b[0] && a[1] === b[1];

/** Positive to the left of the line from a to b, negative to its right, 0 on it. */
const sideOf = (a: Point, b: Point, point: Point): number =>
  (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]);
