/** Rows up to this many are sorted by comparing: a radix sort counts 65,536 buckets whatever the number of rows. */
const FEW_ROWS = 4096;
const BUCKETS = 1 << 16;

/**
 * Row numbers in ascending order of their keys, equal keys in the order in which they were given. `keys`: row to key,
 * whole numbers from -2^31 to 2^31 - 1 or from 0 to 2^32 - 1, as the array has it. To sort by several columns, sort by
 * the last one first. Time grows with the number of rows: a radix sort by halves of 16 bits.
 */
export function sortRows(rows: Uint32Array, keys: Uint32Array | Int32Array): Uint32Array {
  if (rows.length <= FEW_ROWS) return rows.slice().sort((a, b) => keys[a]! - keys[b]!);
  // Negative numbers stand before the others once the sign is turned.
  const turn = keys instanceof Int32Array ? 0x80000000 : 0;
  const low = new Uint32Array(BUCKETS + 1);
  const high = new Uint32Array(BUCKETS + 1);
  for (const row of rows) {
    const key = keys[row]! ^ turn;
    low[(key & 0xffff) + 1]!++;
    high[(key >>> 16) + 1]!++;
  }
  const isOneLow = low.includes(rows.length);
  const isOneHigh = high.includes(rows.length);
  if (isOneLow && isOneHigh) return rows;
  if (isOneHigh) return scatter(rows, keys, low, 0, turn);
  if (isOneLow) return scatter(rows, keys, high, 16, turn);
  return scatterTwice(rows, keys, low, high, turn);
}

/** Puts rows into their buckets. */
function scatter(
  rows: Uint32Array,
  keys: Uint32Array | Int32Array,
  counts: Uint32Array,
  shift: number,
  turn: number,
): Uint32Array {
  addUp(counts);
  const sorted = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    sorted[counts[((keys[row]! ^ turn) >>> shift) & 0xffff]!++] = row;
  }
  return sorted;
}

/** The same by the low half, then by the high one, which goes along: keys of rows without order are far apart in memory. */
function scatterTwice(
  rows: Uint32Array,
  keys: Uint32Array | Int32Array,
  low: Uint32Array,
  high: Uint32Array,
  turn: number,
): Uint32Array {
  addUp(low);
  addUp(high);
  const byLow = new Uint32Array(rows.length);
  const highs = new Uint16Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const key = keys[row]! ^ turn;
    const at = low[key & 0xffff]!++;
    byLow[at] = row;
    highs[at] = key >>> 16;
  }
  const sorted = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) sorted[high[highs[i]!]!++] = byLow[i]!;
  return sorted;
}

/** Counts become the place where each bucket begins. */
function addUp(counts: Uint32Array): void {
  for (let bucket = 0; bucket < BUCKETS; bucket++) counts[bucket + 1]! += counts[bucket]!;
}

/** 0, 1, 2, … */
export function everyRow(count: number): Uint32Array {
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row++) rows[row] = row;
  return rows;
}
