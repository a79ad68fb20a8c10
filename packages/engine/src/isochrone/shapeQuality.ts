import type { Territory } from '@hinterland/territory';
import { poleTree } from '../catchment/radius.ts';
import type { Holdings } from '../catchment/types.ts';
import { SharedPerTerritory } from '../graph/sharedPerTerritory.ts';
import { BRANCHING } from '../snap/boxTree.ts';
import { censusOf } from '../tables/census.ts';
import type { Contour } from './contour.ts';
import type { Ground } from './ground.ts';

/** How well a polygon shows who is reached, weighed with residents (with poles where there is no census). */
export interface ShapeQuality {
  /**
   * Residents of reached poles inside it ÷ residents of reached poles; null when nobody is reached. 1 by construction: the
   * cell of every reached pole belongs to the ground.
   */
  readonly recall: number | null;
  /** Residents of reached poles inside it ÷ residents of all poles inside it; null when nobody lives inside. */
  readonly precision: number | null;
  /** North-south side of the cells it was drawn on; null for circles. */
  readonly cellMeters: number | null;
}

/** What `reached` poles hold, who all lie on the ground, against everyone on the ground. */
export function qualityOf(
  territory: Territory,
  contour: Contour,
  grounds: readonly Ground[],
  reached: Holdings,
): Pick<ShapeQuality, 'recall' | 'precision'> {
  const wanted = reached.residents ?? reached.poles;
  const inside = weightOnGround(territory, contour, grounds);
  return {
    recall: wanted > 0 ? 1 : null,
    // The sum on the ground is rounded to millionths of a person.
    precision: inside > 0 ? Math.min(1, wanted / inside) : null,
  };
}

/** Residents (poles without a census) on the ground. Boxes of the tree that lie wholly on it are one subtraction. */
function weightOnGround(territory: Territory, contour: Contour, grounds: readonly Ground[]): number {
  const weightOf = weights(territory);
  const before = weightsBeforeLeaves(territory);
  const { lngMicrodegrees, latMicrodegrees } = territory.poles;
  const west = Math.min(...grounds.map(({ outer }) => outer.west));
  const south = Math.min(...grounds.map(({ outer }) => outer.south));
  const east = Math.max(...grounds.map(({ outer }) => outer.east));
  const north = Math.max(...grounds.map(({ outer }) => outer.north));
  let sum = 0;
  poleTree(territory).visitCovered(
    (w, s, e, n) => (w <= east && e >= west && s <= north && n >= south ? contour.coverOf(w, s, e, n) : 'none'),
    (first, end) => {
      sum += before[Math.ceil(end / BRANCHING)]! - before[first / BRANCHING]!;
    },
    (first, end) => {
      for (let pole = first; pole < end; pole++) {
        if (contour.holds(lngMicrodegrees[pole]!, latMicrodegrees[pole]!)) sum += weightOf(pole);
      }
    },
  );
  return sum;
}

/** Residents are counted in millionths, so that sums are exact and do not depend on the order of the poles. */
const WEIGHT_STEPS = 2 ** 20;

function weights(territory: Territory): (pole: number) => number {
  const census = censusOf(territory);
  if (census === null) return () => 1;
  const { unit, share } = census.sociodemo.poleUnits;
  const residents = census.weights;
  return (pole) =>
    share[pole]! > 0 ? Math.round(residents[unit[pole]!]! * share[pole]! * WEIGHT_STEPS) / WEIGHT_STEPS : 0;
}

const kept = new SharedPerTerritory<{ readonly before: Float64Array }>('weightsBeforeLeaves');

/** Weight of all poles before each leaf of the poles' tree; the last value is that of all. */
function weightsBeforeLeaves(territory: Territory): Float64Array {
  const { before } = kept.get(territory, '', () => {
    const { rows } = territory.poles;
    const weightOf = weights(territory);
    const leaves = Math.ceil(rows / BRANCHING);
    const before = new Float64Array(leaves + 1);
    for (let leaf = 0; leaf < leaves; leaf++) {
      let weight = before[leaf]!;
      for (let pole = leaf * BRANCHING; pole < Math.min(rows, (leaf + 1) * BRANCHING); pole++) weight += weightOf(pole);
      before[leaf + 1] = weight;
    }
    return { before };
  });
  return before;
}
