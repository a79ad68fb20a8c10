import {
  type Box,
  boxContains,
  boxesIntersect,
  multiPolygonAreaSquareKm,
  multiPolygonBox,
  pointInMultiPolygon,
} from '@hinterland/geo';
import { ImportError } from '../errors/importError.ts';
import type { Place } from '../places/place.ts';
import type { Extract } from '../places/regions.ts';
import type { Town } from '../places/towns.ts';

/** Points along each side of the box at which coverage is looked at. */
const SAMPLES = 11;
/** So many extracts are put side by side at most. */
const MOST_TOGETHER = 3;
/** Each further file costs a request and an edge: it counts as so many megabytes. */
const MEGABYTES_PER_FILE = 5;

/**
 * Returns the extracts that a place is cut out of: its own where it is one of the index, else the smallest one that covers
 * its box, or the smallest two or three that do so together, whatever comes to fewer bytes. Points of the box that only
 * a continent covers are open sea and count for nothing. Throws ImportError where no extract touches the box.
 */
export function chooseExtracts(place: Place, extracts: readonly Extract[]): readonly Extract[] {
  if (place.whole !== undefined) {
    const own = extracts.find(({ id }) => id === place.whole!.extract);
    if (own !== undefined) return [own];
  }
  const points = place.points !== undefined && place.points.length > 0 ? place.points : samplesOf(place.box);
  const near = extracts.filter(({ outline }) => boxesIntersect(boxAround(outline), place.box));
  const covering = near
    .map((extract) => ({
      extract,
      size: sizeOf(extract),
      covers: points.map(([lng, lat]) => pointInMultiPolygon(lng, lat, extract.outline)),
    }))
    .filter(({ covers }) => covers.some(Boolean));
  const local = covering.filter(({ extract }) => extract.parent !== '');
  const pool = local.length > 0 ? local : covering;
  if (pool.length === 0) {
    throw new ImportError(
      `No extract of OpenStreetMap reaches into ${place.name}: it lies in the open sea. Choose a place on land.`,
    );
  }
  const needed = points.map((_, i) => pool.some(({ covers }) => covers[i]));
  const isWhole = (chosen: typeof pool) =>
    needed.every((isNeeded, i) => !isNeeded || chosen.some(({ covers }) => covers[i]));
  const size = (chosen: typeof pool) => chosen.reduce((sum, one) => sum + one.size + MEGABYTES_PER_FILE, 0);
  let best: typeof pool | undefined;
  for (const chosen of combinations(pool, MOST_TOGETHER)) {
    if (isWhole(chosen) && (best === undefined || size(chosen) < size(best))) best = chosen;
  }
  // More than three countries meet here: the smallest extract that has the most of it.
  best ??= [pool.reduce((a, b) => (count(b.covers) > count(a.covers) ? b : a))];
  return best.map(({ extract }) => extract);
}

/**
 * Returns the extracts that the towns of a rim need beside those that are chosen, fewest bytes per person first. A town that only a
 * continent holds is left out.
 */
export function alsoExtracts(
  chosen: readonly Extract[],
  towns: readonly Town[],
  extracts: readonly Extract[],
): readonly Extract[] {
  const also: Extract[] = [];
  const holds = ({ outline }: Extract, { lng, lat }: Town) =>
    boxContains(boxAround(outline), lng, lat) && pointInMultiPolygon(lng, lat, outline);
  let left = towns.filter((town) => !chosen.some((extract) => holds(extract, town)));
  const local = extracts.filter(({ parent }) => parent !== '');
  const candidates = local.filter((extract) => left.some((town) => holds(extract, town)));
  while (left.length > 0) {
    let best: { readonly extract: Extract; readonly perPerson: number } | undefined;
    for (const extract of candidates) {
      const people = left.reduce((sum, town) => sum + (holds(extract, town) ? town.population : 0), 0);
      const perPerson = (sizeOf(extract) + MEGABYTES_PER_FILE) / people;
      if (people > 0 && (best === undefined || perPerson < best.perPerson)) best = { extract, perPerson };
    }
    if (best === undefined) break;
    const { extract } = best;
    also.push(extract);
    left = left.filter((town) => !holds(extract, town));
  }
  return also;
}

const count = (flags: readonly boolean[]): number => flags.filter(Boolean).length;

const boxes = new WeakMap<Extract['outline'], Box>();

function boxAround(outline: Extract['outline']): Box {
  const box = boxes.get(outline) ?? multiPolygonBox(outline);
  boxes.set(outline, box);
  return box;
}

/** About; by area where nobody has estimated the bytes. */
const sizeOf = ({ megabytes, outline }: Extract): number =>
  Number.isNaN(megabytes) ? multiPolygonAreaSquareKm(outline) / 500 : megabytes;

function samplesOf({ west, south, east, north }: Box): [number, number][] {
  return Array.from({ length: SAMPLES * SAMPLES }, (_, i) => [
    west + ((east - west) * (i % SAMPLES)) / (SAMPLES - 1),
    south + ((north - south) * Math.floor(i / SAMPLES)) / (SAMPLES - 1),
  ]);
}

function* combinations<T>(items: readonly T[], most: number, from = 0): Generator<T[]> {
  for (let i = from; i < items.length; i++) {
    yield [items[i]!];
    if (most > 1) for (const rest of combinations(items, most - 1, i + 1)) yield [items[i]!, ...rest];
  }
}
