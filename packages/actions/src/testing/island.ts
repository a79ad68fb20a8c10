import { AGE_CLASSES } from '@hinterland/catalogue';
import { type GridTown, gridTown } from '@hinterland/engine/testing';
import {
  AREA_COLUMNS,
  AREA_KINDS,
  type AreaColumn,
  type AreaKind,
  inMemoryTerritory,
  type MultiPolygonCoordinates,
  type Territory,
} from '@hinterland/territory';
import type { ActionContext } from '../action/action.ts';
import { DEMO_PLACE } from '../action/demoPlace.ts';

/** Crossings each way from the middle one; one pole stands at every crossing. */
export const HALF = 6;
export const BLOCK_METERS = 500;
/** Car seconds per block, at 36 km/h. */
export const BLOCK_SECONDS = 50;

/** The four census units: west or east, south or north of the middle crossing, which lies in the north-east. */
export const UNITS = ['SW', 'NW', 'SE', 'NE'] as const;
export type Unit = (typeof UNITS)[number];
/** Residents of every pole of a unit. */
export const PER_POLE: Readonly<Record<Unit, number>> = { SW: 30, NW: 20, SE: 10, NE: 10 };
/** Poles of each unit: 6 or 7 columns times 6 or 7 rows. */
export const POLES: Readonly<Record<Unit, number>> = { SW: 36, NW: 42, SE: 42, NE: 49 };

export const unitAt = (right: number, up: number): Unit => `${up < 0 ? 'S' : 'N'}${right < 0 ? 'W' : 'E'}` as Unit;

export interface Island {
  readonly town: GridTown;
  readonly territory: Territory;
}

interface AreaPlan {
  readonly code: string;
  readonly name: string;
  readonly kind: AreaKind;
  readonly level: number;
  readonly parent: number;
  readonly column: AreaColumn;
  readonly units: readonly Unit[];
}

const AREAS: readonly AreaPlan[] = [
  { code: 'XD', name: 'Grid Island', kind: 'country', level: 2, parent: -1, column: 'country', units: UNITS },
  { code: 'XD-1', name: 'Ponant', kind: 'region', level: 4, parent: 0, column: 'level4', units: ['SW', 'NW'] },
  { code: 'XD-2', name: 'Rāwhiti', kind: 'region', level: 4, parent: 0, column: 'level4', units: ['SE', 'NE'] },
  { code: 'XD-11', name: 'São Bento', kind: 'county', level: 6, parent: 1, column: 'level6', units: ['SW'] },
  { code: 'XD-12', name: 'Côte du Nord', kind: 'county', level: 6, parent: 1, column: 'level6', units: ['NW'] },
  { code: 'XD-21', name: 'Ørsted', kind: 'county', level: 6, parent: 2, column: 'level6', units: ['SE'] },
  { code: 'XD-22', name: 'Northgate', kind: 'county', level: 6, parent: 2, column: 'level6', units: ['NE'] },
  {
    code: '1000',
    name: '1000',
    kind: 'postcode',
    level: -1,
    parent: -1,
    column: 'postcode',
    units: ['SW', 'NW', 'SE'],
  },
  { code: '1000', name: 'North Shore', kind: 'locality', level: 9, parent: 6, column: 'level9', units: ['NE'] },
];
const POLYGON_OF: Readonly<Record<string, number>> = { 'XD-22': 1, 'XD-21': 1, 'XD-2': 2 };

