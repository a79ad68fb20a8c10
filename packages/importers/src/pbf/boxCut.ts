import { type Box, expandBoxMeters, type MultiPolygonCoordinates, PolygonIndex } from '@hinterland/geo';
import { ManyIds } from './manyIds.ts';

/** Roads go on so far beyond the box, and ferries do not reach the next country. */
const ROAD_MARGIN_METERS = 300;

/** What is read of a file: what lies in a box, and in an outline where there is one. */
export interface Cut {
  readonly box: Box;
  readonly outline?: MultiPolygonCoordinates;
}

/** Which objects of a file lie in a box or an outline: found before any of them is kept, so that memory grows with the box. */
export class BoxCut {
  readonly nodes = new ManyIds();
  readonly ways = new ManyIds();
  /** Nodes a little beyond the box, where roads end. */
  readonly #rimNodes = new ManyIds();
  readonly #box: Box;
  readonly #roadBox: Box;
  readonly #outline: PolygonIndex | null;

  constructor({ box, outline }: Cut) {
    this.#outline = outline === undefined ? null : new PolygonIndex([outline]);
    this.#box = timesE7(box);
    this.#roadBox = timesE7(expandBoxMeters(box, ROAD_MARGIN_METERS));
  }

  /** Whether a place lies in the box; degrees × 10,000,000. */
  holds(lngE7: number, latE7: number): boolean {
    return isIn(this.#box, lngE7, latE7) && (this.#outline?.firstNear(lngE7 / 1e7, latE7 / 1e7) ?? 0) >= 0;
  }

  /** Whether a road goes on at a place: in the box or a little beyond, and in the outline where there is one. */
  #holdsRoad(lngE7: number, latE7: number): boolean {
    return this.#outline === null ? isIn(this.#roadBox, lngE7, latE7) : this.holds(lngE7, latE7);
  }

  /** Notes a node by its place. */
  addNode(id: number, lngE7: number, latE7: number): void {
    if (this.holds(lngE7, latE7)) this.nodes.add(id);
    else if (this.#holdsRoad(lngE7, latE7)) this.#rimNodes.add(id);
  }

  /** The nodes of a road that are kept; `positions` are those of its nodes where the file keeps them with it. */
  nodesOfRoad(nodeIds: readonly number[], positions: readonly number[] | null): number[] {
    return nodeIds.filter((id, i) =>
      positions === null
        ? this.nodes.has(id) || this.#rimNodes.has(id)
        : this.#holdsRoad(positions[2 * i]!, positions[2 * i + 1]!),
    );
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

const timesE7 = ({ west, south, east, north }: Box): Box => ({
  west: west * 1e7,
  south: south * 1e7,
  east: east * 1e7,
  north: north * 1e7,
});

const isIn = ({ west, south, east, north }: Box, lngE7: number, latE7: number): boolean =>
  lngE7 >= west && lngE7 <= east && latE7 >= south && latE7 <= north;
