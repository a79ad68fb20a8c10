import {
  type Box,
  clipToBox,
  emptyBox,
  extendBox,
  interiorPoint,
  isEmptyBox,
  multiPolygonAreaSquareKm,
  multiPolygonBox,
  PolygonIndex,
} from '@hinterland/geo';
import { AREA_COLUMNS, type AreaColumn } from '@hinterland/territory';
import { distinctAreas } from '../boundaries/distinctAreas.ts';
import type { Boundary } from '../inputs/boundaries.ts';
import type { TerritoryInputs } from '../inputs/territory.ts';

/** Of an area less than this share may lie outside the map without its being called cut: outlines differ a little. */
const WHOLE_SHARE = 0.999;
/** Postcodes are put under the finest area down to this level: they cross finer ones. */
const POSTCODE_PARENT_LEVEL = 4;

/** One row of the bundle's table `areas`. */
export interface AreaRow {
  readonly boundary: Boundary;
  readonly parent: number;
  readonly areaSquareKm: number;
  readonly isCut: boolean;
  readonly box: Box;
}

/** Poles as the areas see them. */
export interface PolePlaces {
  readonly count: number;
  lng(pole: number): number;
  lat(pole: number): number;
  /** Postcode of the pole's first address, "" where it has none. */
  postcode(pole: number): string;
}

interface MadeAreas {
  readonly rows: readonly AreaRow[];
  /** Row = pole, value = row of the area in each column, -1 for none. */
  readonly poleAreas: Readonly<Record<AreaColumn, Int32Array>>;
}

/**
 * Puts areas in order (country, then level by level, then postcodes), finds each one's parent, and says in which areas
 * each pole lies. Areas outside the map and areas that repeat a code are dropped. Where the inputs have no country, the
 * territory's only country is one without an outline; where they have no postcodes, those of the addresses are areas
 * without outlines. Where several areas of a level hold a pole, it belongs to the smallest.
 */
export function makeAreas(inputs: TerritoryInputs, poles: PolePlaces): MadeAreas {
  const known = { ...inputs, boundaries: usable(inputs) };
  const boundaries = [...known.boundaries, ...missingCountry(known), ...textPostcodes(known, poles)];
  boundaries.sort(
    (a, b) => rank(a) - rank(b) || compare(a.kind, b.kind) || compare(a.country, b.country) || compare(a.code, b.code),
  );
  const areaSquareKm = boundaries.map(({ polygon }) => multiPolygonAreaSquareKm(polygon));
  const index = new PolygonIndex(boundaries.map(({ polygon }) => (polygon.length === 0 ? null : polygon)));
  const everywhere = [...boundaries.keys()].filter((row) => {
    const { polygon, kind } = boundaries[row]!;
    return polygon.length === 0 && kind !== 'postcode';
  });

  // What has no outline lies somewhere in its country.
  const countryRows = [...boundaries.keys()].filter((row) => boundaries[row]!.level === 2);

  const poleAreas = placePoles(boundaries, areaSquareKm, index, everywhere, poles);
  const boxes = boundaries.map(({ polygon }) => multiPolygonBox(polygon));
  growByPoles(boundaries, boxes, poleAreas, poles, inputs.mapBox);
  const rows = boundaries.map((boundary, row): AreaRow => {
    const point = interiorPoint(boundary.polygon);
    return {
      boundary,
      parent: parentOf(boundaries, areaSquareKm, row, point === null ? countryRows : index.all(...point), everywhere),
      areaSquareKm: areaSquareKm[row]!,
      isCut: boundary.cut || reachesOver(boundary, inputs.mapBox),
      box: boxes[row]!,
    };
  });
  const counter = inputs.report.subject('areas');
  counter.kept(rows.length);
  return { rows, poleAreas };
}

/** Boundaries that touch the map, one per country, kind and code. */
function usable(inputs: TerritoryInputs): Boundary[] {
  const counter = inputs.report.subject('areas');
  const drop = (reason: string, { kind, code, name }: Boundary) => counter.dropped(reason, `${kind} ${code} (${name})`);
  const box = inputs.mapBox ?? inputs.roadBox;
  const inMap = inputs.boundaries.filter((boundary) => {
    const { polygon } = boundary;
    const isInMap = polygon.length === 0 || box === undefined || clipToBox(polygon, box).length > 0;
    if (!isInMap) drop('outside the map', boundary);
    return isInMap;
  });
  return distinctAreas(inMap, drop);
}

function missingCountry({ boundaries, countries, report }: TerritoryInputs): Boundary[] {
  const [country] = countries;
  if (boundaries.some(({ level }) => level === 2) || countries.length !== 1 || country === undefined) return [];
  report.warn(`No boundary has level 2: ${country} is an area without an outline that holds all poles.`);
  const name = new Intl.DisplayNames(['en'], { type: 'region' }).of(country) ?? country;
  return [wholeMap({ code: country, name, country, kind: 'country', level: 2, localType: '' })];
}

