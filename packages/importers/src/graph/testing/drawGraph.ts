import { type Drawing, type DrawnOsm, drawOsm } from '../../map/testing/drawOsm.ts';
import { buildGraph } from '../build.ts';
import type { RoadGraph } from '../roadGraph.ts';

export const STREET = { highway: 'residential', name: 'Main Street' };
/** 100 m take 12 s at 30 km/h, 72 s at 5 km/h. */
export const CAR = 12;
export const WALK = 72;

/** The network of a drawn map, and its edges in letters. */
export function drawGraph(picture: string, drawing: Drawing): { graph: RoadGraph; drawn: DrawnOsm; edges: string[] } {
  const drawn = drawOsm(picture, drawing);
  const graph = buildGraph(drawn.map);
  return { graph, drawn, edges: describeEdges(graph, drawn, picture) };
}

/** Edges as "ab:100" (letters of the ends in alphabetic order, meters), sorted; inner points in small print "a(x)b". */
function describeEdges(graph: RoadGraph, drawn: DrawnOsm, picture: string): string[] {
  const letters = picture.match(/[A-Za-z0-9]/g) ?? [];
  const at = (lng: number, lat: number) =>
    letters.find((letter) => {
      const [x, y] = drawn.position(letter);
      return Math.round(x * 1e6) === lng && Math.round(y * 1e6) === lat;
    }) ?? '!';
  const { edges, nodes, shapes } = graph;
  return [...edges.fromNode.keys()]
    .map((edge) => {
      const from = at(nodes.lngMicrodegrees[edges.fromNode[edge]!]!, nodes.latMicrodegrees[edges.fromNode[edge]!]!);
      const to = at(nodes.lngMicrodegrees[edges.toNode[edge]!]!, nodes.latMicrodegrees[edges.toNode[edge]!]!);
      const end = edges.shapeStart[edge + 1] ?? shapes.lngMicrodegrees.length;
      const inner: string[] = [];
      for (let i = edges.shapeStart[edge]!; i < end; i++) {
        inner.push(at(shapes.lngMicrodegrees[i]!, shapes.latMicrodegrees[i]!));
      }
      const line = [from, ...inner, to];
      const turned = line.toReversed();
      const text = (line.join('') <= turned.join('') ? line : turned).join('');
      return `${text}:${Math.round(edges.lengthMillimeters[edge]! / 1000)}`;
    })
    .sort();
}
