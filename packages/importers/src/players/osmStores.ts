import { type Sector, sectorOfOsmTag } from '@hinterland/catalogue';
import { numberOf, squareMetersIn } from '@hinterland/catalogue/numbers';
import { type MultiPolygonCoordinates, multiPolygonAreaSquareKm, PolygonIndex } from '@hinterland/geo';
import type { StorePoint } from '../inputs/stores.ts';
import type { OsmData, OsmKind, Tags } from '../map/osmData.ts';
import { relationOutline, wayOutline } from '../map/outline.ts';
import { placeOf } from '../map/place.ts';
import { isClosed } from './isClosed.ts';
import { PLAYERS_PARAMETERS } from './parameters.ts';
import { floorsOfOutlines } from './storeAreas.ts';

/** Keys that say what a place of business is, the most telling first. */
const SECTOR_KEYS = ['shop', 'amenity', 'healthcare', 'office', 'craft', 'leisure', 'tourism'] as const;
/** Fuel stations carry the tag of their shop too; they are fuel stations all the same. */
const FIRST_TAGS = ['amenity=fuel', 'amenity=pharmacy'];
/** Sectors whose outline is the ground and not a building's floor. */
const ON_GROUNDS = new Set([
  'auto.fuel',
  'auto.dealer',
  'auto.wash',
  'home.garden',
  'services.childcare',
  'horeca.hotel',
]);
/** What stands before the key of a business that was there, or will be. */
const LIFECYCLE = ['disused', 'was', 'abandoned', 'closed', 'demolished', 'removed', 'proposed', 'construction'];
/** Buildings made for a store. */
const STORE_BUILDINGS = new Set(['retail', 'supermarket', 'kiosk', 'shop']);
const KIND_LETTER: Readonly<Record<OsmKind, string>> = { node: 'n', way: 'w', relation: 'r' };

/** The sector that OpenStreetMap tags stand for, else why they stand for none. */
export function sectorOfTags(tags: Tags): Sector | string {
  for (const tag of FIRST_TAGS) {
    const [key, value] = tag.split('=', 2) as [string, string];
    if (tags.get(key) === value) return sectorOfOsmTag(tag)!;
  }
  let other = '';
  for (const key of SECTOR_KEYS) {
    const values = tags.get(key)?.split(';') ?? [];
    for (const value of values) {
      const sector = sectorOfOsmTag(`${key}=${value.trim()}`);
      if (sector !== undefined) return sector;
      if (other === '') other = `${key}=${value.trim()}`;
    }
  }
  const gone = LIFECYCLE.flatMap((life) => SECTOR_KEYS.map((key) => `${life}:${key}`)).find((key) => tags.has(key));
  if (gone !== undefined && other === '') return `${gone}=${tags.get(gone)}: nobody does business there`;
  if (other === 'shop=vacant') return 'shop=vacant: nobody does business there';
  if (other !== '') return `${other} is in no sector`;
  return 'a brand without a place of business';
}

interface Draft extends Omit<StorePoint, 'floorAreaSquareMeters' | 'floorAreaSource'> {
  readonly floorArea: { readonly squareMeters: number; readonly source: 'known' | 'footprint' } | null;
  readonly isPoint: boolean;
  /** Outline of the store where it is no building; null for others. */
  readonly outline: MultiPolygonCoordinates | null;
}

/**
 * Stores of an OpenStreetMap map: nodes and areas whose tags belong to a sector. Reported as dropped are objects
 * that could have been one: all with shop=*, and all others with a brand (bicycle docks, playgrounds, cash machines).
 * `version` is the date of the data, as far as its name says one.
 */
export function osmStores(
  map: OsmData,
  push: (store: StorePoint) => void,
  drop: (reason: string, ref: string) => void,
  version?: string,
): void {
  const drafts: Draft[] = [];
  for (const kind of ['node', 'way', 'relation'] as const) {
    const { ids } = map[`${kind}s`];
    for (let row = 0; row < ids.length; row++) {
      if (!map.isTagged(kind, row)) continue;
      const tags = map.tags(kind, row);
      if (!SECTOR_KEYS.some((key) => tags.has(key)) && !tags.has('brand')) continue;
      const ref = `${kind} ${ids[row]}`;
      const sector = sectorOfTags(tags);
      if (typeof sector === 'string') {
        if (tags.has('shop')) drop(sector, ref);
        else if (tags.has('brand')) drop(`${sector}, though it carries a brand`, ref);
        continue;
      }
      const place = placeOf(map, kind, row);
      if (place === null) {
        drop('its place is not in the map', ref);
        continue;
      }
      drafts.push({
        id: `osm/${KIND_LETTER[kind]}${ids[row]}`,
        name: tags.get('name') ?? '',
        brand: tags.get('brand') ?? '',
        wikidata: wikidataOf(tags.get('brand:wikidata')),
        sector: sector.code,
        lng: place[0],
        lat: place[1],
        state: isClosed(tags, version) ? 'closed' : 'open',
        address: addressOf(tags),
        ...contactOf(tags),
        ref,
        ...floorAreaOf(map, kind, row, tags, sector),
        isPoint: kind === 'node',
      });
    }
  }
  const footprints = storeBuildings(map, drafts);
  const outlined = drafts.flatMap(({ outline }, i) => (outline === null ? [] : [{ i, outline }]));
  const floors = floorsOfOutlines(
    map,
    outlined.map(({ outline }) => outline),
  );
  outlined.forEach(({ i }, at) => void footprints.set(i, footprint(floors[at]!)));
  drafts.forEach(({ floorArea, isPoint: _, outline: __, ...store }, i) => {
    const size = floorArea ?? footprints.get(i) ?? null;
    push({
      ...store,
      floorAreaSquareMeters: size?.squareMeters ?? Number.NaN,
      floorAreaSource: size?.source ?? 'footprint',
    });
  });
}

