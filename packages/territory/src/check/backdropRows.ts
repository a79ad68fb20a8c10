import { boxCounts } from '@hinterland/geo';
import { BACKDROP_KINDS, backdropGeometry } from '../format/backdropTables.ts';
import type { Backdrop } from '../memory/territory.ts';
import type { Findings } from './findings.ts';
import type { Place } from './place.ts';

export const BACKDROP_STEPS: readonly [string, (backdrop: Backdrop, place: Place, findings: Findings) => void][] = [
  ['backdrop', checkFeatures],
  ['tiles', checkTiles],
];

const LEAST_POSITIONS = { polygon: 4, line: 2, point: 1 } as const;

function checkFeatures(backdrop: Backdrop, place: Place, findings: Findings): void {
  const { features, rings, points, boxes } = backdrop;
  findings.range(place('backdropFeatures', 'kind'), features.kind, 0, BACKDROP_KINDS.length - 1);
  findings.rows(place('backdropFeatures', 'kind'), features.rows, (row) =>
    row === 0 || features.kind[row]! >= features.kind[row - 1]! ? null : 'a kind stands behind a later one',
  );
  findings.starts(place('backdropFeatures', 'ringStart'), features.ringStart, rings.rows);
  findings.starts(place('backdropRings', 'pointStart'), rings.pointStart, points.rows);
  findings.range(place('backdropRings', 'hole'), rings.hole, 0, 1);
  findings.range(place('backdropPoints', 'lngMicrodegrees'), points.lngMicrodegrees, -180e6, 180e6);
  findings.range(place('backdropPoints', 'latMicrodegrees'), points.latMicrodegrees, -90e6, 90e6);
  findings.rows(place('backdropFeatures', 'ringStart'), features.rows, (row) => partFault(backdrop, row));
  const expected = boxCounts(features.rows).reduce((sum, count) => sum + count, 0);
  if (boxes.rows !== expected) {
    findings.error(
      place('backdropBoxes'),
      `it has ${boxes.rows} boxes for ${features.rows} features, not ${expected}.`,
    );
  }
}

/** Returns the fault of a feature's parts, or null. */
function partFault({ features, rings, points }: Backdrop, row: number): string | null {
  const geometry = backdropGeometry(BACKDROP_KINDS[features.kind[row]!] ?? 'city');
  const first = features.ringStart[row]!;
  const end = features.ringStart[row + 1] ?? rings.rows;
  if (end <= first) return 'a feature has no part';
  for (let ring = first; ring < end; ring++) {
    const start = rings.pointStart[ring]!;
    const stop = rings.pointStart[ring + 1] ?? points.rows;
    if (stop - start < LEAST_POSITIONS[geometry]) return `a ${geometry} has ${stop - start} positions`;
    if (rings.hole[ring] === 1 && (geometry !== 'polygon' || ring === first)) return 'a hole has no outer ring';
    const isClosed =
      points.lngMicrodegrees[start] === points.lngMicrodegrees[stop - 1] &&
      points.latMicrodegrees[start] === points.latMicrodegrees[stop - 1];
    if (geometry === 'polygon' && !isClosed) return 'a ring is not closed';
  }
  return null;
}

function checkTiles({ lowTiles, lowTileBytes }: Backdrop, place: Place, findings: Findings): void {
  const { zoom, x, y } = lowTiles;
  findings.starts(place('lowTiles', 'startByte'), lowTiles.startByte, lowTileBytes.rows);
  findings.rows(place('lowTiles'), lowTiles.rows, (row) => {
    if (x[row]! >= 2 ** zoom[row]! || y[row]! >= 2 ** zoom[row]!) {
      return `there is no tile ${zoom[row]}/${x[row]}/${y[row]}`;
    }
    if (row === 0) return null;
    const step = zoom[row]! - zoom[row - 1]! || x[row]! - x[row - 1]! || y[row]! - y[row - 1]!;
    return step > 0 ? null : 'a tile does not come after the one before it';
  });
}
