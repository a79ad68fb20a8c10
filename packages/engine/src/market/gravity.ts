/**
 * Reilly's law of retail gravitation: sales that a place between two towns sends to A, divided by those it sends to B,
 * (P_A ÷ P_B)^γ · (D_A ÷ D_B)^−λ. In: populations above 0, distances to both towns above 0 in one unit; γ 1 and λ 2 unless given.
 * Source: W. J. Reilly, The law of retail gravitation, 1931.
 */
export function reillyRatio(
  a: { readonly population: number; readonly distance: number },
  b: { readonly population: number; readonly distance: number },
  { populationExponent = 1, distanceExponent = 2 } = {},
): number {
  return (a.population / b.population) ** populationExponent * (a.distance / b.distance) ** -distanceExponent;
}

/**
 * Converse's breaking point: how far from each of two towns lies the point that sends equally much to both. In: populations
 * above 0, the distance between the towns. Out: distances from A and from B in the same unit; they add up to it.
 * Source: P. D. Converse, Journal of Marketing 14, 1949.
 */
export function breakingPoint(
  populationA: number,
  populationB: number,
  distance: number,
): { readonly fromA: number; readonly fromB: number } {
  const fromA = distance / (1 + Math.sqrt(populationB / populationA));
  return { fromA, fromB: distance - fromA };
}
