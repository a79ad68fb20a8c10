import { type Histories, observed } from './histories.ts';
import { RECAPTURE_PARAMETERS } from './parameters.ts';
import type { Estimate } from './twoLists.ts';

/** Pairs of lists that depend on each other in a model. */
type Dependences = readonly (readonly [number, number])[];

export interface Fitted extends Estimate {
  readonly dependences: Dependences;
  /** Akaike's criterion. */
  readonly criterion: number;
}

/**
 * Fits log-linear models of three lists and more (Fienberg, Biometrika 59, 1972; Bishop, Fienberg and Holland 1975, chapter 6): each with
 * other pairs of lists that depend on each other, no more than three lists at a time. What the model expects in none of the lists are
 * the stores that nobody saw.
 */
export function fitModels(histories: Histories, lists: number): Fitted[] {
  const pairs: (readonly [number, number])[] = [];
  for (let a = 0; a < lists; a++) for (let b = a + 1; b < lists; b++) pairs.push([a, b]);
  const models: Fitted[] = [];
  for (let chosen = 0; chosen < 2 ** pairs.length; chosen++) {
    const dependences = pairs.filter((_, i) => (chosen >> i) & 1);
    // As many terms as counts leave nothing to judge by: still a model where there are three lists.
    if (1 + lists + dependences.length > histories.length - 1) continue;
    const fitted = fit(histories, lists, dependences);
    if (fitted !== null) models.push(fitted);
  }
  return models;
}

function fit(histories: Histories, lists: number, dependences: Dependences): Fitted | null {
  const sets = histories.map((_, set) => set).slice(1);
  const termsOf = (set: number) => [
    1,
    ...Array.from({ length: lists }, (_, list) => (set >> list) & 1),
    ...dependences.map(([a, b]) => (set >> a) & (set >> b) & 1),
  ];
  const design = sets.map(termsOf);
  // A small count in every cell keeps estimates finite where one is empty.
  const counts = sets.map((set) => histories[set]! + 0.5 ** Math.max(1, lists - 1));
  const fitted = poisson(design, counts);
  if (fitted === null) return null;
  const { coefficients, covariance, means } = fitted;
  const terms = coefficients.length;
  const deviance = counts.reduce((sum, count, i) => sum + means[i]! - count * Math.log(means[i]!), 0);
  const unseen = Math.exp(coefficients[0]!);
  return {
    dependences,
    total: observed(histories) + unseen,
    // Chance in the model's expectation, and of the count around it.
    deviation: Math.sqrt(covariance[0]![0]! + 1 / (unseen + 0.5) + RECAPTURE_PARAMETERS.structure ** 2),
    criterion: 2 * deviance + 2 * terms,
  };
}

/** Poisson regression by reweighted least squares; null where it does not settle. */
function poisson(design: readonly (readonly number[])[], counts: readonly number[]) {
  const terms = design[0]!.length;
  let means = counts.map((count) => count);
  let coefficients: number[] = Array.from({ length: terms }, () => 0);
  let covariance: number[][] = [];
  for (let round = 0; round < RECAPTURE_PARAMETERS.rounds; round++) {
    const normal = Array.from({ length: terms }, () => Array.from({ length: terms }, () => 0));
    const right = Array.from({ length: terms }, () => 0);
    design.forEach((row, i) => {
      const working = Math.log(means[i]!) + (counts[i]! - means[i]!) / means[i]!;
      for (let a = 0; a < terms; a++) {
        right[a]! += row[a]! * means[i]! * working;
        for (let b = 0; b < terms; b++) normal[a]![b]! += row[a]! * row[b]! * means[i]!;
      }
    });
    const inverse = inverted(normal);
    if (inverse === null) return null;
    covariance = inverse;
    const next = inverse.map((row) => row.reduce((sum, value, i) => sum + value * right[i]!, 0));
    const change = Math.max(...next.map((value, i) => Math.abs(value - coefficients[i]!)));
    coefficients = next;
    means = design.map((row) =>
      Math.max(
        1e-9,
        Math.exp(
          Math.min(
            40,
            row.reduce((sum, value, i) => sum + value * coefficients[i]!, 0),
          ),
        ),
      ),
    );
    if (change < 1e-9) return { coefficients, covariance, means };
  }
  return coefficients.every(Number.isFinite) ? { coefficients, covariance, means } : null;
}

/** Inverse of a square matrix by Gauss and Jordan with pivots; null where it has none. */
function inverted(matrix: readonly (readonly number[])[]): number[][] | null {
  const size = matrix.length;
  const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  for (let at = 0; at < size; at++) {
    let pivot = at;
    for (let i = at + 1; i < size; i++) if (Math.abs(rows[i]![at]!) > Math.abs(rows[pivot]![at]!)) pivot = i;
    if (!(Math.abs(rows[pivot]![at]!) > 1e-12)) return null;
    [rows[at], rows[pivot]] = [rows[pivot]!, rows[at]!];
    const scale = rows[at]![at]!;
    for (let j = 0; j < 2 * size; j++) rows[at]![j]! /= scale;
    for (let i = 0; i < size; i++) {
      const factor = rows[i]![at]!;
      if (i === at || factor === 0) continue;
      for (let j = 0; j < 2 * size; j++) rows[i]![j]! -= factor * rows[at]![j]!;
    }
  }
  return rows.map((row) => row.slice(size));
}
