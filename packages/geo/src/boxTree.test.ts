import { describe, expect, it } from 'vitest';
import { boxLevels } from './boxLevels.ts';
import { BoxTree } from './boxTree.ts';
import { SeededRandom } from './random.ts';

/** Nested squares around (0, 0), each wider than the one before; a box is judged by its corners. */
function nestedSquares(halves: readonly number[], isVague: () => boolean) {
  return (cover: number, west: number, south: number, east: number, north: number) => {
    const half = halves[cover]!;
    if (west > half || east < -half || south > half || north < -half) return 'none';
    if (isVague()) return 'some';
    return Math.max(-west, east, -south, north) <= half ? 'all' : 'some';
  };
}

describe('a walk over nested covers', () => {
  it('tells every row of each cover exactly once, as a look at every row does', () => {
    const random = new SeededRandom(46);
    const told = { all: 0, some: 0 };
    for (let seed = 0; seed < 200; seed++) {
      const rows = random.int(random.pick([1, 17, 300, 5000]));
      const side = random.pick([3, 100]);
      // In stripes, so that neighbors lie together.
      const places = Array.from({ length: rows }, (_, i) => [
        Math.floor((i / Math.max(1, rows)) * 2 * side) - side,
        random.int(2 * side) - side,
      ]);
      const tree = new BoxTree(
        rows,
        boxLevels(rows, (row, box) => {
          const [x, y] = places[row]!;
          box[0] = Math.min(box[0]!, x!);
          box[1] = Math.min(box[1]!, y!);
          box[2] = Math.max(box[2]!, x!);
          box[3] = Math.max(box[3]!, y!);
        }),
      );
      const halves = Array.from({ length: random.int(5) }, () => random.int(side + 10)).sort((a, b) => a - b);
      const holds = (cover: number, row: number) =>
        Math.abs(places[row]![0]!) <= halves[cover]! && Math.abs(places[row]![1]!) <= halves[cover]!;
      const times = halves.map(() => new Int32Array(rows));
      const tell = (cover: number, row: number) => {
        times[cover]![row]!++;
      };
      tree.visitCovered(
        halves.length,
        nestedSquares(halves, () => random.int(4) === 0),
        (first, end, firstCover, endCover) => {
          for (let cover = firstCover; cover < endCover; cover++) {
            for (let row = first; row < end; row++) {
              if (!holds(cover, row)) expect.fail(`seed ${seed}: cover ${cover} does not hold row ${row}`);
              tell(cover, row);
              told.all++;
            }
          }
        },
        (first, end, firstCover, endCover) => {
          for (let cover = firstCover; cover < endCover; cover++) {
            for (let row = first; row < end; row++) {
              if (!holds(cover, row)) continue;
              tell(cover, row);
              told.some++;
            }
          }
        },
      );
      const expected = halves.map((_, cover) => Int32Array.from(places, (_place, row) => (holds(cover, row) ? 1 : 0)));
      expect(times).toEqual(expected);
    }
    expect(Math.min(told.all, told.some)).toBeGreaterThan(10_000);
  });
});
