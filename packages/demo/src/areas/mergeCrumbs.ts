import { COLUMNS } from '../geometry/raster.ts';

/**
 * Gives pieces that hang apart from the largest piece of their group to the neighbor with the longest common border
 * within the same parent; a piece without such a neighbor (an islet) stays.
 */
export function mergeCrumbs(groupOf: Int32Array, parentOf: Int32Array | null): void {
  const pieceOf = new Int32Array(groupOf.length).fill(-1);
  const pieces: number[][] = [];
  for (let start = 0; start < groupOf.length; start++) {
    if (groupOf[start]! < 0 || pieceOf[start] !== -1) continue;
    const piece = [start];
    pieceOf[start] = pieces.length;
    for (let i = 0; i < piece.length; i++) {
      for (const step of [-1, 1, -COLUMNS, COLUMNS]) {
        const next = piece[i]! + step;
        if (groupOf[next] === groupOf[start] && pieceOf[next] === -1) {
          pieceOf[next] = pieces.length;
          piece.push(next);
        }
      }
    }
    pieces.push(piece);
  }
  const largest = new Map<number, number>();
  for (const piece of pieces) {
    const group = groupOf[piece[0]!]!;
    largest.set(group, Math.max(largest.get(group) ?? 0, piece.length));
  }
  for (const piece of pieces) {
    const group = groupOf[piece[0]!]!;
    if (piece.length === largest.get(group)) continue;
    const borders = new Map<number, number>();
    for (const cell of piece) {
      for (const step of [-1, 1, -COLUMNS, COLUMNS]) {
        const next = cell + step;
        const other = groupOf[next]!;
        if (other < 0 || other === group) continue;
        if (parentOf !== null && parentOf[next] !== parentOf[cell]) continue;
        borders.set(other, (borders.get(other) ?? 0) + 1);
      }
    }
    const [best] = [...borders].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    if (best !== undefined) for (const cell of piece) groupOf[cell] = best[0];
  }
}
