import { SeededRandom } from '@hinterland/geo';
import { inMemoryTerritory, ROAD_CLASSES } from '@hinterland/territory';

/** Where random territories lie, in microdegrees: some tiles of zoom 14. */
export const PLACE = { west: 11_500_000, south: 48_100_000, east: 11_560_000, north: 48_140_000 };

const NAMES = ['', 'Am Gries', 'Öd', 'Rue de l’Été', 'Ōtamea Road'];

/** A territory of crooked roads from node to node, with loops and parallels, of every class, named or not. */
export function randomRoads(seed: number, nodes = 60, edges = 160) {
  const random = new SeededRandom(seed);
  const between = (low: number, high: number) => Math.round(low + (high - low) * random.next());
  const lng = () => between(PLACE.west, PLACE.east);
  const lat = () => between(PLACE.south, PLACE.north);
  const pick = (count: number) => Math.floor(count * random.next());
  const ends = Array.from({ length: edges }, () => [pick(nodes), pick(nodes)] as const).sort(
    ([a, b], [c, d]) => a - c || b - d,
  );
  // A loop has inner points.
  const shapes = ends.map(([from, to]) =>
    Array.from({ length: pick(4) + (from === to ? 1 : 0) }, () => [lng(), lat()] as const),
  );
  let start = 0;
  const shapeStart = shapes.map(({ length }) => {
    start += length;
    return start - length;
  });
  return inMemoryTerritory({
    nodes: {
      lngMicrodegrees: Array.from({ length: nodes }, lng),
      latMicrodegrees: Array.from({ length: nodes }, lat),
    },
    edges: {
      fromNode: ends.map(([from]) => from),
      toNode: ends.map(([, to]) => to),
      lengthMillimeters: ends.map(() => 1000),
      shapeStart,
      roadClass: ends.map(() => pick(ROAD_CLASSES.length)),
      mainComponent: ends.map(() => 7),
      street: ends.map(() => pick(NAMES.length)),
    },
    shapes: {
      lngMicrodegrees: shapes.flat().map(([x]) => x),
      latMicrodegrees: shapes.flat().map(([, y]) => y),
    },
    texts: NAMES,
  });
}
