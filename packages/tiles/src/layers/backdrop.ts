import { BACKDROP_KINDS, type Backdrop, type BackdropKind, backdropGeometry } from '@hinterland/territory';
import { EXTENT } from '../address.ts';
import { latMicrodegreesOf } from '../geometry/mercator.ts';
import { backdropShapes } from './backdropShapes.ts';
import type { Cut, Layer, TileFeature } from './layer.ts';

/** First zoom at which a kind is drawn. */
const FIRST_ZOOM: Readonly<Record<BackdropKind, number>> = {
  ocean: 0,
  water: 4,
  farmland: 10,
  grass: 10,
  forest: 7,
  park: 8,
  cemetery: 12,
  wetland: 9,
  beach: 12,
  industrial: 11,
  aerodrome: 9,
  pier: 12,
  building: 13,
  river: 8,
  canal: 10,
  stream: 13,
  rail: 8,
  tram: 13,
  city: 4,
  town: 8,
  village: 10,
  hamlet: 13,
  suburb: 11,
  neighbourhood: 13,
  island: 7,
};
const firstZooms = BACKDROP_KINDS.map((kind) => FIRST_ZOOM[kind]);
/** Polygons smaller than this many square units of a tile are left out: two pixels by two. */
const LEAST_SQUARE_UNITS = 256;
/** Buildings at the first zoom that has any are large ones: six pixels by six. */
const LEAST_OF_BUILDINGS = 2304;
/** Polygons are named from 48 pixels by 48 on. */
const NAMED_SQUARE_UNITS = 384 * 384;
/** Meters around the equator. */
const EQUATOR_METERS = 40_075_016.7;

/** A layer of kinds, minor features first. */
function layerOf(name: string, description: string, kinds: readonly BackdropKind[], fields: Layer['fields']): Layer {
  const ofLayer = new Set(kinds.map((kind) => BACKDROP_KINDS.indexOf(kind)));
  return {
    name,
    description,
    fields,
    minZoom: Math.min(...kinds.map((kind) => FIRST_ZOOM[kind])),
    draw(source, cut) {
      if (source.backdrop == null) return [];
      return rowsIn(source.backdrop, cut, ofLayer).flatMap((row) => featureOf(source.backdrop!, cut, row));
    },
  };
}

/** Square meters of a square unit of a tile, in its middle. */
function squareUnit({ z, y }: Cut['address']): number {
  const latitude = (latMicrodegreesOf((y + 0.5) / 2 ** z) * Math.PI) / 180e6;
  return ((EQUATOR_METERS * Math.cos(latitude)) / 2 ** z / EXTENT) ** 2;
}

function rowsIn(backdrop: Backdrop, { box, address, coarseness }: Cut, kinds: ReadonlySet<number>): number[] {
  const { kind, areaSquareMeters } = backdrop.features;
  const { z } = address;
  const least = coarseness * squareUnit(address);
  const building = BACKDROP_KINDS.indexOf('building');
  const rows: number[] = [];
  backdropShapes(backdrop).tree.visitBox(box.west, box.south, box.east, box.north, (row) => {
    const own = kind[row]!;
    if (!kinds.has(own) || firstZooms[own]! > z) return;
    const area = areaSquareMeters[row]!;
    const units = own === building && z < 14 ? LEAST_OF_BUILDINGS : LEAST_SQUARE_UNITS;
    if (area === 0 || area >= least * units) rows.push(row);
  });
  return rows;
}

function featureOf(backdrop: Backdrop, { canvas, address }: Cut, row: number): TileFeature[] {
  const { features } = backdrop;
  const kind = BACKDROP_KINDS[features.kind[row]!]!;
  const area = features.areaSquareMeters[row]!;
  const isNamed = area === 0 || area >= NAMED_SQUARE_UNITS * squareUnit(address);
  const name = isNamed ? features.name.at(row) : '';
  const kindTags = TAGS[features.kind[row]!]!;
  const tags = name === '' ? kindTags : { ...kindTags, name };
  const shape = backdropShapes(backdrop).shape(row);
  const geometry = backdropGeometry(kind);
  if (geometry === 'point') {
    const population = features.population[row]!;
    const more = population === 0 ? tags : { ...tags, population };
    const point = canvas.point(shape[0]![0]![0]!, shape[0]![0]![1]!);
    return point === null ? [] : [{ id: row, type: 1, geometry: [[point]], tags: more }];
  }
  const parts =
    geometry === 'line'
      ? shape.flatMap(([line]) => canvas.line(line!))
      : shape.flatMap((polygon) => canvas.polygon(polygon));
  return parts.length === 0 ? [] : [{ id: row, type: geometry === 'line' ? 2 : 3, geometry: parts, tags }];
}

/** Kinds under the names of Protomaps' basemaps, so that one style serves both. */
function tagsOf(kind: BackdropKind): Record<string, string> {
  if (kind === 'building') return {};
  if (kind === 'suburb' || kind === 'neighbourhood') return { kind: 'neighbourhood', kind_detail: kind };
  if (kind === 'city' || kind === 'town' || kind === 'village' || kind === 'hamlet') {
    return { kind: 'locality', kind_detail: kind };
  }
  return { kind };
}

const TAGS = BACKDROP_KINDS.map(tagsOf);

const KIND = { kind: 'What it is, such as forest', name: 'Name; absent without one' };

/** The ground behind data. Layers and kinds are named as in Protomaps' basemaps, version 4. */
export const BACKDROP_LAYERS: readonly Layer[] = [
  layerOf(
    'landuse',
    'Green, fields, industry',
    ['farmland', 'grass', 'forest', 'park', 'cemetery', 'wetland', 'beach', 'industrial', 'aerodrome', 'pier'],
    KIND,
  ),
  layerOf('water', 'Oceans, lakes and rivers', ['ocean', 'water', 'river', 'canal', 'stream'], KIND),
  layerOf('buildings', 'Buildings', ['building'], {}),
  layerOf('rail', 'Railways and trams', ['rail', 'tram'], KIND),
  layerOf('places', 'Names of places', ['city', 'town', 'village', 'hamlet', 'suburb', 'neighbourhood', 'island'], {
    ...KIND,
    kind_detail: 'city, town, village, hamlet, suburb or neighbourhood',
    population: 'People who live there; absent where that is not known',
  }),
];
