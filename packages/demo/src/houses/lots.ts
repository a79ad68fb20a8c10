import type { SeededRandom } from '@hinterland/geo';
import type { Point } from '../geometry/plane.ts';
import type { Zone } from '../plan/zones.ts';
import type { Edge } from '../streets/network.ts';
import type { Town } from '../streets/town.ts';

/** What stands on a lot; it decides about units, households and incomes. */
export type HouseKind = 'house' | 'terrace' | 'flats' | 'tower' | 'hall' | 'shop' | 'works';

/** How lots are cut along a street. */
export interface Lots {
  readonly widthMeters: number;
  readonly setbackMeters: number;
  /** Share of lots with nothing on them yet. */
  readonly empty: number;
  readonly apart: number;
  readonly build: (random: SeededRandom) => { kind: HouseKind; dwellings: number };
}

/** Harbors and estates: works and warehouses. */
export const ESTATE: Lots = {
  widthMeters: 55,
  setbackMeters: 22,
  empty: 0.3,
  apart: 30,
  build: () => ({ kind: 'works', dwellings: 0 }),
};

export function isEstate(zone: Zone | null): boolean {
  return zone?.kind === 'industry' || zone?.kind === 'port';
}

/** Lots by town and distance from its middle: towers and shops in the core, terraces around it, then gardens. */
export function lotsOf(town: Town, point: Point, edge: Edge): Lots {
  const meters = town.fromCenter(point);
  const main = edge.highway === 'primary' || edge.highway === 'secondary';
  if (town.plan.kind === 'capital') {
    if (meters < 750) return { widthMeters: 25, setbackMeters: 12, empty: 0.04, apart: 14, build: coreBuilding };
    if (meters < 1_700)
      return { widthMeters: 15, setbackMeters: 11, empty: 0.05, apart: 8.5, build: innerBuilding(main ? 0.18 : 0.09) };
    if (meters < 3_000)
      return {
        widthMeters: 19.5,
        setbackMeters: 14,
        empty: 0.05,
        apart: 11,
        build: suburbanBuilding(main ? 0.1 : 0.035),
      };
    return { widthMeters: 22.5, setbackMeters: 16, empty: 0.07, apart: 12, build: suburbanBuilding(0.02) };
  }
  if (town.plan.kind === 'town') {
    if (meters < 420) return { widthMeters: 17, setbackMeters: 11, empty: 0.06, apart: 10, build: townBuilding };
    return { widthMeters: 23, setbackMeters: 16, empty: 0.1, apart: 12, build: suburbanBuilding(0.025) };
  }
  return { widthMeters: 27, setbackMeters: 17, empty: 0.28, apart: 13, build: suburbanBuilding(0.01) };
}

function coreBuilding(random: SeededRandom): { kind: HouseKind; dwellings: number } {
  const chance = random.next();
  if (chance < 0.22) return { kind: 'shop', dwellings: 0 };
  if (chance < 0.5) return { kind: 'flats', dwellings: 2 + random.int(4) };
  if (chance < 0.94) return { kind: 'flats', dwellings: 3 + random.int(8) };
  return { kind: 'tower', dwellings: 20 + random.int(44) };
}

function innerBuilding(flats: number): (random: SeededRandom) => { kind: HouseKind; dwellings: number } {
  return (random) => {
    const chance = random.next();
    if (chance < flats) return { kind: 'flats', dwellings: 3 + random.int(6) };
    if (chance < flats + 0.03) return { kind: 'shop', dwellings: 0 };
    if (chance < flats + 0.12) return { kind: 'terrace', dwellings: 2 };
    return { kind: 'terrace', dwellings: 1 };
  };
}

function suburbanBuilding(flats: number): (random: SeededRandom) => { kind: HouseKind; dwellings: number } {
  return (random) => {
    const chance = random.next();
    if (chance < flats) return { kind: 'flats', dwellings: 3 + random.int(8) };
    if (chance < flats + 0.02) return { kind: 'house', dwellings: 2 };
    if (chance < flats + 0.03) return { kind: 'shop', dwellings: 0 };
    return { kind: 'house', dwellings: 1 };
  };
}

function townBuilding(random: SeededRandom): { kind: HouseKind; dwellings: number } {
  const chance = random.next();
  if (chance < 0.12) return { kind: 'shop', dwellings: 0 };
  if (chance < 0.24) return { kind: 'flats', dwellings: 2 + random.int(6) };
  return { kind: 'terrace', dwellings: 1 };
}
