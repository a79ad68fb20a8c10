import { NONE } from '../../format/tables.ts';
import type { Territory } from '../../memory/territory.ts';

/** Rows in groups that follow each other: group g begins at first[g]; the last one ends at `rows`. */
export interface Groups {
  readonly first: Uint32Array;
  readonly rows: number;
}

/** Returns the group of each row. */
export function groupOf({ first, rows }: Groups): Uint32Array {
  const groups = new Uint32Array(rows);
  first.forEach((start, group) => {
    groups.fill(group, start, first[group + 1] ?? rows);
  });
  return groups;
}

/**
 * Returns the address of each group that is nearest to the mean of the group's addresses, NONE for an empty group.
 * Degrees of longitude count as much as at the group's latitude. `group`: address to group.
 */
export function addressMiddles(
  { addresses, poles }: Pick<Territory, 'addresses' | 'poles'>,
  group: Uint32Array,
  groups: number,
): Uint32Array {
  const count = new Uint32Array(groups);
  const lng = new Float64Array(groups);
  const lat = new Float64Array(groups);
  for (let row = 0; row < addresses.rows; row++) {
    const pole = addresses.pole[row]!;
    const at = group[row]!;
    count[at]!++;
    lng[at]! += poles.lngMicrodegrees[pole]!;
    lat[at]! += poles.latMicrodegrees[pole]!;
  }
  const middle = new Uint32Array(groups).fill(NONE);
  const least = new Float64Array(groups).fill(Infinity);
  const cosine = new Float64Array(groups);
  for (let at = 0; at < groups; at++) {
    if (count[at] === 0) continue;
    lng[at]! /= count[at]!;
    lat[at]! /= count[at]!;
    cosine[at] = Math.cos((lat[at]! / 1e6) * (Math.PI / 180));
  }
  for (let row = 0; row < addresses.rows; row++) {
    const pole = addresses.pole[row]!;
    const at = group[row]!;
    const east = (poles.lngMicrodegrees[pole]! - lng[at]!) * cosine[at]!;
    const north = poles.latMicrodegrees[pole]! - lat[at]!;
    const distance = east * east + north * north;
    if (distance < least[at]!) {
      least[at] = distance;
      middle[at] = row;
    }
  }
  return middle;
}
