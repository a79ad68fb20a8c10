/** The same array, each value made from its row; TypedArray.from takes many times as long for a column of millions. */
export function filled<A extends Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array>(
  column: A,
  valueAt: (row: number) => number,
): A {
  for (let row = 0; row < column.length; row++) column[row] = valueAt(row);
  return column;
}
