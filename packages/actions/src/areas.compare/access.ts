import { catchment, forEachReachedPole } from '@hinterland/engine/catchment';
import { measurePerPole } from '@hinterland/engine/census';
import { placeOfStore, snapOfStore, storesBySector } from '@hinterland/engine/market';
import { SNAP_LIMIT_METERS } from '@hinterland/engine/snap';
import { polesOfArea } from '@hinterland/engine/tables';
import { rounded } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import type { ActionContext } from '../action/action.ts';
import { problemOf, stopIfCancelled } from '../catchments/catchment.ts';
import { requireSector } from '../markets/sectors.ts';
import type { ComparedFigure, Input } from './schema.ts';

/**
 * Residents of each area, the last of which holds the others, from whom no open store of a sector is within reach, as a share and by
 * themselves: one search from all of its stores towards the people. Stores that lie too far from any road of the mode serve nobody.
 * Empty without a census, and where the lists have no store of the sector. Throws ActionProblem for a sector that nobody knows.
 */
export function figuresOfAccess(context: ActionContext, input: Input, rows: readonly number[]): ComparedFigure[] {
  const { territory } = context;
  const { sectorCode } = input;
  const perPole = measurePerPole(territory, 'population');
  if (sectorCode === undefined || perPole === null || territory.players === null) return [];
  const { code, names } = requireSector(sectorCode, '#/sectorCode');
  // Where the lists have none, nothing is known of who reaches one.
  if ((storesBySector(territory).get(code)?.length ?? 0) === 0) return [];
  const isReached = reachedPoles(context, input, code);
  const counts = rows.map((row) => {
    let [all, without] = [0, 0];
    for (const pole of polesOfArea(territory, row) ?? []) {
      all += perPole[pole]!;
      if (isReached[pole] === 0) without += perPole[pole]!;
    }
    return { all, without };
  });
  const figure = (
    group: 'shareWithout' | 'residentsWithout',
    unit: string,
    of: (one: (typeof counts)[number]) => number | null,
  ): ComparedFigure => {
    const values = counts.map(of);
    const named = { id: `${group}.${code}`, group, field: code, unit, meaning: names.en };
    return { ...named, values: values.slice(0, -1), whole: values.at(-1) ?? null };
  };
  return [
    figure('shareWithout', 'percent', ({ all, without }) => (all > 0 ? rounded((100 * without) / all) : null)),
    figure('residentsWithout', 'persons', ({ without }) => rounded(without)),
  ];
}

/** 1 for each pole that lies within reach of some open store of the sector. */
function reachedPoles(context: ActionContext, { minutes, mode }: Input, sector: string): Uint8Array {
  const { territory } = context;
  const isReached = new Uint8Array(territory.poles.rows);
  const origins = storesOnRoads(territory, mode, sector).map((row) => placeOfStore(territory, row));
  if (origins.length === 0) return isReached;
  const query = {
    origins,
    measure: 'time',
    limits: [minutes * 60],
    mode,
    traffic: 'normal',
    direction: 'inbound',
    snapLimitMeters: SNAP_LIMIT_METERS,
  } as const;
  try {
    const of = catchment(territory, query, { checkpoint: () => stopIfCancelled(context) });
    forEachReachedPole(of, (pole) => {
      isReached[pole] = 1;
    });
  } catch (error) {
    throw problemOf(error);
  }
  return isReached;
}

const storesOnRoads = (territory: Territory, mode: Input['mode'], sector: string): number[] =>
  [...(storesBySector(territory).get(sector) ?? [])].filter((row) => {
    const snap = snapOfStore(territory, mode, row);
    return snap !== null && snap.distanceMeters <= SNAP_LIMIT_METERS;
  });
