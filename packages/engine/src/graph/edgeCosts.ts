import { type Mode, PROFILES, type Profile, type Traffic } from '@hinterland/catalogue';
import { NONE, type Territory } from '@hinterland/territory';
import { SharedPerTerritory } from '../memory/sharedPerTerritory.ts';
import { CatchmentError } from '../query/errors.ts';
import type { Direction, ReachMeasure } from '../query/query.ts';

/** Costs, in milliseconds or millimeters, never pass this: the sum of two still fits a signed 32-bit number. */
export const MAX_COST = 0x3fffffff;

/** Milliseconds per millimeter of an access leg, walked at 5 km/h (docs/methods/catchment.md). */
const ACCESS_MILLISECONDS_PER_MILLIMETER = 0.72;

/**
 * Costs of whole edges in the direction of the search: an outbound search enters an edge at the end where traffic enters
 * it, an inbound search at the end where traffic leaves it. Row = edge, NONE if that is not allowed.
 */
export interface EdgeCosts {
  /** Entered at `fromNode`, left at `toNode`. */
  readonly enteredAtFrom: Uint32Array;
  /** Entered at `toNode`, left at `fromNode`. */
  readonly enteredAtTo: Uint32Array;
  /** Key of what is kept per territory for these weights: "car-normal", "car-distance". */
  readonly name: string;
  /** Row of MODE_BIT that the usable edges carry. */
  readonly mode: Mode;
  readonly direction: Direction;
  readonly measure: 'time' | 'distance';
}

/** The profile that answers for a mode and traffic: the one asked for, else the mode's `normal`. */
export function profileOf(territory: Territory, mode: Mode, traffic: Traffic): Profile {
  for (const profile of [`${mode}-${traffic}`, `${mode}-normal`]) {
    const known = PROFILES.find((p) => p === profile);
    if (known !== undefined && territory.weights[known] !== undefined) return known;
  }
  const modes = PROFILES.filter((p) => territory.weights[p] !== undefined).map((p) => p.split('-')[0]);
  throw new CatchmentError(
    'mode_unavailable',
    `${territory.manifest.name} has no road times for mode ${mode}; use one of: ${[...new Set(modes)].join(', ') || 'none'}.`,
  );
}

/** Weights of one measure, mode and direction. Time weights are the bundle's own columns; road lengths are made once. */
export function edgeCosts(
  territory: Territory,
  measure: Exclude<ReachMeasure, 'radius'>,
  mode: Mode,
  profile: Profile,
  direction: Direction,
): EdgeCosts {
  const { forward, backward } = measure === 'time' ? timeWeights(territory, profile) : lengthWeights(territory, mode);
  const outbound = direction === 'outbound';
  return {
    enteredAtFrom: outbound ? forward : backward,
    enteredAtTo: outbound ? backward : forward,
    name: measure === 'time' ? profile : `${mode}-distance`,
    mode,
    direction,
    measure,
  };
}

/** Cost of a straight access leg. In: millimeters. Out: milliseconds or millimeters. */
export function accessCost(measure: 'time' | 'distance', millimeters: number): number {
  return measure === 'time' ? Math.round(millimeters * ACCESS_MILLISECONDS_PER_MILLIMETER) : millimeters;
}

/**
 * Cost of a part of an edge. In: cost of the whole edge, 0 ≤ part ≤ length in millimeters. Out: whole number, at most
 * the whole cost; -1 where the edge may not be used in this sense. No way at all costs nothing even there, so a place at
 * the very end of a one-way edge is reached as soon as its node is.
 */
export function partialCost(wholeCost: number, partMillimeters: number, lengthMillimeters: number): number {
  if (partMillimeters === 0) return 0;
  if (wholeCost === NONE) return -1;
  return Math.round((wholeCost * partMillimeters) / lengthMillimeters);
}

interface Weights {
  forward: Uint32Array;
  backward: Uint32Array;
}

function timeWeights(territory: Territory, profile: Profile): Weights {
  const table = territory.weights[profile]!;
  return { forward: table.forwardMilliseconds, backward: table.backwardMilliseconds };
}

const keptLengths = new SharedPerTerritory<Weights>('lengths');

/** Road lengths where the mode's `normal` profile may go, NONE elsewhere. */
function lengthWeights(territory: Territory, mode: Mode): Weights {
  return keptLengths.get(territory, mode, () => {
    const times = timeWeights(territory, profileOf(territory, mode, 'normal'));
    const lengths = territory.edges.lengthMillimeters;
    const where = (time: Uint32Array) => time.map((t, edge) => (t === NONE ? NONE : lengths[edge]!));
    return { forward: where(times.forward), backward: where(times.backward) };
  });
}
