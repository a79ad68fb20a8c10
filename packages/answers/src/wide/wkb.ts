import type { Geometry, Position } from '../layers.ts';

const CODES = { Point: 1, Polygon: 3, MultiPolygon: 6 } as const;

/** Returns a geometry as well-known binary (OGC 06-103r4): little-endian, x = longitude, y = latitude. */
export function wkbOf(geometry: Geometry): Uint8Array {
  const bytes = new Uint8Array(sizeOf(geometry));
  const view = new DataView(bytes.buffer);
  let at = 0;
  const uint32 = (value: number) => {
    view.setUint32(at, value, true);
    at += 4;
  };
  const position = ([x, y]: Position) => {
    view.setFloat64(at, x!, true);
    view.setFloat64(at + 8, y!, true);
    at += 16;
  };
  const head = (code: number) => {
    view.setUint8(at, 1);
    at += 1;
    uint32(code);
  };
  const polygon = (rings: readonly (readonly Position[])[]) => {
    head(CODES.Polygon);
    uint32(rings.length);
    for (const ring of rings) {
      uint32(ring.length);
      ring.forEach(position);
    }
  };
  if (geometry.type === 'Point') {
    head(CODES.Point);
    position(geometry.coordinates);
  } else if (geometry.type === 'Polygon') polygon(geometry.coordinates);
  else {
    head(CODES.MultiPolygon);
    uint32(geometry.coordinates.length);
    geometry.coordinates.forEach(polygon);
  }
  return bytes;
}

const HEAD = 5;

function sizeOf(geometry: Geometry): number {
  if (geometry.type === 'Point') return HEAD + 16;
  if (geometry.type === 'Polygon') return polygonSize(geometry.coordinates);
  return geometry.coordinates.reduce((sum, rings) => sum + polygonSize(rings), HEAD + 4);
}

const polygonSize = (rings: readonly (readonly Position[])[]): number =>
  rings.reduce((sum, ring) => sum + 4 + 16 * ring.length, HEAD + 4);

/** Returns the place of a point in well-known binary, also with the SRID that PostGIS adds; null for anything else. */
export function pointOfWkb(bytes: Uint8Array): { readonly lat: number; readonly lng: number } | null {
  if (bytes.byteLength < HEAD + 16) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLittle = view.getUint8(0) === 1;
  const code = view.getUint32(1, isLittle);
  const hasSrid = (code & 0x20000000) !== 0;
  if ((code & 0xff) !== CODES.Point) return null;
  const at = HEAD + (hasSrid ? 4 : 0);
  if (bytes.byteLength < at + 16) return null;
  return { lng: view.getFloat64(at, isLittle), lat: view.getFloat64(at + 8, isLittle) };
}
