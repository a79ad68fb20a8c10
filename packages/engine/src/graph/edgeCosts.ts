import { MODE_BIT, type Mode, PROFILES, type Profile, type Traffic } from '@hinterland/catalogue';
import { HOURS_OF_DAY, NONE, type Speeds, type Territory } from '@hinterland/territory';
import { PerTerritory } from '../memory/perTerritory.ts';
import { SharedPerTerritory } from '../memory/sharedPerTerritory.ts';
import { CatchmentError } from '../query/errors.ts';
import type { Direction, ReachMeasure, RoadTravel } from '../query/query.ts';

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
  /**
   * The same with the ways out of limited ways (`Territory.limits`), which only a search that starts there takes; where no way
   * is limited, the very same columns.
   */
  readonly withWaysOut: { readonly enteredAtFrom: Uint32Array; readonly enteredAtTo: Uint32Array };
  /** Key of what is kept per territory for these weights: "car-normal", "car-normal@7", "car-distance". */
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

/** The same weights as seen by travel the other way, which passes through limited ways: never slower than it is. */
export function turnedAround(costs: EdgeCosts): EdgeCosts {
  const { withWaysOut, direction, name } = costs;
  const [enteredAtFrom, enteredAtTo] = [withWaysOut.enteredAtTo, withWaysOut.enteredAtFrom];
  const isLimited = withWaysOut.enteredAtFrom !== costs.enteredAtFrom;
  return {
    ...costs,
    enteredAtFrom,
    enteredAtTo,
    withWaysOut: { enteredAtFrom, enteredAtTo },
    name: isLimited ? `${name}-through` : name,
    direction: direction === 'outbound' ? 'inbound' : 'outbound',
  };
}

/**
 * Weights of one measure, mode and direction. Time weights are the bundle's own columns; road lengths, and times at an hour
 * of the day, are made once. `hour` is for times by car, in a territory with speeds by hour.
 */
export function edgeCosts(
  territory: Territory,
  measure: Exclude<ReachMeasure, 'radius'>,
  mode: Mode,
  profile: Profile,
  direction: Direction,
  hour?: number,
): EdgeCosts {
  const atHour = measure === 'time' && mode === 'car' ? hourOfSpeeds(territory, hour) : null;
  const { forward, backward } =
    measure === 'distance'
      ? lengthWeights(territory, mode)
      : atHour === null
        ? timeWeights(territory, profile)
        : hourWeights(territory, profile, atHour);
  const outbound = direction === 'outbound';
  const name = measure === 'distance' ? `${mode}-distance` : atHour === null ? profile : `${profile}@${atHour}`;
  const withWaysOut = { enteredAtFrom: outbound ? forward : backward, enteredAtTo: outbound ? backward : forward };
  return {
    ...withoutWaysOut(territory, mode, `${name}:${direction}`, withWaysOut),
    withWaysOut,
    name,
    mode,
    direction,
    measure,
  };
}

/** Times of a way to travel on roads. */
export function travelTimes(
  territory: Territory,
  { mode, traffic, hour }: RoadTravel,
  direction: Direction,
): EdgeCosts {
  return edgeCosts(territory, 'time', mode, profileOf(territory, mode, traffic), direction, hour);
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

/**
 * Returns the first hour of the day with the speeds of this one, so that equal hours share their weights; null where the
 * profile's own hold. Throws for an hour in a territory that drives the same at all hours.
 */
function hourOfSpeeds({ speeds, manifest }: Territory, hour: number | undefined): number | null {
  if (hour === undefined) return null;
  if (speeds === null) throw new RangeError(`${manifest.name} has no speeds by hour of the day.`);
  const { factor } = speeds.factors;
  const isLike = (other: (pattern: number) => number) => {
    for (let row = 0; row < factor.length; row += HOURS_OF_DAY) if (factor[row + hour] !== other(row)) return false;
    return true;
  };
  if (isLike(() => 1)) return null;
  for (let first = 0; first < hour; first++) if (isLike((row) => factor[row + first]!)) return first;
  return hour;
}

const keptHours = new SharedPerTerritory<Weights>('hours');

/** Times of a profile at an hour of the day: its own, divided by the share of the speed that is driven then. */
function hourWeights(territory: Territory, profile: Profile, hour: number): Weights {
  return keptHours.get(territory, `${profile}@${hour}`, () => {
    const { edges, factors }: Speeds = territory.speeds!;
    const { forward, backward } = timeWeights(territory, profile);
    const at = (times: Uint32Array, patterns: Uint32Array) =>
      times.map((time, edge) => slowed(time, factors.factor[HOURS_OF_DAY * patterns[edge]! + hour]!));
    return { forward: at(forward, edges.forwardPattern), backward: at(backward, edges.backwardPattern) };
  });
}

/** Time at a share of the speed: whole milliseconds, at least 1 on an edge that takes any; NONE stays NONE. */
function slowed(milliseconds: number, factor: number): number {
  if (milliseconds === NONE || milliseconds === 0 || factor === 1) return milliseconds;
  return Math.min(NONE - 1, Math.max(1, Math.round(milliseconds / factor)));
}

const keptWithout = new SharedPerTerritory<EdgeCosts['withWaysOut']>('withoutWaysOut');

/** Closes the ways out of limited ways, as seen from the origin: a search comes in and ends there. */
function withoutWaysOut(
  territory: Territory,
  mode: Mode,
  key: string,
  open: EdgeCosts['withWaysOut'],
): EdgeCosts['withWaysOut'] {
  const { limits, edges } = territory;
  if (limits === null || !isLimitedFor(territory, mode)) return open;
  return keptWithout.get(territory, key, () => {
    const bit = MODE_BIT[mode];
    const isInside = (node: number) => (limits.insideFor[node]! & bit) !== 0;
    const close = (costs: Uint32Array, from: Uint32Array, to: Uint32Array) =>
      costs.map((cost, edge) => (isInside(from[edge]!) && !isInside(to[edge]!) ? NONE : cost));
    return {
      enteredAtFrom: close(open.enteredAtFrom, edges.fromNode, edges.toNode),
      enteredAtTo: close(open.enteredAtTo, edges.toNode, edges.fromNode),
    };
  });
}

const keptIsLimited = new PerTerritory<{ readonly is: boolean }>();

/** Whether a territory has ways that a mode does not pass through. */
function isLimitedFor(territory: Territory, mode: Mode): boolean {
  const bit = MODE_BIT[mode];
  return keptIsLimited.get(territory, mode, () => ({
    is: territory.limits!.insideFor.some((bits) => (bits & bit) !== 0),
  })).is;
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
