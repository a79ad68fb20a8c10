import type { Box } from '@hinterland/geo';
import { ManyIds } from './manyIds.ts';

/** Which objects of a file lie in a box: found before any of them is kept, so that memory grows with the box. */
export class BoxCut {
  readonly nodes = new ManyIds();
  readonly ways = new ManyIds();
  readonly #west: number;
  readonly #south: number;
  readonly #east: number;
  readonly #north: number;

  constructor({ west, south, east, north }: Box) {
    [this.#west, this.#south, this.#east, this.#north] = [west * 1e7, south * 1e7, east * 1e7, north * 1e7];
  }

  /** Whether a place lies in the box; degrees × 10,000,000. */
  holds(lngE7: number, latE7: number): boolean {
    return lngE7 >= this.#west && lngE7 <= this.#east && latE7 >= this.#south && latE7 <= this.#north;
  }

  /** Whether a way has a node in the box; `positions` are those of its nodes where the file keeps them with it. */
  holdsWay(nodeIds: readonly number[], positions: readonly number[] | null): boolean {
    if (positions === null) return nodeIds.some((id) => this.nodes.has(id));
    for (let i = 0; i < positions.length; i += 2) if (this.holds(positions[i]!, positions[i + 1]!)) return true;
    return false;
  }

  /** Whether a relation has a way or a node in the box as its member. */
  holdsRelation(kinds: readonly number[], members: readonly number[]): boolean {
    return members.some((id, i) => (kinds[i] === 1 ? this.ways.has(id) : kinds[i] === 0 && this.nodes.has(id)));
  }
}
