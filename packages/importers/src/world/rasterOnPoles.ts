import {
  type Box,
  clipToBox,
  type MultiPolygonCoordinates,
  multiPolygonAreaSquareKm,
  NearPlaces,
  PolygonIndex,
} from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import { ringAreaSquareKm } from '../raster/cell.ts';
import { eachTiffCell } from '../raster/cellsOfTiff.ts';
import { cellClipper } from '../raster/clipCell.ts';

/** People of a raster in a territory that was made from something else. */
export interface RasterPeople {
  /** Row = pole. */
  readonly perPole: Float64Array;
  /** All people of the cells in the map, those too that no pole is near to. */
  readonly total: number;
}

/**
 * Puts the people of a raster on the poles of a built territory, as a build from the raster would: a cell's people go to the poles in
 * it by dwellings, else to the nearest one at most `nearestMeters` from the cell. Cells that the map's box or the outline cuts count
 * by area. Nothing of the territory changes.
 */
export async function rasterOnPoles(
  paths: readonly string[],
  { poles }: Pick<Territory, 'poles'>,
  { box, outline, nearestMeters }: { box: Box; outline: MultiPolygonCoordinates | null; nearestMeters: number },
): Promise<RasterPeople> {
  const clip = outline === null ? null : cellClipper(outline);
  const cells: { ring: number[][]; people: number; areaSquareKm: number }[] = [];
  await eachTiffCell(paths, box, { isDensity: false, layers: [] }, ({ ring, figures }) => {
    const polygon = clip === null ? [[ring]] : clip(ring);
    if (polygon === null) return;
    const areaSquareKm = ringAreaSquareKm(ring);
    const share = Math.min(1, multiPolygonAreaSquareKm(clipToBox(polygon, box)) / areaSquareKm);
    if (share > 0) cells.push({ ring, people: Number(figures[0]) * share, areaSquareKm });
  });
  const lng = (pole: number) => poles.lngMicrodegrees[pole]! / 1e6;
  const lat = (pole: number) => poles.latMicrodegrees[pole]! / 1e6;
  const index = new PolygonIndex(cells.map(({ ring }) => [[ring]]));
  const weights = new Float64Array(cells.length);
  const cellOf = Int32Array.from({ length: poles.rows }, (_, pole) => index.first(lng(pole), lat(pole)));
  // A pole without dwellings counts less than any home, and is there where a cell has no other.
  const weightOf = (pole: number) => Math.max(poles.dwellings[pole]!, 1e-6);
  cellOf.forEach((cell, pole) => {
    if (cell >= 0) weights[cell]! += weightOf(pole);
  });
  const perPole = new Float64Array(poles.rows);
  cellOf.forEach((cell, pole) => {
    if (cell >= 0) perPole[pole] = (cells[cell]!.people * weightOf(pole)) / weights[cell]!;
  });
  const homes = new NearPlaces(poles.rows, lng, lat);
  let total = 0;
  cells.forEach(({ ring, people, areaSquareKm }, cell) => {
    total += people;
    if (weights[cell]! > 0) return;
    const [a, , c] = ring as [number[], number[], number[]];
    const halfSideMeters = Math.sqrt(areaSquareKm) * 500;
    const home = homes.nearest((a[0]! + c[0]!) / 2, (a[1]! + c[1]!) / 2, halfSideMeters + nearestMeters);
    if (home >= 0) perPole[home]! += people;
  });
  return { perPole, total };
}
