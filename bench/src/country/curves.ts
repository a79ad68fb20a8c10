import { prepareNetworks } from '@hinterland/engine/coverage';
import type { LatLng } from '@hinterland/engine/query';
import type { Territory } from '@hinterland/territory';
import { coverageRow } from '../coverageRow.ts';
import { timed } from '../timed.ts';
import { fitted, type Part, withRates } from './growth.ts';
import { type IsochroneRow, isochroneRow, type SearchRow, searchRow } from './isochroneRows.ts';
import type { Panel, Series } from './plot.ts';

/** What a curve of the number of nodes needs of one country. */
export interface SizePoint {
  readonly nodes: number;
  readonly tablesSeconds: number;
  readonly coverageMilliseconds: number;
  readonly isochrone: IsochroneRow;
}

const LIMITS = [5, 10, 15, 20, 30, 45, 60];
const PLACES = [60, 120, 240, 360, 480, 600];
const POLE_SHARES = [16, 8, 4, 2, 1];
const ISOCHRONE_MINUTES = 30;
const COVERAGE_MINUTES = 60;
/** Places of one sweep over the hierarchy. */
const LANES = 32;

export async function sizePoint(territory: Territory, origins: readonly LatLng[], places: readonly LatLng[]) {
  const built = await timed(() => prepareNetworks(territory, 'car', 'normal', 'postcode'));
  const isochrone = await isochroneRow(territory, origins, [ISOCHRONE_MINUTES], null, () => {});
  const coverage = await coverageRow(territory, places, COVERAGE_MINUTES, { rounds: 2 });
  const point: SizePoint = {
    nodes: territory.nodes.rows,
    tablesSeconds: built.cpu / 1000,
    coverageMilliseconds: coverage.all.cpu,
    isochrone,
  };
  return point;
}

type Point = readonly [number, number];

/**
 * CPU time against nodes, limit, places and poles, each with what theory predicts: a sum of parts that grow with what the
 * work consists of. Rates come from the curve itself, but those of isochrones by nodes, which are those by limit.
 */