/** The first Wikidata id of a tag, "" where it holds none. */
export function wikidataOf(text: string | undefined): string {
  return /Q[1-9]\d*/.exec(text ?? '')?.[0] ?? '';
}

export function addressOf(tags: Tags): string {
  const full = tags.get('addr:full');
  if (full !== undefined) return full;
  const street = [tags.get('addr:housenumber'), tags.get('addr:street')].filter((part) => part !== undefined).join(' ');
  return [street, tags.get('addr:city') ?? tags.get('addr:suburb') ?? ''].filter((part) => part !== '').join(', ');
}

/** Keys under which mappers write when they last saw a store. */
const SEEN_KEYS = ['check_date', 'survey:date', 'check_date:opening_hours', 'opening_hours:check_date'];

/** Telephone, page and the day of the last visit, as far as tags say them. */
export function contactOf(tags: Tags): Pick<StorePoint, 'phone' | 'site' | 'seen'> {
  const phone = tags.get('phone') ?? tags.get('contact:phone') ?? tags.get('contact:mobile');
  const site = tags.get('website') ?? tags.get('contact:website') ?? tags.get('url');
  const seen = SEEN_KEYS.map((key) => /^\d{4}-\d\d-\d\d/.exec(tags.get(key) ?? '')?.[0] ?? '')
    .sort()
    .at(-1);
  return {
    ...(phone === undefined ? {} : { phone }),
    ...(site === undefined ? {} : { site }),
    ...(seen === undefined || seen === '' ? {} : { seen }),
  };
}

/** A tagged floor area, else the ground of the building that is mapped as the store; an outline that is no building waits. */
function floorAreaOf(
  map: OsmData,
  kind: OsmKind,
  row: number,
  tags: Tags,
  sector: Sector,
): Pick<Draft, 'floorArea' | 'outline'> {
  const tagged = numberOf(tags.get('floor_area') ?? tags.get('building:floor_area') ?? '', { units: squareMetersIn });
  if (tagged > 0) return { floorArea: { squareMeters: tagged, source: 'known' }, outline: null };
  if (kind === 'node' || ON_GROUNDS.has(sector.code)) return { floorArea: null, outline: null };
  const { polygon, isComplete } = kind === 'way' ? wayOutline(map, row) : relationOutline(map, row);
  if (!isComplete) return { floorArea: null, outline: null };
  const isBuilding = (tags.get('building') ?? 'no') !== 'no';
  return isBuilding
    ? { floorArea: footprint(squareMetersOf(polygon)), outline: null }
    : { floorArea: null, outline: polygon };
}

const squareMetersOf = (polygon: MultiPolygonCoordinates): number => multiPolygonAreaSquareKm(polygon) * 1e6;

function footprint(squareMeters: number): Draft['floorArea'] {
  const { leastFootprintSquareMeters, mostFootprintSquareMeters } = PLAYERS_PARAMETERS;
  return squareMeters >= leastFootprintSquareMeters && squareMeters <= mostFootprintSquareMeters
    ? { squareMeters, source: 'footprint' }
    : null;
}

/** Footprints of buildings made for a store that hold exactly one, by its position. */
function storeBuildings(map: OsmData, drafts: readonly Draft[]): Map<number, Draft['floorArea']> {
  const outlines: MultiPolygonCoordinates[] = [];
  for (let way = 0; way < map.ways.ids.length; way++) {
    if (!STORE_BUILDINGS.has(map.tag('way', way, 'building') ?? '')) continue;
    const { polygon, isComplete } = wayOutline(map, way);
    if (isComplete) outlines.push(polygon);
  }
  const index = new PolygonIndex(outlines);
  const storesIn = new Map<number, number[]>();
  drafts.forEach(({ lng, lat }, i) => {
    const building = index.first(lng, lat);
    if (building >= 0) storesIn.set(building, [...(storesIn.get(building) ?? []), i]);
  });
  const sizes = new Map<number, Draft['floorArea']>();
  for (const [building, stores] of storesIn) {
    const [only] = stores;
    if (stores.length === 1 && drafts[only!]!.isPoint && !ON_GROUNDS.has(drafts[only!]!.sector)) {
      sizes.set(only!, footprint(squareMetersOf(outlines[building]!)));
    }
  }
  return sizes;
}
