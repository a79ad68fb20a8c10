/**
 * Degrees as whole millionths, the form in which a bundle keeps coordinates: ±180,000,000 fits an Int32, one step is at
 * most 0.111 m. Rounds to the nearest step; halves go up.
 */
export function toMicrodegrees(degrees: number): number {
  return Math.round(degrees * 1e6);
}

/** The double nearest to the decimal number of degrees: `toDegrees(13_400_001)` is exactly the literal 13.400001. */
export function toDegrees(microdegrees: number): number {
  return microdegrees / 1e6;
}
