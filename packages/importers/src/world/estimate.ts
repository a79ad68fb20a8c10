import { boxContains } from '@hinterland/geo';
import type { Place } from '../places/place.ts';
import type { Extract } from '../places/regions.ts';
import { allTowns } from '../places/towns.ts';

/** What a build is likely to need. All are guesses on the safe side: Malta took 302 MB and a bundle of 12 MB. */
export interface Estimate {
  readonly people: number;
  readonly downloadMegabytes: number;
  readonly diskMegabytes: number;
  readonly memoryMegabytes: number;
  readonly buildSeconds: number;
}

/** People of a place for each that the table of towns has. */
const ALL_PER_TOWN = 1.45;
const BASE_MEMORY_MEGABYTES = 250;
const MEMORY_BYTES_PER_PERSON = 600;
const SECONDS_PER_EXTRACT_MEGABYTE = 0.35;
const BASE_SECONDS = 5;
const SECONDS_PER_PERSON = 4e-5;
const BUNDLE_BYTES_PER_PERSON = 60;

export function estimateBuild(place: Place, extracts: readonly Extract[], fileMegabytes: readonly number[]): Estimate {
  const people = peopleOf(place);
  const download = fileMegabytes.reduce((sum, megabytes) => sum + megabytes, 0);
  const extract = extracts.reduce((sum, { megabytes }) => sum + (Number.isNaN(megabytes) ? 0 : megabytes), 0);
  return {
    people,
    downloadMegabytes: download,
    diskMegabytes: download + (people * BUNDLE_BYTES_PER_PERSON) / 1e6,
    memoryMegabytes: BASE_MEMORY_MEGABYTES + (people * MEMORY_BYTES_PER_PERSON) / 1e6,
    buildSeconds: BASE_SECONDS + extract * SECONDS_PER_EXTRACT_MEGABYTE + people * SECONDS_PER_PERSON,
  };
}

/** People of the box, from the towns in it; of a whole country as the table of countries has them. */
export function peopleOf({ box, population, whole }: Place): number {
  if (whole !== undefined && population > 0) return population;
  let sum = 0;
  for (const { lng, lat, population: people } of allTowns()) if (boxContains(box, lng, lat)) sum += people;
  return Math.round(sum * ALL_PER_TOWN);
}
