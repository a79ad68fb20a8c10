import type { PlaceCosts } from './placeCosts.ts';
import type { Savings } from './savings.ts';
import { savingsOf } from './savings.ts';

/** Classes are compared with each other up to this number. */
const COMPARED_MAX = 2000;

/**
 * Returns, for a largest cost, the customers that no store serves yet as classes with equal sets of candidates, each to
 * count 1; null where one has no candidate. A class whose candidates hold those of another is left out: it is covered with it.
 */
export function coverClasses(
  { customers, base, firstEntry, customer, cost }: PlaceCosts,
  limit: number,
): Savings | null {
  const classOf = classesBy(
    customers,
    { firstEntry, customer },
    (i) => cost[i]! <= limit && base[customer[i]!]! > limit,
  );
  const first = new Map<number, number>();
  for (let c = 0; c < customers; c++) {
    if (base[c]! <= limit) continue;
    if (classOf[c] === 0) return null;
    if (!first.has(classOf[c]!)) first.set(classOf[c]!, c);
  }
  const members = new Map<number, number[]>([...first.values()].map((c) => [c, []]));
  for (let j = 0; j + 1 < firstEntry.length; j++) {
    for (let i = firstEntry[j]!; i < firstEntry[j + 1]!; i++) if (cost[i]! <= limit) members.get(customer[i]!)?.push(j);
  }
  return coverOf([...members.values()], firstEntry.length - 1);
}

/** Returns a covering problem with all customers whom the same candidates cover as one. */
export function merged({ customers, firstEntry, customer, saving }: Savings): Savings {
  const classOf = classesBy(customers, { firstEntry, customer }, () => true);
  const sums = new Map<number, number>();
  const isCounted = new Uint8Array(customers);
  customer.forEach((c, i) => {
    if (isCounted[c] === 1) return;
    isCounted[c] = 1;
    sums.set(classOf[c]!, (sums.get(classOf[c]!) ?? 0) + saving[i]!);
  });
  const numberOf = new Map([...sums.keys()].map((one, number) => [one, number]));
  return savingsOf(
    sums.size,
    Array.from({ length: firstEntry.length - 1 }, (_, j) =>
      [...new Set(customer.subarray(firstEntry[j]!, firstEntry[j + 1]!).map((c) => classOf[c]!))].map(
        (one) => [numberOf.get(one)!, sums.get(one)!] as const,
      ),
    ),
  );
}

/** Returns a class per customer: two have the same one where the same candidates count for both; 0 where none does. */
function classesBy(
  customers: number,
  { firstEntry, customer }: Pick<Savings, 'firstEntry' | 'customer'>,
  counts: (entry: number) => boolean,
): Uint32Array {
  // Refined candidate by candidate: customers that were alike and are both covered, or both not, stay alike.
  const classOf = new Uint32Array(customers);
  let classes = 1;
  for (let j = 0; j + 1 < firstEntry.length; j++) {
    const refined = new Map<number, number>();
    for (let i = firstEntry[j]!; i < firstEntry[j + 1]!; i++) {
      const c = customer[i]!;
      if (!counts(i)) continue;
      let next = refined.get(classOf[c]!);
      if (next === undefined) {
        next = classes++;
        refined.set(classOf[c]!, next);
      }
      classOf[c] = next;
    }
  }
  return classOf;
}

/** Returns customers, by the candidates that serve each, as ones to count 1; those that are served with others are left out. */
export function coverOf(candidatesOf: readonly (readonly number[])[], candidates: number): Savings {
  const sets = withoutSupersets(candidatesOf);
  const byCandidate: [number, number][][] = Array.from({ length: candidates }, () => []);
  sets.forEach((members, c) => {
    for (const j of members) byCandidate[j]!.push([c, 1]);
  });
  return savingsOf(sets.length, byCandidate);
}

function withoutSupersets(all: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const sets = [...new Map(all.map((members) => [members.join(), members])).values()];
  if (sets.length > COMPARED_MAX) return sets;
  const bySize = sets.toSorted((a, b) => a.length - b.length);
  const kept: { list: readonly number[]; has: Set<number> }[] = [];
  for (const list of bySize) {
    const has = new Set(list);
    if (!kept.some((smaller) => smaller.list.every((j) => has.has(j)))) kept.push({ list, has });
  }
  return kept.map(({ list }) => list);
}
