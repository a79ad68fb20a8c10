/**
 * Credits are counted in whole thousandths inside the ledger and shown as numbers outside. A value of this type is a
 * safe integer; the name stands for the unit.
 */
export type Thousandths = number;

/** In: credits, exact to the thousandth up to floating-point noise. */
export function thousandthsOf(credits: number): Thousandths {
  const thousandths = Math.round(credits * 1000);
  if (!Number.isSafeInteger(thousandths) || Math.abs(thousandths - credits * 1000) > 1e-3) {
    throw new RangeError(`${credits} credits are not a whole number of thousandths`);
  }
  return thousandths;
}

export const creditsOf = (thousandths: Thousandths): number => thousandths / 1000;
