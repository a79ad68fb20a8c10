import { BOX_BRANCHING } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import type { Holdings } from '../catchment/types.ts';
import { censusOf } from '../census/census.ts';
import { float64Pages } from '../memory/pages.ts';
import { placeParts, unitParts } from '../memory/parts.ts';
import { SharedBlocks } from '../memory/sharedBlocks.ts';
import { SharedPerTerritory } from '../memory/sharedPerTerritory.ts';
import { poleTree } from '../snap/poleTree.ts';
import type { Contour } from './contour.ts';
import type { Ground } from './ground.ts';

/** Quality of a polygon by reached residents (by reached poles, in a territory without a census). */
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

/** The ground of a limit and what lies reached within the limit. */
export interface Drawn {
  readonly contour: Contour;
  readonly grounds: readonly Ground[];
  readonly reached: Holdings;
}

/** Compares what the reached poles of each limit hold, all of which lie on its ground, with everyone on that ground. */
export function qualitiesOf(
  territory: Territory,
  drawn: readonly Drawn[],
): Pick<ShapeQuality, 'recall' | 'precision'>[] {
  const weights = weightsOnGround(territory, drawn);
  return drawn.map(({ reached }, limit) => {
    const wanted = reached.residents ?? reached.poles;
    const inside = weights[limit]!;
    return {
      recall: wanted > 0 ? 1 : null,
      // The sum on the ground is rounded to millionths of a person.
      precision: inside > 0 ? Math.min(1, wanted / inside) : null,
    };
  });
}

/**
 * Returns the residents (without a census: the poles) on the ground of each limit, which lies within the next one's. A box
 * of the tree that is all ground is one subtraction, for all limits whose ground it is.
 */
function weightsOnGround(territory: Territory, drawn: readonly Drawn[]): Float64Array {
  const weights = poleWeights(territory);
  const leaves = new LeafWeights(territory, weights);
  const places = placeParts(territory);
  const { lngMicrodegrees, latMicrodegrees } = places;
  const bounds = drawn.map(({ grounds }) => boundsOf(grounds));
  // Weights on the ground of a limit that are not on that of the limit before.
  const added = new Float64Array(drawn.length + 1);
  const add = (weight: number, first: number, end: number) => {
    added[first]! += weight;
    added[end]! -= weight;
  };
  poleTree(territory).visitCovered(
    drawn.length,
    (limit, w, s, e, n) => {
      const { west, south, east, north } = bounds[limit]!;
      return w <= east && e >= west && s <= north && n >= south ? drawn[limit]!.contour.coverOf(w, s, e, n) : 'none';
    },
    (first, end, firstLimit, endLimit) => {
      add(leaves.between(first / BOX_BRANCHING, Math.ceil(end / BOX_BRANCHING)), firstLimit, endLimit);
    },
    (first, end, firstLimit, endLimit) => {
      places.need(first, end);
      weights.need(first, end);
      // Most poles of a box at the rim lie on the ground, so those beside it are weighed.
      const leaf = first / BOX_BRANCHING;
      const whole = leaves.between(leaf, leaf + 1);
      for (let limit = firstLimit; limit < endLimit; limit++) {
        const { contour } = drawn[limit]!;
        let weight = whole;
        for (let pole = first; pole < end; pole++) {
          if (!contour.holds(lngMicrodegrees[pole]!, latMicrodegrees[pole]!)) weight -= weights.of(pole);
        }
        add(weight, limit, limit + 1);
      }
    },
  );
  for (let limit = 1; limit < drawn.length; limit++) added[limit]! += added[limit - 1]!;
  return added;
}

function boundsOf(grounds: readonly Ground[]) {
  return {
    west: Math.min(...grounds.map(({ outer }) => outer.west)),
    south: Math.min(...grounds.map(({ outer }) => outer.south)),
    east: Math.max(...grounds.map(({ outer }) => outer.east)),
    north: Math.max(...grounds.map(({ outer }) => outer.north)),
  };
}

/** Sums up the weights of all poles, piece by piece, so that no drawing has to. */
export function* weighLeaves(territory: Territory): Generator<void> {
  const leaves = new LeafWeights(territory, poleWeights(territory));
  const count = Math.ceil(territory.poles.rows / BOX_BRANCHING);
  for (let first = 0; first < count; first += BLOCK_LEAVES) {
    leaves.between(first, Math.min(count, first + BLOCK_LEAVES));
    yield;
  }
}

/** Residents are counted in millionths, so that sums are exact and do not depend on the order of the poles. */
const WEIGHT_STEPS = 2 ** 20;

/** What poles count: rows must be asked for by `need` before they are read. */
interface PoleWeights {
  need(first: number, end: number): void;
  of(pole: number): number;
}

function poleWeights(territory: Territory): PoleWeights {
  const census = censusOf(territory);
  if (census === null) return { need: () => {}, of: () => 1 };
  const units = unitParts(territory)!;
  const { unit, share } = units;
  const residents = census.weights;
  return {
    need: (first, end) => units.need(first, end),
    of: (pole) =>
      share[pole]! > 0 ? Math.round(residents[unit[pole]!]! * share[pole]! * WEIGHT_STEPS) / WEIGHT_STEPS : 0,
  };
}

/** Leaves of a block: a power of 16, so that a box of the tree lies in one block or consists of whole blocks. */
const BLOCK_LEAVES = 256;

const keptSums = new SharedPerTerritory<{ readonly upTo: Float64Array; readonly filled: Uint8Array }>('leafWeights');

/** Running sums of pole weights over the leaves of the poles' tree, computed by block on first use. */
class LeafWeights {
  /** Weight of the leaves of the block up to and including leaf i; exact, so that differences are exact, too. */
  readonly #upTo: Float64Array;
  readonly #blocks: SharedBlocks;
  readonly #fill: (block: number) => void;

  constructor(territory: Territory, weights: PoleWeights) {
    const { rows } = territory.poles;
    const leaves = Math.ceil(rows / BOX_BRANCHING);
    const { upTo, filled } = keptSums.zeros(territory, '', () => ({
      upTo: float64Pages(leaves),
      filled: new Uint8Array(Math.ceil(leaves / BLOCK_LEAVES)),
    }));
    this.#upTo = upTo;
    this.#blocks = new SharedBlocks(filled);
    this.#fill = (block) => {
      let weight = 0;
      const end = Math.min(leaves, (block + 1) * BLOCK_LEAVES);
      for (let leaf = block * BLOCK_LEAVES; leaf < end; leaf++) {
        const endPole = Math.min(rows, (leaf + 1) * BOX_BRANCHING);
        weights.need(leaf * BOX_BRANCHING, endPole);
        for (let pole = leaf * BOX_BRANCHING; pole < endPole; pole++) weight += weights.of(pole);
        upTo[leaf] = weight;
      }
    };
  }

  between(first: number, end: number): number {
    let sum = 0;
    for (let leaf = first; leaf < end; ) {
      const block = Math.floor(leaf / BLOCK_LEAVES);
      const last = Math.min(end, (block + 1) * BLOCK_LEAVES) - 1;
      this.#blocks.ensure(block, this.#fill);
      sum += this.#upTo[last]! - (leaf % BLOCK_LEAVES === 0 ? 0 : this.#upTo[leaf - 1]!);
      leaf = last + 1;
    }
    return sum;
  }
}
