import { haversineMeters, toDegrees, toMicrodegrees } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import { poleTree } from '../snap/poleTree.ts';
import { searchIndexOf } from './searchIndex.ts';

/** A pole near a place. */
export interface NearPole {
  /** Row of `poles`. */
  readonly pole: number;
  /** Straight distance from the place. */
  readonly distanceMeters: number;
  /** Rows of `addresses` at the pole, ascending; none if the pole stands for a building or a street. */
  readonly addresses: readonly number[];
}

/** Slightly below 1, because the nearest point of a box is found on a flat map. */
const FLAT = 0.98;

/** Returns the poles nearest to a place, at most `limit` and within `maxMeters`, nearest first, ties by row. */
export function nearestPoles(
  territory: Territory,
  { lng, lat }: { readonly lng: number; readonly lat: number },
  limit: number,
  maxMeters: number,
): NearPole[] {
  const { poles } = territory;
  const { lngMicrodegrees, latMicrodegrees } = poles;
  const tree = poleTree(territory);
  const [x, y] = [toMicrodegrees(lng), toMicrodegrees(lat)];
  const clamp = (value: number, low: number, high: number) => toDegrees(Math.min(Math.max(value, low), high));
  const found: { pole: number; distanceMeters: number }[] = [];
  const reach = () => (found.length < limit ? maxMeters : found[limit - 1]!.distanceMeters);
  const look = (least: number) =>
    tree.visit(
      (west, south, east, north) => {
        const away = haversineMeters(lng, lat, clamp(x, west, east), clamp(y, south, north));
        return away * FLAT <= Math.min(least, reach());
      },
      (pole) => {
        const distanceMeters = haversineMeters(
          lng,
          lat,
          toDegrees(lngMicrodegrees[pole]!),
          toDegrees(latMicrodegrees[pole]!),
        );
        if (distanceMeters > reach()) return;
        found.push({ pole, distanceMeters });
        found.sort((a, b) => a.distanceMeters - b.distanceMeters || a.pole - b.pole);
        if (found.length > limit) found.pop();
      },
    );
  // A small circle first, which excludes most of the territory cheaply.
  for (let meters = 100; ; meters *= 8) {
    found.length = 0;
    look(Math.min(meters, maxMeters));
    if (meters >= maxMeters || (found.length === limit && reach() <= meters)) break;
  }
  return found.map((near) => ({ ...near, addresses: addressesAt(territory, near.pole) }));
}

/** Returns the rows of `addresses` at a pole. */
function addressesAt(territory: Territory, pole: number): number[] {
  const { poles } = searchIndexOf(territory);
  const { addresses } = territory;
  let low = 0;
  for (let high = poles.rows; low < high; ) {
    const middle = (low + high) >>> 1;
    if (addresses.pole[poles.address[middle]!]! < pole) low = middle + 1;
    else high = middle;
  }
  const rows: number[] = [];
  for (let at = low; at < poles.rows && addresses.pole[poles.address[at]!] === pole; at++)
    rows.push(poles.address[at]!);
  return rows;
}
