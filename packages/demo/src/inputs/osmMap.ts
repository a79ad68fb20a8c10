import { OsmBuilder, type OsmData } from '@hinterland/importers';
import { distance, latMicrodegrees, lngMicrodegrees, type Point } from '../geometry/plane.ts';
import { type Edge, edgesByLine } from '../streets/network.ts';
import type { World } from '../world.ts';

/** Ways that carry no name even on a street that has one. */
const NAMELESS = new Set(['footway', 'steps', 'motorway_link', 'ferry']);

/** The road network as an OpenStreetMap map: junctions are shared nodes, and ways end where their tags change. */
export function osmMap(world: World): OsmData {
  const builder = new OsmBuilder();
  const addNode = ({ x, y }: Point, tags?: Record<string, string>) =>
    builder.addNode(latMicrodegrees(y) / 1e6, lngMicrodegrees(x) / 1e6, tags);
  const nodes = new Map<number, number>();
  const nodeOf = (node: number) => {
    const id = nodes.get(node) ?? addNode(world.network.nodes[node]!);
    nodes.set(node, id);
    return id;
  };
  for (const [line, edges] of edgesByLine(world.network.edges)) {
    const name = world.streetNames.get(line) ?? '';
    let way: { tags: Record<string, string>; nodes: number[]; end: number } | null = null;
    const finish = () => {
      if (way !== null) builder.addWay(way.nodes, way.tags);
      way = null;
    };
    for (const edge of edges) {
      const tags = tagsOf(edge, name);
      const inner = innerNodes(edge, addNode);
      if (way !== null && way.end === edge.from && sameTags(way.tags, tags)) {
        way.nodes.push(...inner, nodeOf(edge.to));
        way.end = edge.to;
      } else {
        finish();
        way = { tags, nodes: [nodeOf(edge.from), ...inner, nodeOf(edge.to)], end: edge.to };
      }
    }
    finish();
  }
  return builder.build();
}

function innerNodes(edge: Edge, addNode: (point: Point, tags?: Record<string, string>) => number): number[] {
  const points = edge.shape.slice(1, -1);
  if (edge.tags.bollard === undefined) return points.map((point) => addNode(point));
  // Neighbours keep cars from cutting through.
  const [a, b] = [edge.shape[0]!, edge.shape.at(-1)!];
  const middle = points.length > 0 ? points[points.length >> 1]! : { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const rest = points.length > 0 ? points : [middle];
  return rest.map((point) => addNode(point, distance(point, middle) === 0 ? { barrier: 'bollard' } : undefined));
}

function tagsOf(edge: Edge, name: string): Record<string, string> {
  const { bollard: _, ...tags } = edge.tags;
  const way: Record<string, string> = edge.highway === 'ferry' ? {} : { highway: edge.highway };
  if (name !== '' && (!NAMELESS.has(edge.highway) || edge.line.name !== '')) way.name = name;
  return { ...way, ...tags };
}

function sameTags(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}
