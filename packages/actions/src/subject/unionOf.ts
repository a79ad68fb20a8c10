/** The poles of all sets, each once, in ascending order. */
export function unionOf(sets: readonly Uint32Array[]): Uint32Array {
  if (sets.length === 1) return sets[0]!;
  const all = new Set<number>();
  for (const poles of sets) for (const pole of poles) all.add(pole);
  return Uint32Array.from(all).sort();
}
