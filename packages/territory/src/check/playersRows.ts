import type { Manifest } from '../format/descriptor.ts';
import { FLOOR_AREA_SOURCES, STORE_SOURCES, STORE_STATES } from '../format/tables.ts';
import type { Players, TextColumn } from '../memory/territory.ts';
import type { Findings } from './findings.ts';
import type { Place } from './place.ts';

export const PLAYERS_STEPS: readonly [
  string,
  (players: Players, manifest: Manifest, place: Place, findings: Findings) => void,
][] = [
  ['brands', checkBrands],
  ['stores', checkStores],
  ['storeLists', checkLists],
];

function checkBrands({ brands, sectors }: Players, _: Manifest, place: Place, findings: Findings): void {
  unique(place('sectors', 'code'), sectors.code, findings);
  findings.references(place('brands', 'sector'), brands.sector, 'sectors', sectors.rows);
  findings.rows(place('brands', 'name'), brands.rows, (row) => {
    if (brands.name.at(row) === '') return 'a brand has no name';
    if (row === 0) return null;
    const [before, here] = [row - 1, row].map((at) => [brands.name.at(at), brands.wikidata.at(at)] as const);
    const inOrder = before![0] < here![0] || (before![0] === here![0] && before![1] < here![1]);
    return inOrder ? null : `"${here![0]}" does not come after "${before![0]}"`;
  });
  findings.rows(place('brands', 'wikidata'), brands.rows, (row) => {
    const id = brands.wikidata.at(row);
    return id === '' || /^Q[1-9][0-9]*$/.test(id) ? null : `"${id}" is no Wikidata id`;
  });
}

function checkStores(players: Players, { bbox }: Manifest, place: Place, findings: Findings): void {
  const { stores, brands, sectors } = players;
  const degrees = (value: number) => Math.round(value * 1e6);
  unique(place('stores', 'id'), stores.id, findings);
  findings.references(place('stores', 'brand'), stores.brand, 'brands', brands.rows, -1);
  findings.references(place('stores', 'sector'), stores.sector, 'sectors', sectors.rows);
  findings.range(place('stores', 'lngMicrodegrees'), stores.lngMicrodegrees, degrees(bbox.west), degrees(bbox.east));
  findings.range(place('stores', 'latMicrodegrees'), stores.latMicrodegrees, degrees(bbox.south), degrees(bbox.north));
  findings.range(place('stores', 'floorAreaSource'), stores.floorAreaSource, 0, FLOOR_AREA_SOURCES.length - 1);
  findings.range(place('stores', 'source'), stores.source, 0, STORE_SOURCES.length - 1);
  findings.range(place('stores', 'state'), stores.state, 0, STORE_STATES.length - 1);
  findings.rows(place('stores', 'floorAreaSquareMeters'), stores.rows, (row) => {
    const area = stores.floorAreaSquareMeters[row]!;
    if (Number.isNaN(area)) {
      const source = FLOOR_AREA_SOURCES[stores.floorAreaSource[row]!];
      return source === 'sector_median' ? null : `it is not known and said to be ${source}`;
    }
    return area > 0 && Number.isFinite(area) ? null : `${area} m² is no floor area`;
  });
}

function checkLists(
  { lists, existence, stores, supply }: Players,
  _: Manifest,
  place: Place,
  findings: Findings,
): void {
  if (lists !== null) {
    findings.references(place('storeLists', 'store'), lists.store, 'stores', stores.rows);
    findings.range(place('storeLists', 'list'), lists.list, 0, (supply.lists?.length ?? 0) - 1);
    findings.rows(place('storeLists', 'store'), lists.rows, (row) => {
      if (row === 0) return null;
      const [before, here] = [lists.store[row - 1]!, lists.store[row]!];
      const isInOrder = before < here || (before === here && lists.list[row - 1]! <= lists.list[row]!);
      return isInOrder ? null : `store ${here} does not come after store ${before}`;
    });
  }
  if (existence !== null) {
    findings.rows(place('storeExistence', 'probability'), existence.rows, (row) => {
      const share = existence.probability[row]!;
      return share >= 0 && share <= 1 ? null : `${share} is no probability`;
    });
  }
}

function unique(place: string, texts: TextColumn, findings: Findings): void {
  const seen = new Set<string>();
  findings.rows(place, texts.length, (row) => {
    const text = texts.at(row);
    if (text === '') return 'it is empty';
    if (seen.has(text)) return `"${text}" stands there twice`;
    seen.add(text);
    return null;
  });
}
