import { ROUTERS, type Router } from '@hinterland/catalogue';
import { SeededRandom } from '@hinterland/geo';
import type { OsmData } from '@hinterland/importers';
import type { Territory } from '@hinterland/territory';
import { arcsOf, plainTimes } from './plainTimes.ts';
import { routerTimes } from './routerTimes.ts';

const SEED = 20261127;
const ORIGINS = 60;
const TARGETS = 10;
const LEAST_MILLISECONDS = 180_000;
const MOST_MILLISECONDS = 1_200_000;

export interface Ratios {
  /** Times here ÷ the middle one of the three routers' times, for each pair. */
  readonly middle: readonly number[];
  readonly each: Readonly<Record<Router, readonly number[]>>;
  /** Share of the length of roads whose speed follows from class and limit alone. */
  readonly comparedShare: number;
}

/**
 * Times by car in normal traffic against those of the speeds that three routers publish, over the same roads: 600 seeded pairs of
 * nodes, 3 to 20 minutes apart, each router on its own quickest way, without turns, lights and doors.
 */
export function classSpeedRatios(territory: Territory, map: OsmData): Ratios {
  const random = new SeededRandom(SEED);
  const arcs = arcsOf(territory);
  const { here, theirs, comparedShare } = routerTimes(territory, map);
  const middle: number[] = [];
  const each: Record<Router, number[]> = { osrm: [], valhalla: [], ors: [] };
  for (let tries = 0; middle.length < ORIGINS * TARGETS && tries < 200 * ORIGINS; tries++) {
    const from = random.int(territory.nodes.rows);
    const own = plainTimes(arcs, here, from, MOST_MILLISECONDS);
    const near = [...own.keys()].filter((node) => own[node]! >= LEAST_MILLISECONDS && own[node]! <= MOST_MILLISECONDS);
    if (near.length < TARGETS) continue;
    const times = ROUTERS.map((router) => plainTimes(arcs, theirs[router], from, 3 * MOST_MILLISECONDS));
    for (let target = 0; target < TARGETS; target++) {
      const to = random.pick(near);
      const ofAll = times.map((least) => least[to]!);
      ROUTERS.forEach((router, i) => void each[router].push(own[to]! / ofAll[i]!));
      middle.push(own[to]! / ofAll.toSorted((a, b) => a - b)[1]!);
    }
  }
  return { middle, each, comparedShare };
}
