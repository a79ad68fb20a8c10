/** What an answer says of how complete its stores are. */
interface Held {
  readonly completeness: number | null;
  readonly measured?:
    | readonly { readonly sectors: readonly string[]; readonly low: number; readonly high: number }[]
    | undefined;
}

/** A share that is estimated for all sectors of a territory together is that of one sector only within this factor. */
const ONE_OF_ALL = 2;
/** Deviation of the logarithm of how many stores there are where nobody has counted. */
const STORES_DEVIATION = 0.35;

/** Ends of the share of all stores of a sector that the data hold, where all sectors together are estimated to hold `estimate`, above 0. */
export function statedRange(estimate: number): { readonly low: number; readonly high: number } {
  const within = estimate >= 1 ? 1 : ONE_OF_ALL;
  return { low: Math.min(1, estimate / within), high: Math.min(1, estimate * within) };
}

/** Share of all stores of a sector that the data of an answer hold, the middle of its range; 0 where nobody has counted. */
export function heldShare({ completeness, measured }: Held, sector: string): number {
  const one = measured?.find(({ sectors }) => sectors.includes(sector));
  const range = one ?? (completeness === null || completeness <= 0 ? null : statedRange(completeness));
  return range === null ? 0 : Math.sqrt(range.low * range.high);
}

/** Deviation of the logarithm of how many stores there are where the data hold a share of them, 0..1. */
export const storesDeviation = (held: number): number => STORES_DEVIATION * (1 - held);
