import { SearchWorkspace, UNREACHED } from '../search/workspace.ts';

/** No place. */
const NONE = -1;

/** The two least costs of each node so far, from different places. */
export class TwoLabels {
  readonly #cost: Int32Array;
  readonly #place: Int32Array;
  readonly #secondCost: Int32Array;
  readonly #secondPlace: Int32Array;

  constructor(nodes: number) {
    this.#cost = new Int32Array(nodes).fill(UNREACHED);
    this.#place = new Int32Array(nodes).fill(NONE);
    this.#secondCost = new Int32Array(nodes).fill(UNREACHED);
    this.#secondPlace = new Int32Array(nodes).fill(NONE);
  }

  /** Takes a cost in if it lowers a label; returns whether it did. */
  improve(node: number, place: number, cost: number): boolean {
    const before = this.#cost[node]!;
    if (cost < before) {
      if (place !== this.#place[node]) {
        this.#secondCost[node] = before;
        this.#secondPlace[node] = this.#place[node]!;
      }
      this.#cost[node] = cost;
      this.#place[node] = place;
      return true;
    }
    if (place === this.#place[node] || cost >= this.#secondCost[node]!) return false;
    this.#secondCost[node] = cost;
    this.#secondPlace[node] = place;
    return true;
  }

  /** Whether this is still a label of the node. */
  holds(node: number, place: number, cost: number): boolean {
    return (
      (this.#cost[node] === cost && this.#place[node] === place) ||
      (this.#secondCost[node] === cost && this.#secondPlace[node] === place)
    );
  }

  /** Returns the first labels as a finished search, its nodes sorted. */
  first(): SearchWorkspace {
    return finishedSearch(this.#cost);
  }

  /** Returns the second labels as a finished search, its nodes sorted. */
  second(): SearchWorkspace {
    return finishedSearch(this.#secondCost);
  }
}

function finishedSearch(costs: Int32Array): SearchWorkspace {
  const workspace = new SearchWorkspace(costs.length);
  costs.forEach((cost, node) => {
    if (cost === UNREACHED) return;
    workspace.labels[2 * node] = cost;
    workspace.reached[workspace.reachedCount++] = node;
  });
  return workspace;
}
