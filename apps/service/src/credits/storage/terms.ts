import { LIMITS } from '@hinterland/contract';

/** Bytes of an organization that cost nothing. */
export const FREE_BYTES = LIMITS.freeStorageMegabytes * 1_000_000;
/** Credits a month for so many bytes beyond, begun credits counting whole. */
const CREDITS = LIMITS.storageCreditsPer100Megabytes;
const BYTES = 100_000_000;

/** After so many days of suspension datasets are deleted. */
export const SUSPENDED_DAYS = LIMITS.suspendedDatasetDays;
/** So many days before, that is announced. */
export const NOTICE_DAYS = 7;

/**
 * Credits for a month, a whole number: CREDITS x (average - FREE_BYTES) / BYTES, rounded up, never below 0.
 * In: the sum of hourly samples in bytes, and the hours of the month. Exact, whatever the sizes.
 */
export function storageCredits(byteHours: number, hours: number): number {
  const charged = BigInt(byteHours) - BigInt(FREE_BYTES) * BigInt(hours);
  if (charged <= 0n) return 0;
  const unit = BigInt(BYTES) * BigInt(hours);
  return Number((charged * BigInt(CREDITS) + unit - 1n) / unit);
}

/** Hours of a UTC month. In: YYYY-MM-01. */
export function hoursOf(month: string): number {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 0)).getUTCDate() * 24;
}
