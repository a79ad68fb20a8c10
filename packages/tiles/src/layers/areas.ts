import { AREA_KINDS, type AreaKind } from '@hinterland/territory';
import { EXTENT } from '../address.ts';
import { mercatorX, mercatorY } from '../geometry/mercator.ts';
import { areaShapes } from './areaShapes.ts';
import type { Cut, Layer, TileFeature, TileSource } from './layer.ts';

/** First zoom at which areas of a kind are drawn. */
const FIRST_ZOOM: Readonly<Record<AreaKind, number>> = {
  country: 0,
  region: 2,
  county: 5,
  municipality: 7,
  locality: 9,
  postcode: 9,
  statistical: 11,
};
const firstZooms = AREA_KINDS.map((kind) => FIRST_ZOOM[kind]);

/** Areas whose box is smaller than this on the tile are left out: a pixel of the screen. */
const LEAST_UNITS = 8;
/** Areas at least this wide and high on the tile are named. */
const NAMED_UNITS = EXTENT / 16;

const FIELDS = {
  code: 'Code of the area',
  name: 'Name',
  kind: 'Kind as in the bundle, such as municipality',
  level: 'Administrative level; -1 for postcodes and statistical areas',
};

/** Outlines of areas of every level, larger levels first. */
export const areas: Layer = {
  name: 'area',
  description: 'Outlines of areas by level',
  fields: FIELDS,
  minZoom: 0,
  draw: (source, cut) =>
    areasIn(source, cut, LEAST_UNITS * cut.coarseness).flatMap((row): TileFeature[] => {
      const polygons = areaShapes(source).shape(row);
      const geometry = polygons.flatMap((polygon) => cut.canvas.polygon(polygon));
      return geometry.length === 0 ? [] : [{ id: row, type: 3, geometry, tags: tagsOf(source, row) }];
    }),
};

/** A point inside each area that is large enough to be named. */
export const areaNames: Layer = {
  name: 'area_name',
  description: 'A point inside each area, for its name',
  fields: FIELDS,
  minZoom: 0,
  draw: (source, cut) =>
    areasIn(source, cut, NAMED_UNITS).flatMap((row): TileFeature[] => {
      if (source.areas.name.at(row) === '') return [];
      const center = areaShapes(source).center(row);
      if (center === null) return [];
      const point = cut.canvas.point(mercatorX(center[0] * 1e6), mercatorY(center[1] * 1e6));
      return point === null ? [] : [{ id: row, type: 1, geometry: [[point]], tags: tagsOf(source, row) }];
    }),
};

const tagsOf = ({ areas }: TileSource, row: number) => ({
  code: areas.code.at(row),
  name: areas.name.at(row),
  kind: AREA_KINDS[areas.kind[row]!]!,
  level: areas.level[row]!,
});

/** Rows of areas with an outline whose boxes meet the tile and are at least so many units wide or high. */
function areasIn({ areas }: TileSource, { box, address, canvas }: Cut, leastUnits: number): number[] {
  const rows: number[] = [];
  for (let row = 0; row < areas.rows; row++) {
    if (firstZooms[areas.kind[row]!]! > address.z || areas.polygonBytes[row] === 0) continue;
    const [west, east] = [areas.west[row]! * 1e6, areas.east[row]! * 1e6];
    const [south, north] = [areas.south[row]! * 1e6, areas.north[row]! * 1e6];
    if (east < box.west || west > box.east || north < box.south || south > box.north) continue;
    const width = canvas.units(mercatorX(east) - mercatorX(west));
    const height = canvas.units(mercatorY(south) - mercatorY(north));
    if (Math.max(width, height) >= leastUnits) rows.push(row);
  }
  return rows;
}
