/**
 * The name nearest to `wanted` by letters changed, added or left out (Levenshtein), ignoring case, or undefined where
 * more than a third of its letters (at least two) would have to change: a guess that far off is no help.
 */
function nearestName(wanted: string, names: Iterable<string>): string | undefined {
  const target = wanted.toLowerCase();
  let best: string | undefined;
  let least = Math.max(2, Math.floor(wanted.length / 3)) + 1;
  for (const name of names) {
    const distance = editDistance(target, name.toLowerCase());
    if (distance < least) {
      least = distance;
      best = name;
    }
  }
  return best;
}

/** "; did you mean "x"?" or "". */
export function didYouMean(wanted: string, names: Iterable<string>): string {
  const nearest = nearestName(wanted, names);
  return nearest === undefined ? '' : `; did you mean "${nearest}"?`;
}

/** Letters changed, added or left out between two texts (Levenshtein). */
export function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(change, previous[j]! + 1, row[j - 1]! + 1));
    }
    previous = row;
  }
  return previous[b.length]!;
}
