import { type Box, boxContains, clipLine, pointInMultiPolygon, ringSignedAreaSquareMeters } from '@hinterland/geo';

/** The ocean within a box, and the number of coastlines that begin or end inside it and so enclose nothing. */
interface Oceans {
  /** Each its outer ring and its islands, closed, in degrees. */
  readonly polygons: readonly number[][][][];
  readonly openEnds: number;
}

/**
 * Finds the ocean within a box from coastlines that have water on their right. Coasts are cut at the box; from where one
 * leaves it the ocean's outline follows the box clockwise to where the next one enters. Without any coast there is no
 * ocean; with islands alone it fills the box. Extracts that end with the last node before the edge are led on to it.
 */
export function oceans(coasts: readonly number[][][], box: Box): Oceans {
  const islands: number[][][] = [];
  const outers: number[][][] = [];
  const pieces: Piece[] = [];
  let openEnds = 0;
  for (const coast of coasts) {
    const closed = isClosed(coast);
    const outside = coast.findIndex(([lng, lat]) => !boxContains(box, lng!, lat!));
    if (closed && outside < 0) {
      (ringSignedAreaSquareMeters(coast) > 0 ? islands : outers).push(coast);
      continue;
    }
    for (const part of clipLine((closed ? rotated(coast, outside) : reaching(coast, box)).flat(), box)) {
      const line = pairsOf(part);
      const [enters, leaves] = [perimeterOf(line[0]!, box), perimeterOf(line[line.length - 1]!, box)];
      if (enters === null || leaves === null) openEnds++;
      else if (line.length > 1) pieces.push({ line, enters, leaves });
    }
  }
  outers.push(...closedAlongBox(pieces, box));
  if (outers.length === 0 && islands.length > 0 && openEnds === 0) outers.push(cornersOf(box));
  const polygons = outers.map((outer) => [outer]);
  for (const island of islands) {
    const [lng, lat] = island[0]!;
    polygons.find(([outer]) => pointInMultiPolygon(lng!, lat!, [[outer!]]))?.push(island);
  }
  return { polygons, openEnds };
}

/** An end this near to a side of the box, as a share of the box, was cut off at the last node before it. */
const CUT_SHARE = 0.1;

/** The line with its ends led on to the side of the box where they were cut off near it. */
function reaching(coast: readonly number[][], box: Box): number[][] {
  const onSide = (end: number[]) => {
    const side = nearestSide(end, box);
    return side === null ? [] : [side];
  };
  return [...onSide(coast[0]!), ...coast, ...onSide(coast[coast.length - 1]!)];
}

/** The nearest position on the sides of the box; null outside, and where it is far. */
function nearestSide([lng, lat]: number[], box: Box): number[] | null {
  if (!boxContains(box, lng!, lat!)) return null;
  const { west, south, east, north } = box;
  const [width, height] = [east - west, north - south];
  const sides: readonly (readonly [number, number[]])[] = [
    [(lng! - west) / width, [west, lat!]],
    [(east - lng!) / width, [east, lat!]],
    [(lat! - south) / height, [lng!, south]],
    [(north - lat!) / height, [lng!, north]],
  ];
  const [share, position] = sides.reduce((a, b) => (b[0] < a[0] ? b : a));
  return share < CUT_SHARE ? position : null;
}

/** A coast from side to side of the box. */
interface Piece {
  readonly line: number[][];
  /** Places on the perimeter, see perimeterOf. */
  readonly enters: number;
  readonly leaves: number;
}

/** Rings around water: a piece, the box clockwise to the next piece, and so on back to the first. */
function closedAlongBox(pieces: readonly Piece[], box: Box): number[][][] {
  const left = new Set(pieces);
  const corners = cornersOf(box).slice(0, 4);
  return pieces.flatMap((first) => {
    if (!left.has(first)) return [];
    const ring: number[][] = [];
    let piece = first;
    do {
      left.delete(piece);
      ring.push(...piece.line);
      const { leaves } = piece;
      const ahead = ({ enters }: Piece) => (enters - leaves + 4) % 4;
      const next = [...left, first].reduce((a, b) => (ahead(b) < ahead(a) ? b : a));
      // Corners of the box on the way.
      const passed = corners.map((corner, i) => ({ corner, way: (i - leaves + 4) % 4 }));
      const way = ahead(next);
      ring.push(
        ...passed
          .filter((one) => one.way > 0 && one.way < way)
          .sort((a, b) => a.way - b.way)
          .map(({ corner }) => corner),
      );
      piece = next;
    } while (piece !== first);
    ring.push(ring[0]!);
    return [ring];
  });
}

/** Corners clockwise from the north-west, closed. */
const cornersOf = ({ west, south, east, north }: Box): number[][] => [
  [west, north],
  [east, north],
  [east, south],
  [west, south],
  [west, north],
];

/** Where a position lies on the sides of the box: 0 to 4 clockwise from the north-west corner; null inside. */
function perimeterOf([lng, lat]: number[], { west, south, east, north }: Box): number | null {
  const [width, height] = [east - west, north - south];
  const close = 1e-9 * Math.max(width, height, 1);
  if (Math.abs(lat! - north) < close) return (lng! - west) / width;
  if (Math.abs(lng! - east) < close) return 1 + (north - lat!) / height;
  if (Math.abs(lat! - south) < close) return 2 + (east - lng!) / width;
  if (Math.abs(lng! - west) < close) return (3 + (lat! - south) / height) % 4;
  return null;
}

const isClosed = (line: readonly number[][]): boolean => {
  const [first, last] = [line[0]!, line[line.length - 1]!];
  return line.length > 3 && first[0] === last[0] && first[1] === last[1];
};

/** The same closed line, beginning at another of its positions. */
const rotated = (ring: readonly number[][], start: number): number[][] => {
  const open = ring.slice(0, -1);
  return [...open.slice(start), ...open.slice(0, start), open[start % open.length]!];
};

const pairsOf = (flat: readonly number[]): number[][] =>
  Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i]!, flat[2 * i + 1]!]);
