import { signedAreaSquareMeters, sineOf } from './area.ts';
import type { MultiPolygonCoordinates } from './polygon.ts';

/** A multipolygon in whole microdegrees: all its rings one after the other, without an object per point. */
export interface MicroPolygon {
  /** Longitude and latitude in turn; each ring is closed. */
  readonly points: Int32Array;
  /** The end of each ring in `points`. */
  readonly ringEnds: readonly number[];
  /** The end of each polygon in `ringEnds`; its first ring is the outer one. */
  readonly polygonEnds: readonly number[];
}

/** GeoJSON. */
interface MultiPolygon {
  readonly type: 'MultiPolygon';
  readonly coordinates: MultiPolygonCoordinates;
}

const sources = new WeakMap<object, MicroPolygon>();

/** Returns a multipolygon as GeoJSON. Its coordinates are made when they are first read: writing JSON needs none. */
export function geoJsonOf(polygon: MicroPolygon): MultiPolygon {
  let made: MultiPolygonCoordinates | null = null;
  const geoJson: MultiPolygon = {
    type: 'MultiPolygon',
    get coordinates() {
      made ??= coordinatesOf(polygon);
      return made;
    },
  };
  sources.set(geoJson, polygon);
  return geoJson;
}

/** Returns the multipolygon behind an object that `geoJsonOf` made; undefined for others. */
export function microPolygonOf(geoJson: object): MicroPolygon | undefined {
  return sources.get(geoJson);
}

/** Returns the area on the sphere: the same number as `multiPolygonAreaSquareKm` of its coordinates. */
export function microPolygonAreaSquareKm({ points, ringEnds, polygonEnds }: MicroPolygon): number {
  const lngs = new Float64Array(points.length / 2);
  const sines = new Float64Array(points.length / 2);
  for (let i = 0; i < lngs.length; i++) {
    lngs[i] = points[2 * i]! / 1e6;
    sines[i] = keptSine(points[2 * i + 1]!);
  }
  let squareMeters = 0;
  let ring = 0;
  for (const end of polygonEnds) {
    for (const first = ring; ring < end; ring++) {
      const start = ring === 0 ? 0 : ringEnds[ring - 1]! / 2;
      const area = Math.abs(signedAreaSquareMeters(lngs, sines, start, ringEnds[ring]! / 2));
      squareMeters += ring === first ? area : -area;
    }
  }
  return squareMeters / 1e6;
}

/** Points of a lattice have few latitudes, whose sines are kept: the last one of each place in these arrays. */
const KEPT_BITS = 12;
const keptLats = new Int32Array(1 << KEPT_BITS);
const keptSines = new Float64Array(1 << KEPT_BITS);

/** In: latitude in microdegrees. The sine of 0 is what the arrays hold at first. */
function keptSine(lat: number): number {
  // Multiplication by an odd number near 2^32 / golden ratio spreads neighboring values (Knuth, TAOCP 3, 6.4).
  const place = Math.imul(lat, 0x9e3779b1) >>> (32 - KEPT_BITS);
  if (keptLats[place] !== lat) {
    keptLats[place] = lat;
    keptSines[place] = sineOf(lat / 1e6);
  }
  return keptSines[place]!;
}

function coordinatesOf({ points, ringEnds, polygonEnds }: MicroPolygon): MultiPolygonCoordinates {
  let at = 0;
  let ring = 0;
  return polygonEnds.map((polygonEnd) => {
    const rings: number[][][] = [];
    for (; ring < polygonEnd; ring++) {
      const line: number[][] = [];
      for (; at < ringEnds[ring]!; at += 2) line.push([points[at]! / 1e6, points[at + 1]! / 1e6]);
      rings.push(line);
    }
    return rings;
  });
}
