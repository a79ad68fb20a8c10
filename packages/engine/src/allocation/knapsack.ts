import type { Fill } from './relaxation.ts';
import type { Savings } from './savings.ts';

/** What customers ask of the candidate that serves them, and what each candidate can give. */
export interface Capacities {
  /** Demand of each customer, above 0. */
  readonly demands: Float64Array;
  /** Capacity of each candidate. */
  readonly capacities: Float64Array;
}

/** Serves parts of customers too: those that save most per demand first (fractional knapsack, G. B. Dantzig, 1957). */
export function fillParts({ firstEntry, customer, saving }: Savings, { demands, capacities }: Capacities): Fill {
  const worth = new Float64Array(saving.length);
  return (j, prices, shares) => {
    const [first, end] = [firstEntry[j]!, firstEntry[j + 1]!];
    let [wanted, sum] = [0, 0];
    for (let i = first; i < end; i++) {
      const c = customer[i]!;
      const more = saving[i]! - prices[c]!;
      shares[i] = more > 0 ? 1 : 0;
      worth[i] = more / demands[c]!;
      if (more <= 0) continue;
      wanted += demands[c]!;
      sum += more;
    }
    if (wanted <= capacities[j]!) return sum;
    const order = Uint32Array.from({ length: end - first }, (_, at) => first + at).sort(
      (a, b) => worth[b]! - worth[a]!,
    );
    let left = capacities[j]!;
    sum = 0;
    for (const i of order) {
      const demand = demands[customer[i]!]!;
      shares[i] = worth[i]! > 0 ? Math.min(1, left / demand) : 0;
      left -= shares[i]! * demand;
      sum += shares[i]! * demand * worth[i]!;
    }
    return sum;
  };
}

/** Serves whole customers: the ones that save most together within the capacity (knapsack by dynamic programming); demands are whole. */
export function fillWhole({ firstEntry, customer, saving }: Savings, { demands, capacities }: Capacities): Fill {
  const largest = Math.max(...capacities);
  const most = new Float64Array(largest + 1);
  return (j, prices, shares) => {
    const [first, end, capacity] = [firstEntry[j]!, firstEntry[j + 1]!, capacities[j]!];
    most.fill(0);
    const taken: Uint8Array[] = [];
    for (let i = first; i < end; i++) {
      const demand = demands[customer[i]!]!;
      const more = saving[i]! - prices[customer[i]!]!;
      const isTaken = new Uint8Array(capacity + 1);
      if (more > 0) {
        for (let room = capacity; room >= demand; room--) {
          if (most[room - demand]! + more <= most[room]!) continue;
          most[room] = most[room - demand]! + more;
          isTaken[room] = 1;
        }
      }
      taken.push(isTaken);
    }
    let room = capacity;
    for (let i = end - 1; i >= first; i--) {
      shares[i] = taken[i - first]![room]!;
      if (shares[i] === 1) room -= demands[customer[i]!]!;
    }
    return most[capacity]!;
  };
}
