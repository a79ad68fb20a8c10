import { MODE_BIT } from '@hinterland/catalogue';
import { MinHeap } from '@hinterland/geo';
import { NONE, nodeEdges } from '@hinterland/territory';
import type { RoadGraph } from '../graph/roadGraph.ts';
import type { StopPlaces } from './stopPlaces.ts';

/** Straight ways from a stop to its street are walked at 5 km/h (docs/methods/catchment.md). */
export const ACCESS_MILLISECONDS_PER_MILLIMETER = 0.72;

/** Least walking times between stops over the streets, by Dijkstra's search from one stop up to a limit. */
export class StreetWalks {
  readonly #graph: RoadGraph;
  readonly #places: StopPlaces;
  readonly #longestMilliseconds: number;
  readonly #byNode: ReturnType<typeof nodeEdges>;
  readonly #stopsOf = new Map<number, number[]>();
  /** Least time to each node, Infinity where none is known. */
  readonly #times: Float64Array;
  readonly #touched: number[] = [];
  readonly #heap = new MinHeap();

  constructor(graph: RoadGraph, places: StopPlaces, longestMilliseconds: number) {
    this.#graph = graph;
    this.#places = places;
    this.#longestMilliseconds = longestMilliseconds;
    this.#byNode = nodeEdges(graph.nodes.lngMicrodegrees.length, graph.edges);
    this.#times = new Float64Array(graph.nodes.lngMicrodegrees.length).fill(Infinity);
    places.edge.forEach((edge, stop) => {
      if (edge === NONE) return;
      const stops = this.#stopsOf.get(edge);
      if (stops === undefined) this.#stopsOf.set(edge, [stop]);
      else stops.push(stop);
    });
  }

  /** Returns the other stops within the limit with their times in milliseconds, in no order. */
  from(stop: number): Map<number, number> {
    const found = new Map<number, number>();
    const edge = this.#places.edge[stop]!;
    if (edge === NONE) return found;
    const { fromNode, toNode, lengthMillimeters } = this.#graph.edges;
    const position = this.#places.positionMillimeters[stop]!;
    const access = this.#access(stop);
    this.#along(found, edge, position, access);
    const [forward, backward] = this.#edgeTimes(edge);
    this.#reach(toNode[edge]!, access + part(forward, lengthMillimeters[edge]! - position, lengthMillimeters[edge]!));
    this.#reach(fromNode[edge]!, access + part(backward, position, lengthMillimeters[edge]!));
    for (let time = this.#heap.minKey; this.#heap.size > 0; time = this.#heap.minKey) {
      const node = this.#heap.pop();
      if (time === this.#times[node]) this.#leave(found, node, time);
    }
    for (const node of this.#touched) this.#times[node] = Infinity;
    this.#touched.length = 0;
    found.delete(stop);
    return found;
  }

  /** Goes from a node over its edges: to the stops on them and to their other ends. */
  #leave(found: Map<number, number>, node: number, time: number): void {
    const { firstFrom, firstTo, toEdges } = this.#byNode;
    const { fromNode, toNode } = this.#graph.edges;
    for (let edge = firstFrom[node]!; edge < firstFrom[node + 1]!; edge++) {
      if (!this.#isWalked(edge)) continue;
      const [forward, backward] = this.#edgeTimes(edge);
      this.#enter(found, edge, true, forward, time);
      if (toNode[edge] === node) this.#enter(found, edge, false, backward, time);
      else if (forward !== NONE) this.#reach(toNode[edge]!, time + forward);
    }
    for (let i = firstTo[node]!; i < firstTo[node + 1]!; i++) {
      const edge = toEdges[i]!;
      if (!this.#isWalked(edge)) continue;
      const backward = this.#edgeTimes(edge)[1];
      this.#enter(found, edge, false, backward, time);
      if (backward !== NONE) this.#reach(fromNode[edge]!, time + backward);
    }
  }

  /** Finds the stops on an edge that is entered at one of its ends. */
  #enter(found: Map<number, number>, edge: number, atFrom: boolean, whole: number, time: number): void {
    const length = this.#graph.edges.lengthMillimeters[edge]!;
    for (const stop of this.#stopsOf.get(edge) ?? []) {
      const position = this.#places.positionMillimeters[stop]!;
      this.#offer(found, stop, time + part(whole, atFrom ? position : length - position, length));
    }
  }

  /** Finds the stops on the edge of the first one, without leaving it. */
  #along(found: Map<number, number>, edge: number, position: number, access: number): void {
    const length = this.#graph.edges.lengthMillimeters[edge]!;
    const [forward, backward] = this.#edgeTimes(edge);
    for (const stop of this.#stopsOf.get(edge)!) {
      const ahead = this.#places.positionMillimeters[stop]! - position;
      this.#offer(found, stop, access + part(ahead < 0 ? backward : forward, Math.abs(ahead), length));
    }
  }

  #offer(found: Map<number, number>, stop: number, toStreet: number): void {
    const time = toStreet + this.#access(stop);
    if (time <= this.#longestMilliseconds && time < (found.get(stop) ?? Infinity)) found.set(stop, time);
  }

  #reach(node: number, time: number): void {
    if (time > this.#longestMilliseconds || time >= this.#times[node]!) return;
    if (this.#times[node] === Infinity) this.#touched.push(node);
    this.#times[node] = time;
    this.#heap.push(time, node);
  }

  #isWalked(edge: number): boolean {
    return (this.#graph.edges.mainComponent[edge]! & MODE_BIT.walk) !== 0;
  }

  /** Times over a whole edge, from its first node and from its second. */
  #edgeTimes(edge: number): readonly [number, number] {
    const { forwardMilliseconds, backwardMilliseconds } = this.#graph.weights['walk-normal'];
    return [forwardMilliseconds[edge]!, backwardMilliseconds[edge]!];
  }

  #access(stop: number): number {
    return Math.round(this.#places.accessMillimeters[stop]! * ACCESS_MILLISECONDS_PER_MILLIMETER);
  }
}

/** Time over a part of an edge; Infinity where it may not be walked in that sense. No way at all takes no time. */
function part(wholeMilliseconds: number, partMillimeters: number, lengthMillimeters: number): number {
  if (partMillimeters === 0) return 0;
  return wholeMilliseconds === NONE ? Infinity : Math.round((wholeMilliseconds * partMillimeters) / lengthMillimeters);
}
