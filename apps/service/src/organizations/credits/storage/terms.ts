import { LIMITS } from '@hinterland/contract';

/** Bytes of an organization that cost nothing. */
export const FREE_BYTES = LIMITS.freeStorageMegabytes * 1_000_000;
/** Credits a month for so many bytes beyond, begun credits counting whole. */
export const CREDITS = LIMITS.storageCreditsPer100Megabytes;
export const BYTES = 100_000_000;

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

/**
 * Parts of a charge by the bytes of what is stored, in their order: thousandths of credits that add up to it. Those with the
 * largest remainders are rounded up, the first of equals before others.
 */
export function partsOf(credits: number, bytes: readonly number[]): number[] {
  const thousandths = BigInt(credits) * 1000n;
  const total = BigInt(bytes.reduce((sum, one) => sum + one, 0));
  if (total === 0n) return bytes.map(() => 0);
  const exact = bytes.map((one) => thousandths * BigInt(one));
  const parts = exact.map((product) => product / total);
  const missing = Number(thousandths - parts.reduce((sum, part) => sum + part, 0n));
  const byRemainder = exact
    .map((product, i) => ({ i, rest: product % total }))
    .toSorted((a, b) => Number(b.rest - a.rest));
  for (const { i } of byRemainder.slice(0, missing)) parts[i]! += 1n;
  return parts.map((part) => Number(part) / 1000);
}

/** Hours of a UTC month. In: YYYY-MM-01. */
export function hoursOf(month: string): number {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 0)).getUTCDate() * 24;
}
