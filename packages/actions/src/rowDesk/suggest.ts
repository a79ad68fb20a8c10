/** The number in a text, with the signs within it. */
const NUMBER = /[-+]?\d(?:[\d.,'’\s]*\d)?/;

/** Returns what a cell may have meant that `isRead` understands: letters typed for digits, or words around a number; null where nothing is plain. */
export function suggested(text: string, isRead: (text: string) => boolean): string | null {
  const numbers = [...text.matchAll(new RegExp(NUMBER, 'g'))];
  const tries = [
    text.replace(/[\doOlI]+/g, (run) => (/\d/.test(run) ? run.replace(/[oO]/g, '0').replace(/[lI]/g, '1') : run)),
    ...(numbers.length === 1 ? [numbers[0]![0]] : []),
  ];
  return tries.find((one) => one !== text && isRead(one)) ?? null;
}

/** Returns the reading that is nearest to the others of a column by its ratio, where the next one is ten times as far or more; else null. */
export function nearestReading(readings: readonly number[], others: readonly number[]): string | null {
  const known = others.filter((value) => value > 0).toSorted((a, b) => a - b);
  const middle = known[known.length >> 1];
  if (middle === undefined || readings.some((value) => value <= 0)) return null;
  const far = (value: number) => Math.abs(Math.log(value / middle));
  const [best, next] = readings.toSorted((a, b) => far(a) - far(b));
  return best === undefined || next === undefined || far(next) - far(best) < Math.LN10 ? null : String(best);
}
