import { oncePerText } from '@hinterland/geo';
import { isObject, LEVELS, objectsIn } from '../parts.ts';

type Members = Readonly<Record<string, unknown>>;

/** "cumulativeResidents" is "cumulative_residents", "food.bakery" is "food_bakery". */
export const snake = oncePerText((text) =>
  text
    .normalize('NFKD')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toLowerCase(),
);

/** Ends of the names of a band's columns: all within its limit, and the ring since the limit before. */
export interface BandEnds {
  readonly within: string;
  /** The same as `within` for the first band. */
  readonly ring: string;
}

/**
 * Returns "10min" and "5to10min" for each limit, "450s" and "300to450s" where one is no whole minute; kilometers and meters
 * likewise. A fraction in a name could be read as two numbers.
 */
export function bandEnds(bands: readonly Members[]): readonly BandEnds[] {
  const isTime = bands.every(({ limitSeconds }) => typeof limitSeconds === 'number');
  const limits = bands.map((band) => Number(isTime ? band.limitSeconds : (band.limitMeters ?? band.radiusMeters)));
  const [large, small, factor] = isTime ? ['min', 's', 60] : ['km', 'm', 1000];
  const end = (...of: readonly number[]) =>
    of.every((limit) => limit % factor === 0)
      ? `${of.map((limit) => limit / factor).join('to')}${large}`
      : `${of.join('to')}${small}`;
  return limits.map((limit, i) => ({ within: end(limit), ring: i === 0 ? end(limit) : end(limits[i - 1]!, limit) }));
}

export const isBand = (row: Members): boolean =>
  row.id === undefined && ['limitSeconds', 'limitMeters', 'radiusMeters'].some((name) => typeof row[name] === 'number');

/** Returns the ends of the names of a result's parts, or of a section's, by their ids. */
export function partEnds(value: Members): ReadonlyMap<string, string> {
  const parts = objectsIn(value.parts).filter(({ id }) => typeof id === 'string');
  const wholes = parts.filter(({ kind }) => kind === 'cumulative');
  const ends = bandEnds(wholes);
  return new Map(
    parts.map((part) => {
      const id = part.id as string;
      const at = Number(/^(?:band|cumulative)_(\d+)$/.exec(id)?.[1] ?? 0) - 1;
      const end = ends[at];
      return [id, end === undefined ? snake(id) : part.kind === 'cumulative' ? end.within : end.ring];
    }),
  );
}

const PART = /^(band|cumulative)_\d+$/;

/** Whether an object has a member for each of several parts or levels. */
export const isByPart = (value: Members, ends: ReadonlyMap<string, string>): boolean =>
  Object.keys(value).length > 0 &&
  Object.entries(value).every(
    ([name, one]) =>
      (isObject(one) || typeof one === 'number' || one === null) &&
      (ends.has(name) || LEVELS.has(name) || PART.test(name)),
  );
