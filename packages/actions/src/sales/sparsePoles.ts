import type { Territory } from '@hinterland/territory';

/** Most places that people set out from while a model is fitted: a fit passes over all of them hundreds of times. */
const PLACES_MAX = 3000;

/** Some of the poles, each standing for those around it. */
interface SparsePoles {
  readonly poles: Uint32Array;
  /** Adds up figures of all poles, in their order, at those that stand for them. */
  summed(perPole: Float64Array): Float64Array;
}

/** Puts poles together by squares of a grid, the smallest of 50 m, 100 m, … with at most PLACES_MAX squares; the first pole of a square stands for it. */
export function sparsePoles({ poles: all }: Territory, poles: Uint32Array): SparsePoles {
  const { latMicrodegrees, lngMicrodegrees } = all;
  for (let size = 450; ; size *= 2) {
    const places = new Map<number, number>();
    const chosen: number[] = [];
    const placeOf = Uint32Array.from(poles, (pole) => {
      const row = Math.floor(latMicrodegrees[pole]! / size) + 1_000_000;
      const key = row * 4_000_000 + Math.floor(lngMicrodegrees[pole]! / (1.5 * size)) + 1_000_000;
      const known = places.get(key);
      if (known !== undefined) return known;
      places.set(key, chosen.length);
      return chosen.push(pole) - 1;
    });
    if (chosen.length > PLACES_MAX) continue;
    return {
      poles: Uint32Array.from(chosen),
      summed(perPole) {
        const sums = new Float64Array(chosen.length);
        perPole.forEach((value, i) => {
          sums[placeOf[i]!]! += value;
        });
        return sums;
      },
    };
  }
}
