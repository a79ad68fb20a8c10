import type { Profile } from '../profile.ts';

/** Lower limits of classes in dollars of Maravea a year; the last is open. */
export const HOUSEHOLD_INCOME = [
  0, 10_000, 20_000, 30_000, 40_000, 50_000, 60_000, 80_000, 100_000, 125_000, 150_000, 200_000,
];
export const MEDIAN_HOUSEHOLD_INCOME = 66_000;
export const HOUSEHOLD_SIGMA = 0.72;

/** Median yearly income of the households of a neighborhood. */
export function medianHouseholdIncome(profile: Profile): number {
  return (
    MEDIAN_HOUSEHOLD_INCOME *
    profile.income *
    (1 - 0.22 * profile.flatShare - 0.3 * profile.student + 0.22 * profile.family - 0.2 * profile.retired)
  );
}
