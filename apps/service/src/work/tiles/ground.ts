import { gunzipSync } from 'node:zlib';
import { type Label, type MapView, pathOf, placed, type Shape, type Spot, shape } from '@hinterland/answers';
import type { TileAddress } from '@hinterland/tiles';
import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';

/** A tile as it is read: uncompressed. */
export interface GroundTile {
  readonly address: TileAddress;
  readonly bytes: Uint8Array;
}

/** What the ground shows, from the lowest up: a class of the style sheet, a layer of the tiles, and kinds of its features. */
const SHOWN: readonly (readonly [name: string, layer: string, member: string, kinds: readonly string[]])[] = [
  ['green', 'landuse', 'kind', ['forest', 'wood', 'park', 'nature_reserve', 'golf_course', 'garden', 'cemetery']],
  ['grass', 'landuse', 'kind', ['grass', 'meadow', 'grassland', 'scrub', 'pitch', 'wetland']],
  ['sand', 'landuse', 'kind', ['beach', 'sand']],
  ['water', 'water', '', []],
  ['pier', 'landuse', 'kind', ['pier']],
  ['rail', 'rail', 'kind', ['rail']],
  ['minor', 'road', 'class', ['unclassified', 'residential', 'living_street', 'secondary_link', 'tertiary_link']],
  ['middle', 'road', 'class', ['tertiary', 'secondary', 'primary_link', 'trunk_link', 'motorway_link']],
  ['major', 'road', 'class', ['primary', 'trunk']],
  ['motorway', 'road', 'class', ['motorway']],
];
const LINE = 2;
const POLYGON = 3;

/** Places that are named, the largest first. */
const PLACES_MAX = 12;

/** What lies behind the data of a picture, from the lowest up, and the names that stand above its areas. */
export interface Ground {
  readonly shapes: readonly Shape[];
  readonly labels: readonly Shape[];
  /** The town that what was asked about lies in; null without `about`, or where no name is near. */
  readonly town: string | null;
}

/**
 * Draws what lies behind data: green, water, roads, and names of places that do not stand on `taken` spots. The town of what was
 * asked `about` is named whatever else is.
 */
export function groundOf(
  tiles: readonly GroundTile[],
  view: MapView,
  taken: readonly Spot[],
  about: { readonly spot: Spot; readonly town: string | null } | null = null,
): Ground {
  const read = tiles.map(({ address, bytes }) => ({
    layers: new VectorTile(new PbfReader(bytes)).layers,
    at: view.tile(address),
  }));
  const spots = (feature: VectorTileFeature, at: { x: number; y: number; size: number }): Spot[][] =>
    feature
      .loadGeometry()
      .map((line) =>
        line.map((p): Spot => [at.x + (p.x / feature.extent) * at.size, at.y + (p.y / feature.extent) * at.size]),
      );
  const shapes = SHOWN.flatMap(([name, layerName, member, kinds]) => {
    const [lines, polygons]: [string[], string[]] = [[], []];
    for (const { layers, at } of read) {
      const layer = layers[layerName];
      for (let i = 0; layer !== undefined && i < layer.length; i++) {
        const feature = layer.feature(i);
        if (member !== '' && !kinds.includes(String(feature.properties[member]))) continue;
        if (feature.type === POLYGON) polygons.push(pathOf(spots(feature, at), true));
        if (feature.type === LINE) lines.push(pathOf(spots(feature, at), false));
      }
    }
    return [
      polygons.length > 0 && shape('path', { class: `g-${name} g-fill`, d: polygons.join('') }),
      lines.length > 0 && shape('path', { class: `g-${name} g-line`, d: lines.join('') }),
    ].filter((one) => one !== false);
  });
  const places = new Map<string, Label & { readonly population: number }>();
  for (const { layers, at } of read) {
    const layer = layers.places;
    for (let i = 0; layer !== undefined && i < layer.length; i++) {
      const feature = layer.feature(i);
      const { name, population } = feature.properties;
      const [[spot] = []] = spots(feature, at);
      if (typeof name !== 'string' || name === '' || spot === undefined || places.has(name)) continue;
      places.set(name, { text: name, spot, population: Number(population ?? 0) });
    }
  }
  const largest = [...places.values()].sort((a, b) => b.population - a.population || (a.text < b.text ? -1 : 1));
  const town = about === null ? undefined : townOf(largest, about.spot, about.town);
  const first = town === undefined ? [] : placed([town], taken, { radius: TOWN_RADIUS, max: 1, isForced: true });
  const kept = first.map(({ x, y, text }): Spot => [x + text.length * 3.2, y - 4]);
  const others = largest.filter((one) => one !== town);
  const labels = [...first, ...placed(others, [...taken, ...kept], { radius: 0, max: PLACES_MAX })];
  return {
    town: town?.text ?? null,
    shapes,
    labels: labels.map(({ x, y, text }) => shape('text', { class: 'g-name', x, y }, text)),
  };
}

type Town = Label & { readonly population: number };

/** The town of a name, else the one that draws a spot most: by its people, and less the farther it is. */
function townOf(towns: readonly Town[], [x, y]: Spot, name: string | null): Label | undefined {
  if (name !== null) return towns.find(({ text }) => text === name) ?? { text: name, spot: [x, y] };
  const pull = ({ spot, population }: Town) =>
    (population + 50) / ((spot[0] - x) ** 2 + (spot[1] - y) ** 2 + NEAR ** 2);
  return towns.toSorted((a, b) => pull(b) - pull(a))[0];
}

/** Units of the map within which distance tells no town from another. */
const NEAR = 30;
/** A town's own name may stand beside the mark of the place asked about. */
const TOWN_RADIUS = 8;

/** Tiles come packed. */
export const unpacked = (bytes: Uint8Array): Uint8Array => gunzipSync(bytes);
