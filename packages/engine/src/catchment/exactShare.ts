const STEPS = 2 ** 50;

/**
 * A share 0..1 rounded to whole steps of 2^-50 (about 1e-15). Sums of such shares up to 8 are exact in a Float64, so they
 * do not depend on the order of the terms: the same poles give the same bits, counted pole by pole or by whole edges,
 * in one band or in three. The rounding moves a unit's people by less than 1e-9 in all.
 */
export function exactShare(share: number): number {
  return Math.round(share * STEPS) / STEPS;
}