/** A grid of streets around the place of the examples, with areas, postcodes and a census in which cells are withheld. */
export function island(): Island {
  const town = gridTown({
    blocks: 2 * HALF,
    blockMeters: BLOCK_METERS,
    speedKph: (BLOCK_METERS / BLOCK_SECONDS) * 3.6,
    center: DEMO_PLACE,
  });
  const { poles } = town.territory;
  const crossings = Array.from({ length: (2 * HALF + 1) ** 2 }, (_, i) => ({
    right: (i % (2 * HALF + 1)) - HALF,
    up: Math.floor(i / (2 * HALF + 1)) - HALF,
  }));
  const unitOfPole: Unit[] = [];
  crossings.forEach(({ right, up }, i) => {
    unitOfPole[town.poleRow[i]!] = unitAt(right, up);
  });
  const totals = UNITS.map((unit) => PER_POLE[unit] * POLES[unit]);
  const benchmarkCodes = ['XD', 'XD-1', 'XD-2', 'XD-12'];
  const benchmarkTotals = benchmarkCodes.map((code) =>
    AREAS.find((area) => area.code === code)!.units.reduce((sum, unit) => sum + PER_POLE[unit] * POLES[unit], 0),
  );
  const half = (values: number[]) => values.map((value) => value / 2);
  const census = inMemoryTerritory({
    poles: { ...poles, rows: undefined } as never,
    poleAreas: Object.fromEntries(
      AREA_COLUMNS.map((column) => [
        column,
        unitOfPole.map((unit) => AREAS.findIndex((area) => area.column === column && area.units.includes(unit))),
      ]),
    ),
    areas: {
      code: AREAS.map(({ code }) => code),
      name: AREAS.map(({ name }) => name),
      country: AREAS.map(() => 'XD'),
      kind: AREAS.map(({ kind }) => AREA_KINDS.indexOf(kind)),
      level: AREAS.map(({ level }) => level),
      localType: AREAS.map(() => ''),
      parent: AREAS.map(({ parent }) => parent),
      areaSquareKm: AREAS.map(({ units }) => 10 * units.length),
      ...boxes(town),
      cut: AREAS.map(({ code }) => (code === 'XD-11' ? 1 : 0)),
    },
    polygons: AREAS.map((area) => polygonOf(town, area)),
    sociodemo: {
      currency: 'XDD',
      units: {
        code: UNITS,
        areaSquareKm: [10, 10, 10, 10],
        insideShare: [1, 1, 1, 1],
        synthetic: [0, 0, 0, 0],
      },
      poleUnits: {
        unit: unitOfPole.map((unit) => UNITS.indexOf(unit)),
        share: unitOfPole.map((unit) => 1 / POLES[unit]),
      },
      topics: {
        residents: { columns: { total: totals, male: half(totals), female: half(totals) } },
        age_classes: {
          columns: Object.fromEntries(
            AGE_CLASSES.map(({ code }) => [`total_${code}`, totals.map((total) => total / 18)]),
          ),
        },
        // The south-west withholds its families.
        families: { columns: { families: [Number.NaN, 210, 84, 98] }, flags: [4, 0, 0, 0] },
      },
      benchmarkAreas: {
        code: benchmarkCodes,
        name: benchmarkCodes.map((code) => AREAS.find((area) => area.code === code)!.name),
        kind: benchmarkCodes.map((code) => AREA_KINDS.indexOf(AREAS.find((area) => area.code === code)!.kind)),
        areaSquareKm: [40, 20, 20, 10],
        coverage: [1, 1, 1, 1],
      },
      benchmarks: { residents: { columns: { total: benchmarkTotals } } },
      entries: [
        { code: 'residents', available: true, vintage: '2021' },
        { code: 'age_classes', available: true, vintage: '2021' },
        { code: 'families', available: true, vintage: '2021' },
        { code: 'mobility', available: false, note: 'This census does not ask about cars.' },
      ],
    },
  });
  const { areas, poleAreas, sociodemo, descriptors, dataVersion } = census;
  const territory: Territory = {
    ...town.territory,
    manifest: {
      ...town.territory.manifest,
      name: 'Grid Island',
      countries: ['XD'],
      // Wide enough for places at sea, kilometers from any street.
      bbox: { west: -152, south: -36.5, east: -151.4, north: -35.9 },
    },
    areas,
    poleAreas,
    sociodemo,
    descriptors,
    dataVersion,
    areaPolygon: (row) => census.areaPolygon(row),
  };
  return { town, territory };
}

/** East of the middle, from the southern to the northern edge or one half of that. */
function polygonOf(town: GridTown, { code, units }: AreaPlan): MultiPolygonCoordinates | null {
  if (POLYGON_OF[code] === undefined) return null;
  const { west, south, east, north } = edges(town, units);
  // One point more than a rectangle needs, for a simplification to leave out.
  return [
    [
      [
        [west, south],
        [(west + east) / 2, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  ];
}

function boxes(town: GridTown) {
  const all = AREAS.map(({ units }) => edges(town, units));
  return {
    west: all.map(({ west }) => west),
    south: all.map(({ south }) => south),
    east: all.map(({ east }) => east),
    north: all.map(({ north }) => north),
  };
}

function edges(town: GridTown, units: readonly Unit[]) {
  const reaches = (side: string) => units.some((unit) => unit.includes(side));
  const lng = (right: number) => town.at(right, 0).lng;
  const lat = (up: number) => town.at(0, up).lat;
  return {
    west: reaches('W') ? lng(-HALF - 1) : lng(-0.5),
    east: reaches('E') ? lng(HALF + 1) : lng(-0.5),
    south: reaches('S') ? lat(-HALF - 1) : lat(-0.5),
    north: reaches('N') ? lat(HALF + 1) : lat(-0.5),
  };
}

/**
 * Residents within so many blocks of the nearest of these crossings, counted pole by pole; `beyond` leaves out those
 * within fewer, `unit` those of the other units.
 */
export function residentsWithin(
  blocks: number,
  origins: readonly (readonly [number, number])[] = [[0, 0]],
  beyond = -1,
  unit?: Unit,
): number {
  let sum = 0;
  for (let right = -HALF; right <= HALF; right++) {
    for (let up = -HALF; up <= HALF; up++) {
      const away = Math.min(...origins.map(([x, y]) => Math.abs(right - x) + Math.abs(up - y)));
      const own = unitAt(right, up);
      if (away <= blocks && away > beyond && (unit === undefined || own === unit)) sum += PER_POLE[own];
    }
  }
  return sum;
}

export const contextOf = (territory: Territory, more: Partial<ActionContext> = {}): ActionContext => ({
  territory,
  channel: 'api',
  progress: () => undefined,
  cancelled: () => false,
  ...more,
});
