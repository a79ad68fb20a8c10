import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ground } from '@hinterland/engine/testing';
import { type ChainOutcome, outcomeOf } from './chains.ts';

/** A ground by its name, made when a chain on it is asked for. */
export interface NamedGround {
  readonly name: string;
  readonly ground: () => Promise<Ground>;
}
export type GroundOutcome = ChainOutcome & { readonly ground: string };

/** Seeds per slice. */
const SLICE = 25;
/** A process with a folder takes no further slice after this. */
const WORK_MILLISECONDS = 300_000;

/**
 * Outcomes of chains 1 to `chains` on each ground. With a folder, slices of seeds are kept there: several processes share the work, each
 * slice is taken by one, and later runs go on where these ended. Returns all that are known by then.
 */
export function slicedOutcomes(grounds: readonly NamedGround[], chains: number, dir: string): Promise<GroundOutcome[]> {
  return slicedSeeds(
    grounds.map(({ name, ground }) => ({
      name,
      outcome: async (seed: number) => ({ ...outcomeOf(await ground(), seed), ground: name }),
    })),
    chains,
    dir,
  );
}

/** What is measured of each seed, by a name that its slices have. */
interface Measured<T> {
  readonly name: string;
  readonly outcome: (seed: number) => T | Promise<T>;
}

/** The same of anything that follows from seeds. */
export async function slicedSeeds<T>(measured: readonly Measured<T>[], seeds: number, dir: string): Promise<T[]> {
  const end = performance.now() + WORK_MILLISECONDS;
  const found: T[] = [];
  if (dir !== '') mkdirSync(dir, { recursive: true });
  // All grow alike, so that a run that ends early says something of each.
  for (let first = 1; first <= seeds; first += SLICE) {
    for (const { name, outcome } of measured) {
      const file = fileOf(dir, name, first);
      if (dir !== '' && (existsSync(file) || performance.now() > end || !take(`${file}.taken`))) continue;
      const slice: T[] = [];
      for (let seed = first; seed < Math.min(first + SLICE, seeds + 1); seed++) slice.push(await outcome(seed));
      if (dir === '') found.push(...slice);
      else {
        writeFileSync(`${file}.part`, JSON.stringify(slice));
        renameSync(`${file}.part`, file);
      }
    }
  }
  if (dir === '') return found;
  return measured.flatMap(({ name }) =>
    Array.from({ length: Math.ceil(seeds / SLICE) }, (_, i) => 1 + i * SLICE).flatMap((first) => {
      const file = fileOf(dir, name, first);
      return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T[]) : [];
    }),
  );
}

const fileOf = (dir: string, name: string, first: number) => join(dir, `${name.replaceAll(/\W+/g, '-')}-${first}.json`);

/** Whether this process is the one that takes a slice. Of a process that was killed the file stays: remove it, and the slice is made again. */
function take(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx'));
    return true;
  } catch {
    return false;
  }
}
