import { LINKAGE_PARAMETERS } from './parameters.ts';
import type { Traits } from './traits.ts';

const METERS_PER_DEGREE = 111_195;

/** Calls `each` once for every two stores that may lie in one block, in a fixed order, the earlier row first. */
export function eachPair(traits: readonly Pick<Traits, 'lng' | 'lat'>[], each: (a: number, b: number) => void): void {
  const farthest = traits.reduce((most, { lat }) => Math.max(most, Math.abs(lat)), 0);
  const tall = LINKAGE_PARAMETERS.blockMeters / METERS_PER_DEGREE;
  // As wide in meters at the store that is nearest to a pole, wider elsewhere.
  const wide = tall / Math.max(0.01, Math.cos((farthest * Math.PI) / 180));
  const cells = new Map<string, number[]>();
  for (const [row, { lng, lat }] of traits.entries()) {
    const [x, y] = [Math.floor(lng / wide), Math.floor(lat / tall)];
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        for (const other of cells.get(`${x + dx} ${y + dy}`) ?? []) each(other, row);
      }
    }
    const key = `${x} ${y}`;
    const here = cells.get(key);
    if (here === undefined) cells.set(key, [row]);
    else here.push(row);
  }
}
