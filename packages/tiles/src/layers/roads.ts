import { BoxTree, oncePer } from '@hinterland/geo';
import { edgeBoxes, ROAD_CLASSES, type RoadClass } from '@hinterland/territory';
import { chains } from '../geometry/chains.ts';
import { mercatorX, mercatorY } from '../geometry/mercator.ts';
import type { Cut, Layer, TileFeature, TileSource } from './layer.ts';

/** First zoom at which a class is drawn. All are at 14. */
const FIRST_ZOOM: Readonly<Record<RoadClass, number>> = {
  motorway: 4,
  motorway_link: 10,
  trunk: 5,
  trunk_link: 11,
  primary: 7,
  primary_link: 11,
  secondary: 9,
  secondary_link: 12,
  tertiary: 10,
  tertiary_link: 12,
  unclassified: 12,
  residential: 12,
  living_street: 12,
  service: 14,
  track: 13,
  pedestrian: 13,
  footway: 14,
  path: 14,
  cycleway: 14,
  steps: 14,
  bridleway: 14,
  ferry: 7,
};
const firstZooms = ROAD_CLASSES.map((name) => FIRST_ZOOM[name]);

const trees = oncePer(
  (source: TileSource) =>
    new BoxTree(source.edges.rows, source.derived?.edgeBoxes ?? edgeBoxes(source.nodes, source.edges, source.shapes)),
);

/** Roads of one class and name as lines as long as they go, minor classes first. */
export const roads: Layer = {
  name: 'road',
  description: 'Roads by class, named',
  fields: { class: 'Road class as in the bundle, such as residential', name: 'Street name; absent where unnamed' },
  minZoom: 4,
  draw(source, cut) {
    const { edges, texts } = source;
    const groups = new Map<number, number[]>();
    for (const edge of edgesIn(source, cut)) {
      const key = edges.roadClass[edge]! * 2 ** 32 + edges.street[edge]!;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [edge]);
      else group.push(edge);
    }
    const byClass = [...groups].sort(([a], [b]) => b - a);
    return byClass.flatMap(([key, rows]): TileFeature[] => {
      const name = texts.text.at(key % 2 ** 32);
      const tags = { class: ROAD_CLASSES[Math.floor(key / 2 ** 32)]!, ...(name === '' ? {} : { name }) };
      return chains(rows, edges).flatMap((chain) =>
        cut.canvas.line(lineOf(source, chain)).map((line) => ({ type: 2, geometry: [line], tags })),
      );
    });
  },
};

function edgesIn(source: TileSource, { box, address, coarseness }: Cut): number[] {
  const { west, south, east, north } = box;
  // A tile that would be too large shows the classes of a zoom before.
  const zoom = address.z - Math.log2(coarseness) / 2;
  const rows: number[] = [];
  trees(source).visitBox(west, south, east, north, (edge) => {
    if (firstZooms[source.edges.roadClass[edge]!]! <= zoom) rows.push(edge);
  });
  return rows;
}

/** Positions along edges; a negative number is edge ~number against its direction. */
function lineOf({ nodes, edges, shapes }: TileSource, chain: readonly number[]): number[] {
  const line: number[] = [];
  const push = (points: typeof nodes | typeof shapes, row: number) =>
    line.push(mercatorX(points.lngMicrodegrees[row]!), mercatorY(points.latMicrodegrees[row]!));
  for (const [i, step] of chain.entries()) {
    const edge = step < 0 ? ~step : step;
    const [from, to] = [edges.fromNode[edge]!, edges.toNode[edge]!];
    const start = edges.shapeStart[edge]!;
    const end = edge + 1 < edges.rows ? edges.shapeStart[edge + 1]! : shapes.rows;
    if (i === 0) push(nodes, step < 0 ? to : from);
    if (step < 0) for (let row = end - 1; row >= start; row--) push(shapes, row);
    else for (let row = start; row < end; row++) push(shapes, row);
    push(nodes, step < 0 ? from : to);
  }
  return line;
}
