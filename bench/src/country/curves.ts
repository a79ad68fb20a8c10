import { type LatLng, storeSetsHierarchy } from '@hinterland/engine';
import type { Territory } from '@hinterland/territory';
import { timed } from '../timed.ts';
import { coverageRow } from './coverageRows.ts';
import { isochroneRow, type SearchRow, searchRow } from './isochroneRows.ts';
import type { Panel } from './plot.ts';

/** What a curve of the number of nodes needs of one country. */
export interface SizePoint {
  readonly nodes: number;
  readonly hierarchySeconds: number;
  readonly coverageMilliseconds: number;
  readonly isochroneMilliseconds: number;
}

const LIMITS = [5, 10, 15, 20, 30, 45, 60];
const PLACES = [60, 120, 240, 360, 480, 600];
const POLE_SHARES = [16, 8, 4, 2, 1];

export async function sizePoint(territory: Territory, origins: readonly LatLng[], places: readonly LatLng[]) {
  const built = await timed(() => storeSetsHierarchy(territory, 'car', 'normal'));
  const isochrone = await isochroneRow(territory, origins, [30], null, () => {});
  const coverage = await coverageRow(territory, places, 60, { rounds: 2 });
  const point: SizePoint = {
    nodes: territory.nodes.rows,
    hierarchySeconds: built.cpu / 1000,
    coverageMilliseconds: coverage.all.cpu,
    isochroneMilliseconds: isochrone.own.cpu50,
  };
  return { point, hierarchy: built.result };
}

/**
 * CPU time against nodes, limit, places and poles, with the growth of the part that grows drawn through the last point:
 * what is measured lies between that and a level line, as far as there is a part that does not grow.
 */
export async function curvePanels(
  territory: Territory,
  origins: readonly LatLng[],
  places: readonly LatLng[],
  sizes: readonly SizePoint[],
): Promise<Panel[]> {
  const searches: SearchRow[] = [];
  const isochrones: [number, number][] = [];
  for (const minutes of LIMITS) {
    searches.push(await searchRow(territory, origins, minutes));
    isochrones.push([minutes, (await isochroneRow(territory, origins, [minutes], null, () => {})).own.cpu50]);
  }
  const settled = searches.map(({ minutes, settled }): [number, number] => [minutes, settled]);

  const byStores: [number, number][] = [];
  for (const count of PLACES) {
    const row = await coverageRow(territory, places.slice(0, count), 60, { rounds: 2 });
    byStores.push([count, row.all.cpu]);
  }

  const isochronesByPoles: [number, number][] = [];
  const coverageByPoles: [number, number][] = [];
  for (const share of POLE_SHARES) {
    const thin = share === 1 ? territory : thinned(territory, share);
    const row = await isochroneRow(thin, origins, [30], null, () => {});
    isochronesByPoles.push([thin.poles.rows, row.own.cpu50]);
    coverageByPoles.push([thin.poles.rows, (await coverageRow(thin, places, 60, { rounds: 1 })).all.cpu]);
  }

  const growth = (points: readonly [number, number][], of: (x: number) => number): [number, number][] => {
    const [x, y] = points.at(-1)!;
    return points.map(([at]) => [at, (y * of(at)) / of(x)]);
  };
  const ofNodes = (of: (size: SizePoint) => number) => sizes.map((size): [number, number] => [size.nodes, of(size)]);
  const hierarchies = ofNodes(({ hierarchySeconds }) => 1000 * hierarchySeconds);
  const coverages = ofNodes(({ coverageMilliseconds }) => coverageMilliseconds);
  const ofSizes = ofNodes(({ isochroneMilliseconds }) => isochroneMilliseconds);
  const searchTimes = searches.map(({ minutes, own }): [number, number] => [minutes, own.cpu50]);
  return [
    {
      title: 'by nodes',
      xLabel: 'nodes',
      series: [
        { name: 'hierarchy made ready', points: hierarchies, predicted: growth(hierarchies, (n) => n) },
        { name: 'coverage, 600 places, 60 min', points: coverages, predicted: growth(coverages, (n) => n) },
        { name: 'isochrone, 30 min', points: ofSizes, predicted: growth(ofSizes, () => 1) },
      ],
    },
    {
      title: 'by limit',
      xLabel: 'minutes',
      series: [
        { name: 'isochrone', points: isochrones, predicted: growth(isochrones, (at) => settledAt(settled, at)) },
        { name: 'search alone', points: searchTimes, predicted: growth(searchTimes, (at) => settledAt(settled, at)) },
      ],
    },
    {
      title: 'by places',
      xLabel: 'places',
      series: [
        { name: 'coverage, 60 min', points: byStores, predicted: growth(byStores, (count) => Math.ceil(count / 32)) },
      ],
    },
    {
      title: 'by poles',
      xLabel: 'poles',
      series: [
        {
          name: 'coverage, 600 places, 60 min',
          points: coverageByPoles,
          predicted: growth(coverageByPoles, (poles) => poles),
        },
        { name: 'isochrone, 30 min', points: isochronesByPoles, predicted: growth(isochronesByPoles, () => 1) },
      ],
    },
  ];
}

const settledAt = (settled: readonly [number, number][], minutes: number) => settled.find(([at]) => at === minutes)![1];

/** The territory with every `step`th pole alone, so that networks are the same. */
function thinned(territory: Territory, step: number): Territory {
  const isKept = (pole: number) => pole % step === 0;
  const car = territory.snaps.car!;
  const snaps = rowsOf(car, (row) => isKept(car.pole[row]!));
  const { sociodemo } = territory;
  return {
    ...territory,
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
