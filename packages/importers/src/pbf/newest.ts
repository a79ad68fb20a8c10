/**
 * Which objects of a list are not the newest version of theirs: 1 for those to leave out, in list order. The newest has
 * the highest version, then the latest timestamp, then the last place; where it is deleted (visible 0), none is left.
 */
export function supersededOrdinals(
  ids: Float64Array,
  versions: Int32Array,
  timestamps: Float64Array,
  visible: Uint8Array,
): Uint8Array {
  const order = Uint32Array.from(ids.keys()).sort(
    (a, b) => ids[a]! - ids[b]! || versions[a]! - versions[b]! || timestamps[a]! - timestamps[b]! || a - b,
  );
  const superseded = new Uint8Array(ids.length).fill(1);
  for (let i = 0; i < order.length; i++) {
    const newest = i + 1 === order.length || ids[order[i + 1]!] !== ids[order[i]!];
    if (newest && visible[order[i]!] === 1) superseded[order[i]!] = 0;
  }
  return superseded;
}
