import { type Box, boxContains } from '@hinterland/geo';
import type { Town } from '../places/towns.ts';

/**
 * People per square kilometer in the middle of a town. Outwards the density falls as D(r) = D0 · e^(-b·r) (C. Clark, Urban population
 * densities, 1951), where all people of the town are 2π · D0 / b².
 */
const MIDDLE_DENSITY = 25_000;
/** Villages around a town, whose people are counted with it, lie within so many kilometers. */
const VILLAGES_KM = 25;

const RINGS = 16;
const DIRECTIONS = 24;
const KM_PER_DEGREE = 111.2;

/** Distances from the middle, in units of 1 / b, within which the same share of a town's people lives each. */
const TOWN_RINGS = Array.from({ length: RINGS }, (_, i) => distanceWithin((i + 0.5) / RINGS));
/** Distances in units of the radius of a disk with the same people everywhere. */
const DISK_RINGS = Array.from({ length: RINGS }, (_, i) => Math.sqrt((i + 0.5) / RINGS));

/** The share of a town's people, 0 to 1, who live in a box. */
export const townShare = (town: Town, box: Box): number =>
  shareIn(town, box, TOWN_RINGS, Math.sqrt(town.population / (2 * Math.PI * MIDDLE_DENSITY)));

/** The share of the villages around a town, 0 to 1, that lie in a box. */
export const villagesShare = (town: Town, box: Box): number => shareIn(town, box, DISK_RINGS, VILLAGES_KM);

/** A box that holds every town of which a part may lie in another box. */
export function boxWithTowns({ west, south, east, north }: Box): Box {
  const lat = (2 * VILLAGES_KM) / KM_PER_DEGREE;
  const lng = lat / Math.max(0.1, Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180));
  return { west: west - lng, south: south - lat, east: east + lng, north: north + lat };
}

function shareIn({ lat, lng }: Town, box: Box, rings: readonly number[], unitKm: number): number {
  const perKmLng = 1 / (KM_PER_DEGREE * Math.max(0.01, Math.cos((lat * Math.PI) / 180)));
  let inside = 0;
  for (const [ring, distance] of rings.entries()) {
    for (let direction = 0; direction < DIRECTIONS; direction++) {
      const angle = ((direction + (ring % 2) / 2) / DIRECTIONS) * 2 * Math.PI;
      const [east, north] = [distance * unitKm * Math.sin(angle), distance * unitKm * Math.cos(angle)];
      if (boxContains(box, lng + east * perKmLng, lat + north / KM_PER_DEGREE)) inside++;
    }
  }
  return inside / (rings.length * DIRECTIONS);
}

/** The distance, in units of 1 / b, within which a share of the people lives: 1 - (1 + x) · e^(-x) = share. */
function distanceWithin(share: number): number {
  let [low, high] = [0, 50];
  while (high - low > 1e-9) {
    const middle = (low + high) / 2;
    if (1 - (1 + middle) * Math.exp(-middle) < share) low = middle;
    else high = middle;
  }
  return low;
}
