/**
 * Returns the inverse of a symmetric positive definite matrix (rows behind one another), null where it is not one to
 * 12 digits. Gauss–Jordan on the matrix scaled to ones in its diagonal.
 */
export function inverse(matrix: Float64Array, size: number): Float64Array | null {
  const scale = Float64Array.from({ length: size }, (_, i) => Math.sqrt(matrix[i * size + i]!));
  if (scale.some((value) => !(value > 0))) return null;
  const left = matrix.map((value, at) => value / (scale[Math.floor(at / size)]! * scale[at % size]!));
  const right = new Float64Array(size * size);
  for (let i = 0; i < size; i++) right[i * size + i] = 1;
  for (let pivot = 0; pivot < size; pivot++) {
    const value = left[pivot * size + pivot]!;
    if (!(value > 1e-12)) return null;
    for (let k = 0; k < size; k++) {
      left[pivot * size + k]! /= value;
      right[pivot * size + k]! /= value;
    }
    for (let row = 0; row < size; row++) {
      const factor = left[row * size + pivot]!;
      if (row === pivot || factor === 0) continue;
      for (let k = 0; k < size; k++) {
        left[row * size + k]! -= factor * left[pivot * size + k]!;
        right[row * size + k]! -= factor * right[pivot * size + k]!;
      }
    }
  }
  return right.map((value, at) => value / (scale[Math.floor(at / size)]! * scale[at % size]!));
}

/** Returns matrix · vector. */
export const times = (matrix: Float64Array, vector: Float64Array): Float64Array =>
  vector.map((_, row) => vector.reduce((sum, value, k) => sum + matrix[row * vector.length + k]! * value, 0));
