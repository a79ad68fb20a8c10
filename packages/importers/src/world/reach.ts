import {
  type Box,
  expandBoxMeters,
  type MultiPolygonCoordinates,
  multiPolygonBox,
  PolygonIndex,
} from '@hinterland/geo';

/** Rows of a reach per width of it: its edge is as exact as a step. */
const STEPS_PER_WIDTH = 8;
/** Of a large place steps are longer, so that it has no more rows than this. */
const MOST_ROWS = 1000;
const METERS_PER_DEGREE = 111_195;

/**
 * Returns everything that lies up to so many meters around an outline, itself included: rectangles side by side, which reach up to a step
 * (an eighth of the width) too far and never less far. Cut at the poles and the antimeridian.
 */
export function reachAround(outline: MultiPolygonCoordinates, meters: number): MultiPolygonCoordinates {
  const box = expandBoxMeters(multiPolygonBox(outline), meters);
  const step = Math.max(meters / STEPS_PER_WIDTH / METERS_PER_DEGREE, (box.north - box.south) / MOST_ROWS);
  const index = new PolygonIndex([outline]);
  const rows = Math.ceil((box.north - box.south) / step);
  const held = Array.from({ length: rows }, (_, row) => heldIn(index, outline, box, box.south + row * step, step));
  // A step more holds what lies between the points that were looked at.
  const up = Math.ceil(meters / METERS_PER_DEGREE / step) + 1;
  const reach = held.map((_, row) => {
    const around: Run[] = [];
    for (let other = Math.max(0, row - up); other <= Math.min(rows - 1, row + up); other++) {
      const away = Math.max(0, Math.abs(other - row) - 1) * step * METERS_PER_DEGREE;
      if (away > meters) continue;
      const lat = Math.min(89, Math.max(Math.abs(box.south + row * step), Math.abs(box.south + (row + 1) * step)));
      const beside = Math.sqrt(meters ** 2 - away ** 2) / METERS_PER_DEGREE / Math.cos((lat * Math.PI) / 180);
      for (const [west, east] of held[other]!) {
        around.push([Math.max(box.west, west - beside), Math.min(box.east, east + beside)]);
      }
    }
    return merged(around);
  });
  return rectangles(reach, box, step);
}

type Run = readonly [west: number, east: number];

/** The parts of a row of the box that an outline may touch. */
function heldIn(index: PolygonIndex, outline: MultiPolygonCoordinates, box: Box, south: number, step: number): Run[] {
  const runs: Run[] = [];
  const isHeld = (lng: number) => [0.25, 0.75].some((part) => index.firstNear(lng, south + part * step) >= 0);
  const columns = Math.ceil((box.east - box.west) / step);
  for (let column = 0; column < columns; column++) {
    const west = box.west + column * step;
    if (isHeld(west + step / 2)) runs.push([west - step / 2, west + 1.5 * step]);
  }
  // Corners between the points: an island smaller than a step.
  for (const ring of outline.flat()) {
    for (const [lng, lat] of ring as [number, number][]) if (lat >= south && lat < south + step) runs.push([lng, lng]);
  }
  return merged(runs);
}

function merged(runs: readonly Run[]): Run[] {
  const all: Run[] = [];
  for (const run of runs.toSorted((a, b) => a[0] - b[0])) {
    const last = all.at(-1);
    if (last !== undefined && run[0] <= last[1]) all[all.length - 1] = [last[0], Math.max(last[1], run[1])];
    else all.push(run);
  }
  return all;
}

/** Rows as rectangles; rows that are alike make one. */
function rectangles(rows: readonly (readonly Run[])[], box: Box, step: number): MultiPolygonCoordinates {
  const found: MultiPolygonCoordinates = [];
  for (let row = 0; row < rows.length; ) {
    let end = row + 1;
    while (end < rows.length && JSON.stringify(rows[end]) === JSON.stringify(rows[row])) end++;
    const [south, north] = [box.south + row * step, Math.min(box.north, box.south + end * step)];
    for (const [west, east] of rows[row]!) {
      found.push([
        [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
          [west, south],
        ],
      ]);
    }
    row = end;
  }
  return found;
}
