import type { HierarchyArcs } from '../hierarchy/hierarchy.ts';
import { int32Pages, uint32Pages } from '../memory/pages.ts';
import type { RoadColumns } from './roadTable.ts';

/** Positions that are passed over together when nothing near them is reached. */
export const BLOCK = 64;

/** Blocks that are passed over together when nothing near any of them is reached. */
export const GROUP = 64;

/**
 * Per span of positions (a block, a group of blocks), the positions outside it from which an arc descends or a road leads
 * into it. They lie before the span, so when a pass comes to it their costs are final: if none of them is reached and no
 * seed lies in the span, no position of it and no pole of its roads can be reached. (Roads count on their own: a pole
 * near the far end is reached although the road takes longer than the limit, and such a road is no arc of any shortest
 * path.)
 */
export function bordersOf(
  positions: number,
  down: HierarchyArcs,
  roads: RoadColumns,
  span: number,
): { firstBorder: Uint32Array; borders: Uint32Array } {
  const spans = Math.ceil(positions / span);
  const firstBorder = new Uint32Array(spans + 1);
  const borders = uint32Pages(down.ends.length + roads.rows);
  const seenIn = int32Pages(positions).fill(-1);
  let count = 0;
  const add = (border: number, i: number) => {
    if (border >= i * span || seenIn[border] === i) return;
    seenIn[border] = i;
    borders[count++] = border;
  };
  for (let i = 0; i < spans; i++) {
    const start = i * span;
    const end = Math.min(start + span, positions);
    for (let arc = down.first[start]!; arc < down.first[end]!; arc++) add(down.ends[arc]!, i);
    for (let road = roads.firstRoad[start]!; road < roads.firstRoad[end]!; road++) add(roads.far[road]!, i);
    firstBorder[i + 1] = count;
  }
  return { firstBorder, borders: borders.slice(0, count) };
}
