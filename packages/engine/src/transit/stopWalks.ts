import type { Mode } from '@hinterland/catalogue';
import { NONE, type Territory } from '@hinterland/territory';
import type { EdgeCosts } from '../graph/edgeCosts.ts';
import { searchGraph } from '../graph/searchGraph.ts';
import { PerTerritory } from '../memory/perTerritory.ts';
import { SharedPerTerritory } from '../memory/sharedPerTerritory.ts';
import { bucketSearch } from '../search/bucketSearch.ts';
import { originSeeds } from '../search/seeds.ts';
import { workspaceOf } from '../search/workspace.ts';
import { type StopPlaces, stopPlace, stopPlacesOf } from './stopPlaces.ts';
import type { Timetable } from './timetable.ts';

/** Stops of a block as a power of two. */
const BLOCK_BITS = 4;
const BLOCK_MASK = (1 << BLOCK_BITS) - 1;

/**
 * Longest ways are kept in classes of this many milliseconds, so that the usual ones do not pay for the longest. Bicycles are
 * three times as fast.
 */
const classMilliseconds = (mode: Mode): number => (mode === 'walk' ? 15 : 5) * 60_000;

/** Walks from the stops of a block: those of its r-th stop are rows `first[r]` to `first[r + 1]`, the nearest node first. */
interface WalkBlock {
  readonly first: Uint32Array;
  readonly node: Uint32Array;
  readonly cost: Uint32Array;
}

const keptBlocks = new SharedPerTerritory<WalkBlock>('stopWalks');
const kept = new PerTerritory<(WalkBlock | undefined)[]>();

/**
 * Ways on streets between stops and the nodes of the network, in the direction of a search. They are found when a search first
 * reaches a stop and kept as long as the territory, about 8 bytes per stop and node within a walk; threads share them.
 * The search uses this thread's workspace, which it leaves cleared.
 */
export class StopWalks {
  readonly #territory: Territory;
  readonly #timetable: Timetable;
  readonly #places: StopPlaces;
  readonly #costs: EdgeCosts;
  readonly #classes: number;
  readonly #key: string;
  readonly #blocks: (WalkBlock | undefined)[];

  constructor(territory: Territory, timetable: Timetable, costs: EdgeCosts, longestMilliseconds: number) {
    this.#territory = territory;
    this.#timetable = timetable;
    this.#places = stopPlacesOf(territory, timetable, costs.mode);
    this.#costs = costs;
    this.#classes = Math.ceil(longestMilliseconds / classMilliseconds(costs.mode));
    this.#key = `${costs.name}:${costs.direction}:${this.#classes}`;
    this.#blocks = kept.get(territory, this.#key, () => []);
  }

  /** Visits the nodes within a walk of a stop, which must not be longer than the longest, with the cost of the walk. */
  forEachNode(stop: number, longestMilliseconds: number, visit: (node: number, cost: number) => void): void {
    const { first, node, cost } = this.#blockOf(stop);
    const end = first[(stop & BLOCK_MASK) + 1]!;
    for (let row = first[stop & BLOCK_MASK]!; row < end; row++) {
      if (cost[row]! > longestMilliseconds) return;
      visit(node[row]!, cost[row]!);
    }
  }

  #blockOf(stop: number): WalkBlock {
    const block = stop >> BLOCK_BITS;
    const known = this.#blocks[block];
    if (known !== undefined) return known;
    const made = keptBlocks.get(this.#territory, `${this.#key}:${block}`, () => this.#make(block));
    this.#blocks[block] = made;
    return made;
  }

  #make(block: number): WalkBlock {
    const { stops } = this.#timetable;
    const firstStop = block << BLOCK_BITS;
    const end = Math.min(stops.rows, firstStop + BLOCK_MASK + 1);
    const found: Float64Array[] = [];
    for (let stop = firstStop; stop < end; stop++) found.push(this.#walksFrom(stop));
    const rows = found.reduce((sum, walks) => sum + walks.length, 0);
    const made = { first: new Uint32Array(BLOCK_MASK + 2), node: new Uint32Array(rows), cost: new Uint32Array(rows) };
    let row = 0;
    found.forEach((walks, i) => {
      for (const walk of walks) {
        made.node[row] = walk % NODES;
        made.cost[row++] = Math.floor(walk / NODES);
      }
      made.first[i + 1] = row;
    });
    made.first.fill(row, found.length + 1);
    return made;
  }

  /** Returns cost and node of each walk in one number, ascending. */
  #walksFrom(stop: number): Float64Array {
    const territory = this.#territory;
    if (this.#places.edge[stop] === NONE) return new Float64Array(0);
    const workspace = workspaceOf(territory);
    workspace.clear();
    const seeds = originSeeds(territory, this.#costs, [stopPlace(this.#places, stop)]);
    bucketSearch(
      searchGraph(territory, this.#costs),
      seeds,
      this.#classes * classMilliseconds(this.#costs.mode),
      workspace,
    );
    const walks = new Float64Array(workspace.reachedCount);
    for (let i = 0; i < walks.length; i++) {
      const node = workspace.reached[i]!;
      walks[i] = workspace.cost(node) * NODES + node;
    }
    workspace.clear();
    return walks.sort();
  }
}

/** More than any number of nodes; the longest walk times this is still a whole number of 53 bits. */
const NODES = 2 ** 31;
