import type { RoadGraph } from '../graph/roadGraph.ts';

/** Points of all edges one after the other, in microdegrees: node, inner points, node. */
export class EdgeLines {
  /** The points of edge e are first[e] .. first[e + 1]; straight piece s of it runs from point first[e] + s to the next. */
  readonly first: Uint32Array;
  readonly lngs: Int32Array;
  readonly lats: Int32Array;

  constructor({ nodes, edges, shapes }: RoadGraph) {
    const count = edges.fromNode.length;
    this.first = new Uint32Array(count + 1);
    this.lngs = new Int32Array(2 * count + shapes.lngMicrodegrees.length);
    this.lats = new Int32Array(this.lngs.length);
    let at = 0;
    const add = (lng: number, lat: number) => {
      this.lngs[at] = lng;
      this.lats[at++] = lat;
    };
    for (let edge = 0; edge < count; edge++) {
      const [from, to] = [edges.fromNode[edge]!, edges.toNode[edge]!];
      const shapeEnd = edge + 1 < count ? edges.shapeStart[edge + 1]! : shapes.lngMicrodegrees.length;
      add(nodes.lngMicrodegrees[from]!, nodes.latMicrodegrees[from]!);
      for (let i = edges.shapeStart[edge]!; i < shapeEnd; i++) {
        add(shapes.lngMicrodegrees[i]!, shapes.latMicrodegrees[i]!);
      }
      add(nodes.lngMicrodegrees[to]!, nodes.latMicrodegrees[to]!);
      this.first[edge + 1] = at;
    }
  }

  /** Straight pieces of an edge. */
  pieces(edge: number): number {
    return this.first[edge + 1]! - this.first[edge]! - 1;
  }
}
