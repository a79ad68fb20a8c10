import { AREA_KINDS, encodeAreaPolygons } from '@hinterland/territory';
import type { AreaRow } from '../../areas/areaRows.ts';

/** The bundle's table of areas and its file of polygons. */
export function areaTable(rows: readonly AreaRow[]) {
  const lines = encodeAreaPolygons(
    rows.map(({ boundary: { code, name, polygon } }) => ({
      code,
      name,
      polygon: polygon.length === 0 ? null : polygon,
    })),
  );
  return {
    polygons: { bytes: lines.bytes, rows: lines.rows },
    table: {
      code: rows.map(({ boundary }) => boundary.code),
      name: rows.map(({ boundary }) => boundary.name),
      country: rows.map(({ boundary }) => boundary.country),
      kind: rows.map(({ boundary }) => AREA_KINDS.indexOf(boundary.kind)),
      level: rows.map(({ boundary }) => boundary.level),
      localType: rows.map(({ boundary }) => boundary.localType),
      parent: rows.map(({ parent }) => parent),
      areaSquareKm: rows.map(({ areaSquareKm }) => areaSquareKm),
      west: rows.map(({ box }) => box.west),
      south: rows.map(({ box }) => box.south),
      east: rows.map(({ box }) => box.east),
      north: rows.map(({ box }) => box.north),
      cut: rows.map(({ isCut }) => (isCut ? 1 : 0)),
      polygonStartByte: lines.polygonStartByte,
      polygonBytes: lines.polygonBytes,
    },
  };
}
