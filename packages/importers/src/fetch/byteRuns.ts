/** Bytes of a file from `start` up to before `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Wider gaps are not worth fetching to save a request. */
const MOST_GAP_BYTES = 1 << 16;
/** A larger run is cut, so that a fault costs little and several connections share it. */
const MOST_RUN_BYTES = 1 << 23;

/**
 * Puts ranges together into the requests that fetch them: near ones become one where the bytes between them come to at most a
 * quarter of it, so that all together at most a third more is fetched than is needed.
 */
export function byteRuns(ranges: readonly ByteRange[]): ByteRange[] {
  const runs: { start: number; end: number; gaps: number }[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = runs.at(-1);
    const gap = last === undefined ? Infinity : Math.max(0, start - last.end);
    const gaps = (last?.gaps ?? 0) + gap;
    if (last !== undefined && gap <= MOST_GAP_BYTES && gaps <= (Math.max(end, last.end) - last.start) / 4) {
      last.end = Math.max(last.end, end);
      last.gaps = gaps;
    } else runs.push({ start, end, gaps: 0 });
  }
  return runs.flatMap(({ start, end }) => {
    const count = Math.ceil((end - start) / MOST_RUN_BYTES);
    const size = Math.ceil((end - start) / count);
    return Array.from({ length: count }, (_, i) => ({
      start: start + i * size,
      end: Math.min(end, start + (i + 1) * size),
    }));
  });
}
