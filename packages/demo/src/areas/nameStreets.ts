import { onGrid } from '../geometry/plane.ts';
import { LOCALITIES } from '../plan/localities.ts';
import type { Line } from '../streets/line.ts';
import { degrees, edgesByLine, type Network } from '../streets/network.ts';
import { StreetNames, type StreetShape } from '../streets/streetNames.ts';
import type { UnitPlan } from './cutUnits.ts';
import type { Mesh } from './mesh.ts';

/** Footpaths and tracks have no names but those of the plan. */
const PATHS = new Set(['footway', 'path', 'cycleway', 'steps', 'track']);

/** Names for all streets that cars use or people live in; what the plan named keeps its name. */
export function nameStreets(network: Network, mesh: Mesh, units: readonly UnitPlan[], seed: number): Map<Line, string> {
  const degree = degrees(network);
  const streets = [...edgesByLine(network.edges)].map(([line, edges]) => {
    const localities = new Map<number, number>();
    for (const { shape, lengthMeters } of edges) {
      for (const point of shape) {
        const cell = mesh.cellAt(onGrid(point));
        if (cell < 0) continue;
        const { locality } = units[mesh.groups[cell]!]!;
        localities.set(locality, (localities.get(locality) ?? 0) + lengthMeters / shape.length);
      }
    }
    const sorted = [...localities].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([locality]) => locality);
    return { line, edges, localities: sorted, length: edges.reduce((sum, edge) => sum + edge.lengthMeters, 0) };
  });
  const names = new StreetNames(seed + 91);
  const given = new Map<Line, string>();
  for (const { line, localities } of streets) {
    if (line.name === '') continue;
    names.take(line.name, localities);
    given.set(line, line.name);
  }
  const unnamed = streets.filter(
    ({ line }) => line.name === '' && (line.origin === 'street' || line.origin === 'lane'),
  );
  for (const { line, edges, localities, length } of unnamed.sort((a, b) => b.length - a.length)) {
    const [home] = localities;
    if (home === undefined || edges.every(({ highway }) => PATHS.has(highway))) continue;
    const loose = edges.some(({ from, to }) => degree[from] === 1 || degree[to] === 1);
    const shape: StreetShape =
      line.origin === 'lane'
        ? 'lane'
        : edges[0]!.highway === 'tertiary'
          ? 'main'
          : loose && length < 260
            ? 'deadEnd'
            : 'through';
    given.set(line, names.next(LOCALITIES[home]!.flavour, shape, localities));
  }
  return given;
}