export async function curvePanels(
  territory: Territory,
  origins: readonly LatLng[],
  places: readonly LatLng[],
  sizes: readonly SizePoint[],
): Promise<Panel[]> {
  const searches: SearchRow[] = [];
  const byLimit: IsochroneRow[] = [];
  for (const minutes of LIMITS) {
    searches.push(await searchRow(territory, origins, minutes));
    byLimit.push(await isochroneRow(territory, origins, [minutes], null, () => {}));
  }

  const byPlaces: Point[] = [];
  const classes: number[] = [];
  for (const count of PLACES) {
    const row = await coverageRow(territory, places.slice(0, count), COVERAGE_MINUTES, {});
    byPlaces.push([count, row.all.cpu]);
    classes.push(row.classes);
  }

  const isochronesByPoles: Point[] = [];
  const poles: number[] = [];
  const coverageByPoles: Point[] = [];
  for (const share of POLE_SHARES) {
    const thin = share === 1 ? territory : thinned(territory, share);
    poles.push(thin.poles.rows);
    const isochrone = await isochroneRow(thin, origins, [ISOCHRONE_MINUTES], null, () => {});
    isochronesByPoles.push([thin.poles.rows, isochrone.own.cpu50]);
    const row = await coverageRow(thin, places, COVERAGE_MINUTES, { rounds: 1 });
    coverageByPoles.push([thin.poles.rows, row.all.cpu]);
  }

  const fixed = (points: readonly unknown[]): Part => points.map(() => 1);
  /** Roads are counted and drawn node by node, polygons written point by point. */
  const isochroneParts = (rows: readonly IsochroneRow[]): Part[] => [
    fixed(rows),
    rows.map(({ settled }) => settled),
    rows.map(({ points }) => points),
  ];
  const limitPoints = byLimit.map(({ own }, i): Point => [LIMITS[i]!, own.cpu50]);
  const isochronesByLimit = fitted(limitPoints, isochroneParts(byLimit));
  const series = (name: string, parts: string, points: readonly Point[], amounts: readonly Part[]): Series => ({
    name,
    parts,
    points,
    growth: fitted(points, amounts),
  });

  const settledPoints = searches.map(({ minutes, own }): Point => [minutes, own.cpu50]);
  const ofNodes = (of: (size: SizePoint) => number) => sizes.map((size): Point => [size.nodes, of(size)]);
  const tables = ofNodes(({ tablesSeconds }) => 1000 * tablesSeconds);
  const ofSizes = ofNodes(({ isochrone }) => isochrone.own.cpu50);
  const coverages = ofNodes(({ coverageMilliseconds }) => coverageMilliseconds);
  return [
    {
      title: 'by nodes',
      xLabel: 'nodes of the country',
      series: [
        series('tables of plans', 'nodes', tables, [sizes.map(({ nodes }) => nodes)]),
        series('coverage, 600 places, 60 min', 'fixed + nodes', coverages, [
          fixed(sizes),
          sizes.map(({ nodes }) => nodes),
        ]),
        {
          name: 'isochrone, 30 min',
          parts: 'rates of the curve by limit',
          points: ofSizes,
          growth: withRates(ofSizes, isochroneParts(sizes.map(({ isochrone }) => isochrone)), isochronesByLimit.rates),
        },
      ],
    },
    {
      title: 'by limit',
      xLabel: 'minutes',
      series: [
        {
          name: 'isochrone',
          parts: 'fixed + settled nodes + points',
          points: limitPoints,
          growth: isochronesByLimit,
        },
        series('search alone', 'settled nodes', settledPoints, [searches.map(({ settled }) => settled)]),
      ],
    },
    {
      title: 'by places',
      xLabel: 'places',
      series: [
        series('coverage, 60 min', `fixed + sweeps of ${LANES} + classes`, byPlaces, [
          fixed(byPlaces),
          PLACES.map((count) => Math.ceil(count / LANES)),
          classes,
        ]),
      ],
    },
    {
      title: 'by poles',
      xLabel: 'poles',
      series: [
        series('coverage, 600 places, 60 min', 'fixed + poles', coverageByPoles, [fixed(poles), poles]),
        series('isochrone, 30 min', 'fixed + poles', isochronesByPoles, [fixed(poles), poles]),
      ],
    },
  ];
}

/** The territory with every `step`th pole alone, so that networks are the same. */
function thinned(territory: Territory, step: number): Territory {
  const isKept = (pole: number) => pole % step === 0;
  const car = territory.snaps.car!;
  const snaps = rowsOf(car, (row) => isKept(car.pole[row]!));
  const { sociodemo } = territory;
  return {
    ...territory,
    // What stands in the bundle beside its poles is of all of them.
    derived: null,
    poles: rowsOf(territory.poles, isKept),
    poleAreas: rowsOf(territory.poleAreas, isKept),
    snaps: { car: { ...snaps, pole: snaps.pole.map((pole) => pole / step) } },
    sociodemo: sociodemo === null ? null : { ...sociodemo, poleUnits: rowsOf(sociodemo.poleUnits, isKept) },
  };
}

/** Some rows of a table of numbers. */
function rowsOf<T extends { readonly rows: number }>(table: T, isKept: (row: number) => boolean): T {
  let rows = 0;
  for (let row = 0; row < table.rows; row++) if (isKept(row)) rows++;
  const columns = Object.entries(table as Record<string, unknown>).map(([name, column]): [string, unknown] => {
    if (name === 'rows') return [name, rows];
    const values = column as Uint32Array;
    const kept = new (values.constructor as Uint32ArrayConstructor)(rows);
    let next = 0;
    for (let row = 0; row < values.length; row++) if (isKept(row)) kept[next++] = values[row]!;
    return [name, kept];
  });
  return Object.fromEntries(columns) as T;
}
