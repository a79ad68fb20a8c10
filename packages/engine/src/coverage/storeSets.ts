import type { Mode, Territory, Traffic } from '@hinterland/territory';
import type { LatLng } from '../catchment/types.ts';
import { EMPTY_CLASS, Refinement } from './refinement.ts';

/** Which poles reach which of many places within one limit. */
export interface StoreSetsQuery {
  /** Stores and candidates, in any order; 1 to MAX_PLACES. */
  readonly places: readonly LatLng[];
  readonly mode: Mode;
  readonly traffic: Traffic;
  /** Inclusive, above 0. */
  readonly limitSeconds: number;
  /** How far from a place its road may lie, metres; as in CatchmentQuery. */
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
}

/**
 * For every pole the set of places that it reaches (inbound, as charged analyses count). Poles with the same set form a
 * class, so whatever is asked about sets is asked once per class.
 */
export interface StoreSets {
  readonly territory: Territory;
  readonly mode: Mode;
  readonly places: number;
  /**
   * Class by row of the mode's snap table; 0 for a pole that reaches no place. Poles without a row reach none either.
   * Other classes are numbered by their first row.
   */
  readonly classOfRow: Uint32Array;
  /** Number of classes, the empty one (0) included. */
  readonly classes: number;
  /** Places of class c are `members[i]` for i from `firstMember[c]` to `firstMember[c + 1]`, ascending. */
  readonly firstMember: Uint32Array;
  readonly members: Uint16Array;
}

/**
 * Turns refined classes into sets. In: class of the refinement by row of the snap table, which is renumbered in place by
 * first row, so that the result does not depend on the batches; and the places of a class of the refinement.
 */
export function finishSets(
  of: { readonly territory: Territory; readonly mode: Mode; readonly places: number },
  refinement: Refinement,
  classOfRow: Uint32Array,
  placesOf: (classId: number) => number[],
): StoreSets {
  const renumbered = new Uint32Array(refinement.classes);
  const before: number[] = [EMPTY_CLASS];
  for (let row = 0; row < classOfRow.length; row++) {
    const refined = classOfRow[row]!;
    if (refined === EMPTY_CLASS) continue;
    if (renumbered[refined] === 0) {
      renumbered[refined] = before.length;
      before.push(refined);
    }
    classOfRow[row] = renumbered[refined]!;
  }
  const lists = before.map((refined) => placesOf(refined).sort((a, b) => a - b));
  const firstMember = new Uint32Array(lists.length + 1);
  lists.forEach((list, c) => {
    firstMember[c + 1] = firstMember[c]! + list.length;
  });
  const members = new Uint16Array(firstMember[lists.length]!);
  lists.forEach((list, c) => {
    members.set(list, firstMember[c]);
  });
  return { ...of, classOfRow, classes: lists.length, firstMember, members };
}

/** Places of a class whose labels are masks over batches of 32; `placeOf` names the place of number 32 × batch + bit. */
export function placesOfMasks(refinement: Refinement, classId: number, placeOf: ArrayLike<number>): number[] {
  const places: number[] = [];
  for (const { batch, label } of refinement.history(classId)) {
    for (let bit = 0; bit < 32; bit++) if ((label & (1 << bit)) !== 0) places.push(placeOf[32 * batch + bit]!);
  }
  return places;
}

/** Sets of a part of the places, as one of several threads computes them. */
export interface StoreSetsPart {
  readonly sets: StoreSets;
  /** Number of the place in the whole, by place of the part. */
  readonly placeOf: readonly number[];
}

/**
 * Puts together what threads found for parts of the places, each place in one part: the same bytes as in one go. The
 * parts are of one territory and mode.
 */
export function joinStoreSets(parts: readonly StoreSetsPart[]): StoreSets {
  const [first] = parts;
  if (first === undefined) throw new RangeError('joinStoreSets needs at least one part.');
  const { territory, mode, classOfRow: firstClasses } = first.sets;
  const refinement = new Refinement();
  const classOfRow = new Uint32Array(firstClasses.length);
  parts.forEach(({ sets }, part) => {
    refinement.beginBatch(part);
    for (let row = 0; row < classOfRow.length; row++) {
      const label = sets.classOfRow[row]!;
      if (label !== EMPTY_CLASS) classOfRow[row] = refinement.refine(classOfRow[row]!, label);
    }
  });
  const places = parts.reduce((sum, { placeOf }) => sum + placeOf.length, 0);
  return finishSets({ territory, mode, places }, refinement, classOfRow, (classId) =>
    refinement.history(classId).flatMap(({ batch, label }) => {
      const { sets, placeOf } = parts[batch]!;
      const members = sets.members.subarray(sets.firstMember[label], sets.firstMember[label + 1]);
      return Array.from(members, (member) => placeOf[member]!);
    }),
  );
}
