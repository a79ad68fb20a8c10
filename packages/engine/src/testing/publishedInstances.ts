import type { CostMatrix } from '../allocation/placeCosts.ts';

/** Reads a file of the folder of the instances, which is no part of the repository. */
type Read = (name: string) => string;
const numbersOf = (text: string) => text.trim().split(/\s+/).map(Number);

/** An instance of the OR-Library (J. E. Beasley, 1985): a graph whose nodes are customers and candidates alike. */
export interface MedianInstance {
  readonly name: string;
  readonly openCount: number;
  readonly optimum: number;
  readonly matrix: CostMatrix;
}

/** The p-median instances with their published optima. */
export function medianInstances(read: Read): MedianInstance[] {
  return read('pmed/optima.csv')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [name, , , p, optimum] = line.split(',');
      return {
        name: name!,
        openCount: Number(p),
        optimum: Number(optimum),
        matrix: graphOf(read(`pmed/${name}.txt`)),
      };
    });
}

/** Least costs between all nodes of a graph; of an edge that is given twice the last counts (Floyd and Warshall, 1962). */
function graphOf(text: string): CostMatrix {
  const [n, , , ...edges] = numbersOf(text) as [number, number, number, ...number[]];
  const costs = new Float64Array(n * n).fill(Infinity);
  for (let i = 0; i < n; i++) costs[i * n + i] = 0;
  for (let e = 0; e < edges.length; e += 3) {
    const [a, b, cost] = [edges[e]! - 1, edges[e + 1]! - 1, edges[e + 2]!];
    costs[a * n + b] = cost;
    costs[b * n + a] = cost;
  }
  for (let k = 0; k < n; k++) {
    for (let i = 0; i < n; i++) {
      const toK = costs[i * n + k]!;
      for (let j = 0; j < n; j++) costs[i * n + j] = Math.min(costs[i * n + j]!, toK + costs[k * n + j]!);
    }
  }
  return { customers: n, candidates: n, costs };
}

/** A capacitated p-median instance (I. H. Osman and N. Christofides, 1994): points of the plane, whole distances. */
export interface CapacitatedInstance {
  readonly name: string;
  readonly openCount: number;
  readonly optimum: number;
  readonly capacity: number;
  readonly demands: Float64Array;
  readonly matrix: CostMatrix;
}

export function capacitatedInstances(read: Read): CapacitatedInstance[] {
  return Array.from({ length: 10 }, (_, i) => {
    const name = `pmedcap1-${i + 1}`;
    const [, optimum, n, openCount, capacity, ...rows] = numbersOf(read(`pmedcap/${name}.txt`)) as [
      number,
      number,
      number,
      number,
      number,
      ...number[],
    ];
    const point = (at: number) => ({ x: rows[4 * at + 1]!, y: rows[4 * at + 2]!, demand: rows[4 * at + 3]! });
    const points = Array.from({ length: n }, (_, at) => point(at));
    const costs = Float64Array.from(
      points.flatMap((a) => points.map((b) => Math.floor(Math.hypot(a.x - b.x, a.y - b.y)))),
    );
    const demands = Float64Array.from(points, ({ demand }) => demand);
    return { name, openCount, optimum, capacity, demands, matrix: { customers: n, candidates: n, costs } };
  });
}

/** The 205 tracts and 16 stores of San Francisco of spopt's notebook, with optima by enumeration. */
export interface SanFrancisco {
  readonly people: Float64Array;
  /** Meters by network. */
  readonly matrix: CostMatrix;
  readonly optima: readonly {
    readonly openCount: number;
    readonly personMeters: number;
    readonly within: Readonly<Record<3000 | 5000 | 8000, number>>;
    readonly largestMeters: number;
  }[];
}

export function sanFrancisco(read: Read): SanFrancisco {
  const rows = read(`spopt-san-francisco/SF_network_distance_candidateStore_16_censusTract_205_new.csv`)
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(','));
  const numbered = (names: readonly string[]) => new Map([...new Set(names)].map((name, no) => [name, no]));
  const rowOf = numbered(rows.map(([, , tract]) => tract!));
  const columnOf = numbered(rows.map(([, store]) => store!));
  const [customers, candidates] = [rowOf.size, columnOf.size];
  const matrix = { customers, candidates, costs: new Float64Array(customers * candidates).fill(Number.NaN) };
  const people = new Float64Array(customers);
  for (const [meters, store, tract, demand] of rows) {
    const row = rowOf.get(tract!)!;
    matrix.costs[row * candidates + columnOf.get(store!)!] = Number(meters);
    people[row] = Number(demand);
  }
  const optima = read(`spopt-san-francisco/exact-optima-by-enumeration.csv`)
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const cells = line.trim().split(',');
      const at = (i: number) => Number(cells[i]);
      return {
        openCount: at(0),
        personMeters: at(1),
        within: { 3000: at(3), 5000: at(5), 8000: at(7) },
        largestMeters: at(9),
      };
    });
  return { people, matrix, optima };
}
