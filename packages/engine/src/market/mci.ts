/** What a point spends at a store, seen in a survey, and what may explain it. */
export interface MciObservation {
  /** Any number that names the point; the stores of a point are compared with each other. */
  readonly point: number;
  /** Share of the point's spend, above 0. */
  readonly share: number;
  /** What may explain it, each above 0: floor area, travel time, …; as many for every observation. */
  readonly attributes: readonly number[];
}

export interface MciFit {
  /** γ_h: the exponent of each attribute. */
  readonly exponents: readonly number[];
  readonly standardErrors: readonly number[];
  /** Of the log-centred shares, 0..1. */
  readonly rSquared: number;
  readonly observations: number;
}

/**
 * Fits the multiplicative competitive interaction model p_ij = Π_h A_hj^γ_h ÷ Σ_k Π_h A_hk^γ_h to observed shares: by dividing
 * each variable by its geometric mean over the point's stores and taking logarithms it becomes linear, and least squares
 * gives γ (M. Nakanishi and L. G. Cooper, Journal of Marketing Research 11, 1974).
 *
 * Throws RangeError for shares or attributes that have no logarithm, for too few observations, and where an attribute does
 * not vary within any point or two say the same.
 */
export function mciFit(observations: readonly MciObservation[]): MciFit {
  const width = observations[0]?.attributes.length ?? 0;
  if (width === 0) throw new RangeError('mciFit needs observations with at least one attribute.');
  const byPoint = new Map<number, number[][]>();
  for (const { point, share, attributes } of observations) {
    const values = [share, ...attributes];
    if (attributes.length !== width) throw new RangeError('All observations need the same attributes.');
    if (values.some((value) => !(value > 0 && Number.isFinite(value)))) {
      throw new RangeError('Shares and attributes must be numbers above 0: logarithms are taken of them.');
    }
    byPoint.set(point, [...(byPoint.get(point) ?? []), values.map(Math.log)]);
  }
  const rows = [...byPoint.values()].flatMap((group) => {
    const means = group[0]!.map((_, h) => group.reduce((sum, row) => sum + row[h]!, 0) / group.length);
    return group.map((row) => row.map((value, h) => value - means[h]!));
  });
  // Centring takes one degree of freedom per point.
  const freedom = rows.length - byPoint.size - width;
  if (freedom < 0) throw new RangeError(`${rows.length} observations are too few for ${width} attributes.`);

  const normal = Array.from({ length: width }, (_, a) =>
    Array.from({ length: width }, (_, b) => rows.reduce((sum, row) => sum + row[a + 1]! * row[b + 1]!, 0)),
  );
  const inverse = inverted(normal);
  const moments = Array.from({ length: width }, (_, a) => rows.reduce((sum, row) => sum + row[a + 1]! * row[0]!, 0));
  const exponents = inverse.map((line) => line.reduce((sum, value, b) => sum + value * moments[b]!, 0));
  let [residual, total] = [0, 0];
  for (const row of rows) {
    const fitted = exponents.reduce((sum, gamma, h) => sum + gamma * row[h + 1]!, 0);
    residual += (row[0]! - fitted) ** 2;
    total += row[0]! ** 2;
  }
  const variance = freedom > 0 ? residual / freedom : 0;
  return {
    exponents,
    standardErrors: inverse.map((line, h) => Math.sqrt(variance * line[h]!)),
    rSquared: total > 0 ? 1 - residual / total : 1,
    observations: rows.length,
  };
}

/** Gauss-Jordan with pivots; the matrix is small. */
function inverted(matrix: readonly (readonly number[])[]): number[][] {
  const n = matrix.length;
  const work = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  const largest = Math.max(...matrix.flat().map(Math.abs));
  for (let column = 0; column < n; column++) {
    let pivot = column;
    for (let i = column + 1; i < n; i++) {
      if (Math.abs(work[i]![column]!) > Math.abs(work[pivot]![column]!)) pivot = i;
    }
    if (!(Math.abs(work[pivot]![column]!) > 1e-12 * largest)) {
      throw new RangeError(`Attribute ${column} does not vary within any point, or says the same as another.`);
    }
    [work[column], work[pivot]] = [work[pivot]!, work[column]!];
    const scale = work[column]![column]!;
    work[column] = work[column]!.map((value) => value / scale);
    for (let i = 0; i < n; i++) {
      if (i === column) continue;
      const factor = work[i]![column]!;
      work[i] = work[i]!.map((value, j) => value - factor * work[column]![j]!);
    }
  }
  return work.map((row) => row.slice(n));
}
