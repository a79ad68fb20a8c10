import type { Point } from '../geometry/plane.ts';
import { cellOf, middleOf } from '../geometry/raster.ts';
import type { House } from '../houses/houses.ts';
import { LOCALITIES } from '../plan/localities.ts';
import type { Terrain } from '../terrain/terrain.ts';
import { mergeCrumbs } from './mergeCrumbs.ts';

/** Dwellings of a census unit, about: a morning's work for one enumerator. */
const UNIT_DWELLINGS = 165;

/** A census unit before it has people. */
export interface UnitPlan {
  readonly code: string;
  /** Row of LOCALITIES. */
  readonly locality: number;
  readonly postcode: string;
  /** Name of the zone that the unit was made for: airport, campus, marina; "" elsewhere. */
  readonly zone: string;
}

/**
 * Cuts localities into census units of about equal numbers of dwellings, across their longer side, again and again.
 * Airports, harbors, the campus and the marina are units of their own. Returns the unit of every land cell.
 */
export function cutUnits(
  localityOf: Int32Array,
  houses: readonly House[],
  terrain: Terrain,
): { unitOf: Int32Array; units: UnitPlan[] } {
  const dwellings = new Float64Array(localityOf.length);
  for (const house of houses) dwellings[cellOf(house)]! += house.dwellings;
  const cellsOf: number[][] = LOCALITIES.map(() => []);
  for (let cell = 0; cell < localityOf.length; cell++)
    if (localityOf[cell]! >= 0) cellsOf[localityOf[cell]!]!.push(cell);

  const unitOf = new Int32Array(localityOf.length).fill(-1);
  const zones: string[] = [];
  for (const cells of cellsOf) {
    const byZone = new Map<string, number[]>([['', []]]);
    for (const cell of cells) {
      const zone = terrain.zone(middleOf(cell));
      const name = zone !== null && OWN_UNIT.has(zone.kind) ? zone.name : '';
      const own = byZone.get(name);
      if (own === undefined) byZone.set(name, [cell]);
      else own.push(cell);
    }
    for (const [zone, own] of byZone) {
      // A corner of a zone that reaches into the next locality is no unit.
      const parts =
        zone !== '' && own.length < 8 ? [] : zone === '' ? halve([...own, ...strays(byZone)], dwellings) : [own];
      for (const part of parts) {
        for (const cell of part) unitOf[cell] = zones.length;
        zones.push(zone);
      }
    }
  }
  mergeCrumbs(unitOf, localityOf);
  return renumber(unitOf, zones, localityOf);
}

const OWN_UNIT = new Set(['airport', 'port', 'campus', 'marina', 'industry']);

function strays(byZone: ReadonlyMap<string, readonly number[]>): number[] {
  return [...byZone].flatMap(([zone, cells]) => (zone !== '' && cells.length < 8 ? cells : []));
}

/** Halves a set of cells by dwellings until the parts are of the size of a unit. */
function halve(cells: readonly number[], dwellings: Float64Array): number[][] {
  const total = cells.reduce((sum, cell) => sum + dwellings[cell]!, 0);
  const parts = Math.round(total / UNIT_DWELLINGS);
  if (parts < 2 || cells.length < 4) return [[...cells]];
  // Empty land counts a little, so that a cut through it lies somewhere sensible.
  const weight = (cell: number) => dwellings[cell]! + 0.002 * (total / cells.length);
  const points = cells.map((cell) => ({ cell, ...middleOf(cell) }));
  let [sum, meanX, meanY] = [0, 0, 0];
  for (const { cell, x, y } of points) {
    sum += weight(cell);
    meanX += weight(cell) * x;
    meanY += weight(cell) * y;
  }
  meanX /= sum;
  meanY /= sum;
  let [xx, xy, yy] = [0, 0, 0];
  for (const { cell, x, y } of points) {
    xx += weight(cell) * (x - meanX) ** 2;
    xy += weight(cell) * (x - meanX) * (y - meanY);
    yy += weight(cell) * (y - meanY) ** 2;
  }
  const angle = 0.5 * Math.atan2(2 * xy, xx - yy);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const sorted = points
    .map(({ cell, x, y }) => ({ cell, along: (x - meanX) * cos + (y - meanY) * sin }))
    .sort((a, b) => a.along - b.along || a.cell - b.cell);
  const goal = (sum * Math.floor(parts / 2)) / parts;
  let reached = 0;
  let at = 0;
  while (at < sorted.length - 1 && reached < goal) reached += weight(sorted[at++]!.cell);
  const cut = Math.max(1, at);
  const half = (part: typeof sorted) =>
    halve(
      part.map(({ cell }) => cell),
      dwellings,
    );
  return [...half(sorted.slice(0, cut)), ...half(sorted.slice(cut))];
}

/** Units in order of locality, with codes and postcodes; drops numbers that no cell has any more. */
function renumber(
  unitOf: Int32Array,
  zones: readonly string[],
  localityOf: Int32Array,
): { unitOf: Int32Array; units: UnitPlan[] } {
  const sums = zones.map(() => ({ locality: -1, cells: 0, x: 0, y: 0 }));
  for (let cell = 0; cell < unitOf.length; cell++) {
    if (unitOf[cell]! < 0) continue;
    const sum = sums[unitOf[cell]!]!;
    const { x, y } = middleOf(cell);
    sum.locality = localityOf[cell]!;
    sum.cells++;
    sum.x += x;
    sum.y += y;
  }
  const kept = [...sums.keys()]
    .filter((old) => sums[old]!.cells > 0)
    .sort((a, b) => sums[a]!.locality - sums[b]!.locality || a - b);
  const numbers = new Map(kept.map((old, i) => [old, i]));
  const countIn = new Map<number, number>();
  const units = kept.map((old): UnitPlan => {
    const { locality, cells, x, y } = sums[old]!;
    const number = (countIn.get(locality) ?? 0) + 1;
    countIn.set(locality, number);
    const plan = LOCALITIES[locality]!;
    const middle = { x: x / cells, y: y / cells };
    const beyond = plan.second !== null && isBeyond(middle, plan.center, plan.second.side);
    return {
      code: `${plan.code.slice(3)}${String(number).padStart(2, '0')}`,
      locality,
      postcode: beyond ? plan.second!.postcode : plan.postcode,
      zone: zones[old]!,
    };
  });
  return { unitOf: unitOf.map((unit) => (unit < 0 ? -1 : numbers.get(unit)!)), units };
}

function isBeyond(point: Point, center: Point, side: 'east' | 'west' | 'north' | 'south'): boolean {
  if (side === 'east') return point.x > center.x + 150;
  if (side === 'west') return point.x < center.x - 150;
  return side === 'north' ? point.y > center.y + 150 : point.y < center.y - 150;
}
