/** Rows by the group they belong to: group g has rows order[start[g]] .. order[start[g + 1]], in their own order. */
export interface Groups {
  readonly start: Uint32Array;
  readonly order: Uint32Array;
}

/** Sorts rows by group (counting sort, stable). `groupOf`: row to group, 0..groups-1. */
export function groupRows(groupOf: Uint32Array, groups: number): Groups {
  const start = new Uint32Array(groups + 1);
  for (const group of groupOf) start[group + 1]!++;
  for (let group = 0; group < groups; group++) start[group + 1]! += start[group]!;
  const next = start.slice();
  const order = new Uint32Array(groupOf.length);
  for (let row = 0; row < groupOf.length; row++) order[next[groupOf[row]!]!++] = row;
  return { start, order };
}

/** Rows of one group. */
export function rowsOf({ start, order }: Groups, group: number): Uint32Array {
  return order.subarray(start[group], start[group + 1]);
}