function wholeMap(area: Omit<Boundary, 'polygon' | 'cut'>): Boundary {
  return { ...area, polygon: [], cut: true };
}

function textPostcodes(inputs: TerritoryInputs, poles: PolePlaces): Boundary[] {
  if (inputs.boundaries.some(({ kind }) => kind === 'postcode')) return [];
  const country = inputs.countries.length === 1 ? inputs.countries[0]! : '';
  const codes = new Set<string>();
  for (let pole = 0; pole < poles.count; pole++) codes.add(poles.postcode(pole));
  codes.delete('');
  return [...codes].map((code) => wholeMap({ code, name: code, country, kind: 'postcode', level: -1, localType: '' }));
}

const rank = ({ level, kind }: Boundary) => (level > 0 ? level : kind === 'postcode' ? 100 : 101);
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function placePoles(
  boundaries: readonly Boundary[],
  areaSquareKm: readonly number[],
  index: PolygonIndex,
  everywhere: readonly number[],
  poles: PolePlaces,
): Record<AreaColumn, Int32Array> {
  const poleAreas = Object.fromEntries(
    AREA_COLUMNS.map((column) => [column, new Int32Array(poles.count).fill(-1)]),
  ) as Record<AreaColumn, Int32Array>;
  const columnOf = boundaries.map(areaColumn);
  const byPostcode = new Map<string, number>();
  boundaries.forEach(({ kind, code }, row) => {
    if (kind === 'postcode') byPostcode.set(code, row);
  });
  for (let pole = 0; pole < poles.count; pole++) {
    const rows = index.all(poles.lng(pole), poles.lat(pole));
    rows.sort((a, b) => areaSquareKm[a]! - areaSquareKm[b]! || a - b);
    for (const row of [...rows, ...everywhere]) {
      const column = columnOf[row];
      if (column !== null && column !== undefined && poleAreas[column][pole] === -1) poleAreas[column][pole] = row;
    }
    if (poleAreas.postcode[pole] === -1) poleAreas.postcode[pole] = byPostcode.get(poles.postcode(pole)) ?? -1;
  }
  return poleAreas;
}

function areaColumn({ kind, level }: Boundary): AreaColumn | null {
  if (kind === 'postcode') return 'postcode';
  if (level === 2) return 'country';
  return AREA_COLUMNS.find((column) => column === `level${level}`) ?? null;
}

/** Areas without an outline get the box of their poles, or of the map where they have none. */
function growByPoles(
  boundaries: readonly Boundary[],
  boxes: Box[],
  poleAreas: Readonly<Record<AreaColumn, Int32Array>>,
  poles: PolePlaces,
  mapBox: Box | undefined,
): void {
  const isBare = boundaries.map(({ polygon }) => polygon.length === 0);
  for (const column of AREA_COLUMNS) {
    poleAreas[column].forEach((row, pole) => {
      if (row >= 0 && isBare[row] === true) extendBox(boxes[row]!, poles.lng(pole), poles.lat(pole));
    });
  }
  const all = emptyBox();
  for (let pole = 0; pole < poles.count; pole++) extendBox(all, poles.lng(pole), poles.lat(pole));
  boxes.forEach((box, row) => {
    if (isEmptyBox(box)) boxes[row] = isEmptyBox(all) ? (mapBox ?? { west: 0, south: 0, east: 0, north: 0 }) : all;
  });
}

/** The finest area above that holds an inner point: of a lower level, the smallest of the highest such level. */
function parentOf(
  boundaries: readonly Boundary[],
  areaSquareKm: readonly number[],
  row: number,
  holding: readonly number[],
  everywhere: readonly number[],
): number {
  const { level, kind, country } = boundaries[row]!;
  const below = level > 0 ? level : kind === 'postcode' ? POSTCODE_PARENT_LEVEL + 1 : 10;
  let best = -1;
  for (const candidate of [...holding, ...everywhere]) {
    const other = boundaries[candidate]!;
    if (other.level <= 0 || other.level >= below || other.country !== country) continue;
    const isBetter =
      best === -1 ||
      other.level > boundaries[best]!.level ||
      (other.level === boundaries[best]!.level && areaSquareKm[candidate]! < areaSquareKm[best]!);
    if (isBetter) best = candidate;
  }
  return best;
}

function reachesOver({ polygon }: Boundary, mapBox: Box | undefined): boolean {
  if (mapBox === undefined || polygon.length === 0) return false;
  return multiPolygonAreaSquareKm(clipToBox(polygon, mapBox)) < WHOLE_SHARE * multiPolygonAreaSquareKm(polygon);
}
