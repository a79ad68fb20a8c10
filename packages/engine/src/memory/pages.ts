/**
 * Large columns of zeros on memory pages of their own, which return to the system when the columns are freed. The memory of
 * ordinary arrays stays with the process, and preparing a country needs a hundred megabytes for a moment. Threads can share
 * these columns directly.
 */
export function uint32Pages(length: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(4 * length));
}

export function int32Pages(length: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4 * length));
}

export function uint8Pages(length: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(length));
}

export function float64Pages(length: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(8 * length));
}
