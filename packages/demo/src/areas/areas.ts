import { MinHeap } from '@hinterland/geo';
import { noise2 } from '../geometry/noise.ts';
import type { Point } from '../geometry/plane.ts';
import type { House } from '../houses/houses.ts';
import { LOCAL_GOVERNMENTS, type LocalGovernmentPlan, type LocalityPlan } from '../plan/places.ts';
import { CELL_METERS, COLUMNS, ROWS, SOUTH, type Terrain, toPoint, WEST } from '../terrain/terrain.ts';

export interface Locality extends LocalityPlan {
  readonly code: string;
  readonly government: LocalGovernmentPlan;
}

export const LOCALITIES: readonly Locality[] = LOCAL_GOVERNMENTS.flatMap((government) =>
  government.localities.map((plan, i) => ({
    ...plan,
    government,
    code: `${government.code}${String(i + 1).padStart(2, '0')}`,
  })),
);

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
 * Locality of every land cell, -1 at sea: each grows from its seed over the nearest land until it meets the next.
 * Crossing a river, a mountain or wild country takes longer, so that borders lie there.
 */
export function growLocalities(terrain: Terrain, seed: number): Int32Array {
  const localityOf = new Int32Array(COLUMNS * ROWS).fill(-1);
  const meters = new Float64Array(COLUMNS * ROWS).fill(Number.POSITIVE_INFINITY);
  const heap = new MinHeap(4096);
  for (const [index, { seed: km }] of LOCALITIES.entries()) {
    const cell = nearestLand(terrain, toPoint(km));
    localityOf[cell] = index;
    meters[cell] = 0;
    heap.push(0, cell);
  }
  const steps = [-1, 1, -COLUMNS, COLUMNS, -COLUMNS - 1, -COLUMNS + 1, COLUMNS - 1, COLUMNS + 1];
  while (heap.size > 0) {
    const key = heap.minKey;
    const cell = heap.pop();
    if (key > meters[cell]!) continue;
    for (const [i, step] of steps.entries()) {
      const next = cell + step;
      if (terrain.land[next] !== 1) continue;
      // No slipping through between two cells that touch by a corner.
      if (i > 3 && terrain.land[cell + Math.sign(step) * COLUMNS] !== 1) continue;
      const reached = key + CELL_METERS * (i < 4 ? 1 : Math.SQRT2) * slowness(terrain, middleOf(next), seed);
      if (reached >= meters[next]!) continue;
      meters[next] = reached;
      localityOf[next] = localityOf[cell]!;
      heap.push(reached, next);
    }
  }
  mergeCrumbs(localityOf, null);
  return localityOf;
}

function slowness(terrain: Terrain, point: Point, seed: number): number {
  const bank = terrain.bankMeters(point);
  const rough = 1 + 0.45 * noise2(point.x, point.y, 500, seed + 61) + 0.25 * noise2(point.x, point.y, 160, seed + 62);
  return rough * (1 + 2.2 * terrain.height(point)) * (bank < 15 ? 9 : 1);
}

function nearestLand(terrain: Terrain, point: Point): number {
  for (let reach = 0; ; reach += CELL_METERS / 2) {
    for (let turn = 0; turn < 16; turn++) {
      const angle = (turn / 16) * 2 * Math.PI;
      const near = { x: point.x + reach * Math.cos(angle), y: point.y + reach * Math.sin(angle) };
      if (terrain.isLand(near)) return cellOf(near);
    }
  }
}

export function middleOf(cell: number): Point {
  return {
    x: WEST + ((cell % COLUMNS) + 0.5) * CELL_METERS,
    y: SOUTH + (Math.floor(cell / COLUMNS) + 0.5) * CELL_METERS,
  };
}

function cellOf({ x, y }: Point): number {
  return Math.floor((y - SOUTH) / CELL_METERS) * COLUMNS + Math.floor((x - WEST) / CELL_METERS);
}

/**
 * Cuts localities into census units of about equal numbers of dwellings, across their longer side, again and again.
 * Airports, harbours, the campus and the marina are units of their own. Returns the unit of every land cell.
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

/**
 * Gives pieces that hang apart from the largest piece of their group to the neighbour with the longest common border
 * within the same parent; a piece without such a neighbour (an islet) stays.
 */
function mergeCrumbs(groupOf: Int32Array, parentOf: Int32Array | null): void {
  const pieceOf = new Int32Array(groupOf.length).fill(-1);
  const pieces: number[][] = [];
  for (let start = 0; start < groupOf.length; start++) {
    if (groupOf[start]! < 0 || pieceOf[start] !== -1) continue;
    const piece = [start];
    pieceOf[start] = pieces.length;
    for (let i = 0; i < piece.length; i++) {
      for (const step of [-1, 1, -COLUMNS, COLUMNS]) {
        const next = piece[i]! + step;
        if (groupOf[next] === groupOf[start] && pieceOf[next] === -1) {
          pieceOf[next] = pieces.length;
          piece.push(next);
        }
      }
    }
    pieces.push(piece);
  }
  const largest = new Map<number, number>();
  for (const piece of pieces) {
    const group = groupOf[piece[0]!]!;
    largest.set(group, Math.max(largest.get(group) ?? 0, piece.length));
  }
  for (const piece of pieces) {
    const group = groupOf[piece[0]!]!;
    if (piece.length === largest.get(group)) continue;
    const borders = new Map<number, number>();
    for (const cell of piece) {
      for (const step of [-1, 1, -COLUMNS, COLUMNS]) {
        const next = cell + step;
        const other = groupOf[next]!;
        if (other < 0 || other === group) continue;
        if (parentOf !== null && parentOf[next] !== parentOf[cell]) continue;
        borders.set(other, (borders.get(other) ?? 0) + 1);
      }
    }
    const [best] = [...borders].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    if (best !== undefined) for (const cell of piece) groupOf[cell] = best[0];
  }
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
    const beyond =
      plan.second !== undefined && isBeyond({ x: x / cells, y: y / cells }, toPoint(plan.seed), plan.second[0]);
    return {
      code: `${plan.code.slice(3)}${String(number).padStart(2, '0')}`,
      locality,
      postcode: beyond ? plan.second![1] : plan.postcode,
      zone: zones[old]!,
    };
  });
  return { unitOf: unitOf.map((unit) => (unit < 0 ? -1 : numbers.get(unit)!)), units };
}

function isBeyond(point: Point, seed: Point, side: 'east' | 'west' | 'north' | 'south'): boolean {
  if (side === 'east') return point.x > seed.x + 150;
  if (side === 'west') return point.x < seed.x - 150;
  return side === 'north' ? point.y > seed.y + 150 : point.y < seed.y - 150;
}
