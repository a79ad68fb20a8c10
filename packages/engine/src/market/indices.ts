/** Fewer residents than this make rates per resident that mean nothing; they are left out instead. */
const RESIDENTS_FOR_RATES = 200;

/**
 * Leakage/surplus factor 100 · (D − S) ÷ (D + S): +100 where everything is bought elsewhere, −100 where the shops have no
 * customers around, 0 where both are equal. Null where there is neither demand nor supply.
 */
export function leakageSurplusFactor(demand: number, supply: number): number | null {
  return demand + supply > 0 ? (100 * (demand - supply)) / (demand + supply) : null;
}

/** Location quotient (n ÷ N) ÷ (n_R ÷ N_R): above 1 where there is more of it than in the reference. Null without a base. */
export function locationQuotient(count: number, base: number, referenceCount: number, referenceBase: number) {
  if (!(base > 0 && referenceBase > 0 && referenceCount > 0)) return null;
  return count / base / (referenceCount / referenceBase);
}

/**
 * Sales potential per square meter: demand ÷ floor area. It is known as the index of retail saturation (B. J. La Londe,
 * 1962), whose name misleads: the higher, the less saturated. Null without floor area.
 */
export function salesPotentialPerSquareMeter(demand: number, floorAreaSquareMeters: number): number | null {
  return floorAreaSquareMeters > 0 ? demand / floorAreaSquareMeters : null;
}

/** Count per 10,000 residents; null for fewer than RESIDENTS_FOR_RATES. */
export function perTenThousand(count: number, residents: number | null): number | null {
  return residents !== null && residents >= RESIDENTS_FOR_RATES ? (10_000 * count) / residents : null;
}
