/**
 * Large columns of zeros in memory of their own, which goes back to the system once nobody holds them; that of ordinary
 * arrays stays with the process when they are freed, and a country is made ready with a hundred megabytes of columns that
 * are needed for a moment. Threads can share them as they are.
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
