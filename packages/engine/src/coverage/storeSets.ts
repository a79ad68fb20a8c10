import type { Mode } from '@hinterland/catalogue';
import type { Territory } from '@hinterland/territory';
import type { LatLng, StoreTravel } from '../query/query.ts';
import { type ClassRuns, commonEnds, RunBuilder } from './classRuns.ts';
import { EMPTY_CLASS, Refinement } from './refinement.ts';

/** Which poles reach which of many places within one limit. */
export interface StoreSetsQuery extends StoreTravel {
  /** Stores and candidates, in any order; 1 to MAX_PLACES. */
  readonly places: readonly LatLng[];
  /** Inclusive, above 0. */
  readonly limitSeconds: number;
  /** The farthest that a place may lie from its road, meters; as in CatchmentQuery. */
  readonly snapLimitMeters?: number;
}

export interface StoreSetsOptions {
  /** Called now and then with the share of the work done, 0..1; may throw to stop the work. */
  readonly progress?: (fraction: number) => void;
  /**
   * `sweep`: all places by the hierarchy, 32 at a time; `plain`: one search per place. They give the same sets; left out,
   * the one that is expected to be faster.
   */
  readonly method?: 'sweep' | 'plain';
  /** The most poles of all catchments together, as `checkReachedPoles` counts them: above it the work may stop early. */
  readonly polesMax?: number;
}

/**
 * The set of places that each pole reaches (inbound). Poles with the same set form a class, so figures are computed once per
 * class instead of once per pole.
 */
export interface StoreSets {
  readonly territory: Territory;
  readonly mode: Mode;
  readonly places: number;
  /**
   * Classes by row of the mode's snap table; 0 for a pole that reaches no place. Poles without a row reach none either.
   * Other classes are numbered by their first row.
   */
  readonly runs: ClassRuns;
  /** Number of classes, the empty one (0) included. */
  readonly classes: number;
  /** Places of class c are `members[i]` for i from `firstMember[c]` to `firstMember[c + 1]`, ascending. */
  readonly firstMember: Uint32Array;
  readonly members: Uint16Array;
  /** Classes that reach place p are `classList[i]` for i from `firstClass[p]` to `firstClass[p + 1]`, ascending. */
  readonly firstClass: Uint32Array;
  readonly classList: Uint32Array;
}

/** Returns sets from runs of classes. `forEachPlace` visits the places of a refined class, each once, in any order. */
export function finishSets(
  of: { readonly territory: Territory; readonly mode: Mode; readonly places: number },
  builder: Pick<RunBuilder, 'runs' | 'refined'>,
  forEachPlace: (refined: number, visit: (place: number) => void) => void,
): StoreSets {
  const { refined } = builder;
  const classes = refined.length;
  const firstMember = new Uint32Array(classes + 1);
  const firstClass = new Uint32Array(of.places + 1);
  for (let c = 0; c < classes; c++) {
    forEachPlace(refined[c]!, (place) => {
      firstMember[c + 1]!++;
      firstClass[place + 1]!++;
    });
  }
  for (let c = 0; c < classes; c++) firstMember[c + 1]! += firstMember[c]!;
  for (let place = 0; place < of.places; place++) firstClass[place + 1]! += firstClass[place]!;
  const classList = new Uint32Array(firstClass[of.places]!);
  const nextClass = firstClass.slice(0, of.places);
  for (let c = 0; c < classes; c++) {
    forEachPlace(refined[c]!, (place) => {
      classList[nextClass[place]!++] = c;
    });
  }
  // By place, so that the members of every class ascend.
  const members = new Uint16Array(classList.length);
  const nextMember = firstMember.slice(0, classes);
  for (let place = 0; place < of.places; place++) {
    for (let i = firstClass[place]!; i < firstClass[place + 1]!; i++) members[nextMember[classList[i]!]!++] = place;
  }
  return { ...of, runs: builder.runs(), classes, firstMember, members, firstClass, classList };
}

/** Visits the places of a class whose labels are masks over batches of 32; `placeOf` names that of 32 × batch + bit. */
export function placesOfMasks(
  refinement: Refinement,
  placeOf: ArrayLike<number>,
): (refined: number, visit: (place: number) => void) => void {
  return (refined, visit) => {
    refinement.forEachLabel(refined, (batch, label) => {
      for (let mask = label; mask !== 0; mask &= mask - 1) visit(placeOf[32 * batch + 31 - Math.clz32(mask & -mask)]!);
    });
  };
}

/** Sets of a part of the places, as one of several threads computes them. */
export interface StoreSetsPart {
  readonly sets: StoreSets;
  /** Number of the place in the whole, by place of the part. */
  readonly placeOf: readonly number[];
}

/**
 * Joins the sets that threads found for parts of the places, each place in one part, of one territory and mode. The bytes
 * are those of a single computation.
 */
export function joinStoreSets(parts: readonly StoreSetsPart[]): StoreSets {
  const [first] = parts;
  if (first === undefined) throw new RangeError('joinStoreSets needs at least one part.');
  const { territory, mode } = first.sets;
  const refinement = new Refinement();
  const ends = commonEnds(parts.map(({ sets }) => sets.runs));
  const refinedOf = new Uint32Array(ends.length);
  parts.forEach(({ sets: { runs } }, part) => {
    refinement.beginBatch(part);
    let run = 0;
    for (let i = 0; i < ends.length; i++) {
      const label = runs.classes[run]!;
      if (label !== EMPTY_CLASS) refinedOf[i] = refinement.refine(refinedOf[i]!, label);
      if (runs.ends[run] === ends[i]) run++;
    }
  });
  const builder = new RunBuilder(refinement);
  for (let i = 0; i < ends.length; i++) builder.add(refinedOf[i]!, ends[i]!);
  const places = parts.reduce((sum, { placeOf }) => sum + placeOf.length, 0);
  return finishSets({ territory, mode, places }, builder, (refined, visit) => {
    refinement.forEachLabel(refined, (part, label) => {
      const { sets, placeOf } = parts[part]!;
      for (let i = sets.firstMember[label]!; i < sets.firstMember[label + 1]!; i++) visit(placeOf[sets.members[i]!]!);
    });
  });
}
