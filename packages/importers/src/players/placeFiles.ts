import { type SectorCode, sectorOf, sectorOfOverture } from '@hinterland/catalogue';
import { type FileSource, labelOf } from '../files/source.ts';
import { readGeoJson } from '../shapes/geojson.ts';
import type { RawFeature } from '../shapes/outline.ts';
import { addressOf, isClosed, sectorOfTags, wikidataOf } from './osmStores.ts';
import type { StorePoint, StoreSource } from './store.ts';

/** Properties of a feature, as far as they are texts or numbers. */
type Properties = Readonly<Record<string, unknown>>;
type Take = (properties: Properties, place: readonly [number, number], ref: string) => StorePoint | string;

/**
 * AllThePlaces: GeoJSON of points with OpenStreetMap's tags as properties, `@spider` and `ref`. An `end_date` says that
 * the store has closed.
 */
export function allThePlaces(name: string, file: FileSource): StoreSource {
  return pointFile(name, 'alltheplaces', file, (properties, [lng, lat], ref) => {
    const tags = new Map(Object.entries(properties).flatMap(([key, value]) => textEntry(key, value)));
    const sector = sectorOfTags(tags);
    if (typeof sector === 'string') return sector;
    const own = tags.get('ref') ?? `${lng.toFixed(6)},${lat.toFixed(6)}`;
    return {
      id: `atp/${tags.get('@spider') ?? ''}/${own}`,
      name: tags.get('name') ?? tags.get('brand') ?? '',
      brand: tags.get('brand') ?? '',
      wikidata: wikidataOf(tags.get('brand:wikidata')),
      sector: sector.code,
      lng,
      lat,
      floorAreaSquareMeters: Number.NaN,
      floorAreaSource: 'known',
      state: isClosed(tags) || tags.has('end_date') ? 'closed' : 'open',
      address: addressOf(tags),
      ref,
    };
  });
}

/**
 * Overture places as GeoJSON, as the project's download tool writes them: `names.primary`, `categories.primary`,
 * `brand`, `addresses`, `confidence`, `operating_status`; nested values as objects or as JSON text.
 */
export function overturePlaces(name: string, file: FileSource, leastConfidence: number): StoreSource {
  return pointFile(name, 'overture', file, (properties, [lng, lat], ref) => {
    const confidence = Number(properties.confidence ?? 1);
    if (!(confidence >= leastConfidence)) return `confidence below ${leastConfidence}`;
    const category = text(at(properties, 'categories', 'primary'));
    const others = at(properties, 'categories', 'alternate');
    const candidates = [category, ...(Array.isArray(others) ? others.map(text) : [])];
    const sector = candidates.map((each) => sectorOfOverture(each)).find((each) => each !== undefined);
    if (sector === undefined) return category === '' ? 'no category' : `category ${category} is in no sector`;
    const address = at(properties, 'addresses', '0');
    const status = text(properties.operating_status);
    return {
      id: `overture/${text(properties.id) || `${lng.toFixed(6)},${lat.toFixed(6)}`}`,
      name: text(at(properties, 'names', 'primary')),
      brand: text(at(properties, 'brand', 'names', 'primary')),
      wikidata: wikidataOf(text(at(properties, 'brand', 'wikidata'))),
      sector: sector.code,
      lng,
      lat,
      floorAreaSquareMeters: Number.NaN,
      floorAreaSource: 'known',
      state: status === '' || status === 'open' ? 'open' : 'closed',
      address: [text(at(address, 'freeform')), text(at(address, 'locality'))].filter((part) => part !== '').join(', '),
      ref,
    };
  });
}

/** Which property of a GeoJSON file holds what; the same parts as the columns of a table. */
export interface StoreColumns {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly brand?: string | undefined;
  readonly wikidata?: string | undefined;
  readonly sector?: string | undefined;
  readonly floorAreaSquareMeters?: string | undefined;
  readonly state?: string | undefined;
  readonly address?: string | undefined;
}

export interface StoreFileOptions {
  readonly columns: StoreColumns;
  /** The sector of every store, where no column tells. */
  readonly sector?: SectorCode | undefined;
  /** What the texts of the sector's column mean; texts that are codes need no entry. */
  readonly sectors?: Readonly<Record<string, SectorCode>> | undefined;
  /** Texts of the state's column that mean "closed". */
  readonly closed?: readonly string[] | undefined;
}

/** A customer's own GeoJSON of points. */
export function geoJsonStores(name: string, file: FileSource, options: StoreFileOptions): StoreSource {
  return pointFile(name, 'file', file, (properties, place, ref) =>
    storeOf((part) => text(properties[options.columns[part] ?? '']), options, name, place, ref),
  );
}

/** One row of a store file, or why it is none. `value` gives the text of a part, "" where the file does not hold it. */
export function storeOf(
  value: (part: keyof StoreColumns) => string,
  options: StoreFileOptions,
  fileName: string,
  [lng, lat]: readonly [number, number],
  ref: string,
): StorePoint | string {
  const given = value('sector');
  const code = options.sectors?.[given] ?? (given === '' ? options.sector : sectorOf(given)?.code);
  if (code === undefined) return given === '' ? 'no sector' : `"${given}" is no sector; give it one under sectors`;
  const area = Number.parseFloat(value('floorAreaSquareMeters'));
  return {
    id: `file/${fileName}/${value('id') || ref.replace(' ', '')}`,
    name: value('name') || value('brand'),
    brand: value('brand'),
    wikidata: wikidataOf(value('wikidata')),
    sector: code,
    lng,
    lat,
    floorAreaSquareMeters: area > 0 ? area : Number.NaN,
    floorAreaSource: 'known',
    state: options.closed?.includes(value('state')) === true ? 'closed' : 'open',
    address: value('address'),
    ref,
  };
}

function pointFile(name: string, kind: StoreSource['kind'], file: FileSource, take: Take): StoreSource {
  return {
    name,
    kind,
    async each(push, drop) {
      await readGeoJson(file, (feature, number) => {
        const ref = `${labelOf(file).split('/').at(-1)} feature ${number}`;
        const place = pointOf(feature);
        if (place === null) return drop('no point in degrees', ref);
        const store = take(feature.properties, place, ref);
        if (typeof store === 'string') drop(store, ref);
        else push(store);
      });
    },
  };
}

function pointOf({ geometry, properties }: RawFeature): readonly [number, number] | null {
  const coordinates = geometry?.type === 'Point' ? geometry.coordinates : [properties.longitude, properties.latitude];
  const [lng, lat] = Array.isArray(coordinates) ? coordinates.map(Number) : [];
  const isPlace = Math.abs(lng ?? Number.NaN) <= 180 && Math.abs(lat ?? Number.NaN) <= 90;
  return isPlace && (lng !== 0 || lat !== 0) ? [lng!, lat!] : null;
}

/** A value inside a value; JSON text on the way is read. */
function at(value: unknown, ...path: readonly string[]): unknown {
  let here = value;
  for (const key of path) {
    if (typeof here === 'string' && /^[[{]/.test(here)) {
      try {
        here = JSON.parse(here);
      } catch {
        return undefined;
      }
    }
    if (typeof here !== 'object' || here === null) return undefined;
    here = (here as Record<string, unknown>)[key];
  }
  return here;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}

function textEntry(key: string, value: unknown): [string, string][] {
  const own = text(value);
  return own === '' ? [] : [[key, own]];
}
