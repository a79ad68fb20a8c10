const MOST_DECIMALS = 6;

/** Figures below this have three digits before the point at most, so that six decimals make nine digits. */
const SIX_DECIMALS_BELOW = 1000;

/** Steps per last digit to which a value is rounded first, so that noise does not decide to which side a half goes. */
const STEPS_PER_DIGIT = 1e4;

/** Powers of ten; those that `**` makes differ between versions of Node. */
const TENS = Array.from({ length: 309 }, (_, power) => Number(`1e${power}`));

/**
 * A figure with the digits that it can carry: nine significant ones, and at most six decimals. Further digits of a long
 * sum depend on the order of its terms, and those of powers and logarithms on the version of Node
 * (docs/methods/figures.md).
 *
 * In: any number; `scale`, for a difference, the larger of its terms: its digits end where those of that term end.
 * Out: the decimal nearest to it, halves up; numbers that are not finite as they are. Rounding twice changes nothing.
 */
export function rounded(value: number, scale = value): number {
  if (!Number.isFinite(value) || !Number.isFinite(scale)) return value;
  let decimals = MOST_DECIMALS;
  for (let below = SIX_DECIMALS_BELOW; Math.abs(scale) >= below; below *= 10) decimals--;
  const unit = TENS[Math.abs(decimals)]!;
  const inUnits = decimals < 0 ? value / unit : value * unit;
  const whole = Math.round(Math.round(inUnits * STEPS_PER_DIGIT) / STEPS_PER_DIGIT);
  return decimals < 0 ? whole * unit : whole / unit;
}
