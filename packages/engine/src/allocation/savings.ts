/**
 * What candidates save customers when they open: the plain form of covering, median and center problems (location-allocation).
 * A customer goes to the open candidate that saves it most; without one it keeps what it has, for instance the nearest
 * store that is open already.
 */
export interface Savings {
  readonly customers: number;
  /** Entries of candidate j are those from `firstEntry[j]` to `firstEntry[j + 1]`. */
  readonly firstEntry: Uint32Array;
  /** Customer of each entry, once per candidate. */
  readonly customer: Uint32Array;
  /** What the candidate saves it, above 0. */
  readonly saving: Float64Array;
}

export const candidatesOf = ({ firstEntry }: Pick<Savings, 'firstEntry'>): number => firstEntry.length - 1;

/** Returns the savings of a list of entries by candidate, each entry a customer and what it saves. */
export function savingsOf(
  customers: number,
  byCandidate: readonly (readonly (readonly [number, number])[])[],
): Savings {
  const firstEntry = new Uint32Array(byCandidate.length + 1);
  byCandidate.forEach((entries, j) => {
    firstEntry[j + 1] = firstEntry[j]! + entries.length;
  });
  const all = byCandidate.flat();
  return {
    customers,
    firstEntry,
    customer: Uint32Array.from(all, ([customer]) => customer),
    saving: Float64Array.from(all, ([, saving]) => saving),
  };
}

/** Returns what some open candidates save together. */
export function savedBy({ customers, firstEntry, customer, saving }: Savings, open: Iterable<number>): number {
  const most = new Float64Array(customers);
  for (const j of open) {
    for (let i = firstEntry[j]!; i < firstEntry[j + 1]!; i++) {
      if (saving[i]! > most[customer[i]!]!) most[customer[i]!] = saving[i]!;
    }
  }
  return most.reduce((sum, one) => sum + one, 0);
}
