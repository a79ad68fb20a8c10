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
export async function slicedOutcomes(
  grounds: readonly NamedGround[],
  chains: number,
  dir: string,
): Promise<GroundOutcome[]> {
  const end = performance.now() + WORK_MILLISECONDS;
  const found: GroundOutcome[] = [];
  if (dir !== '') mkdirSync(dir, { recursive: true });
  // All grounds grow alike, so that a run that ends early says something of each.
  for (let first = 1; first <= chains; first += SLICE) {
    const seeds = Array.from({ length: Math.min(SLICE, chains + 1 - first) }, (_, i) => first + i);
    for (const { name, ground } of grounds) {
      const file = fileOf(dir, name, first);
      if (dir !== '' && (existsSync(file) || performance.now() > end || !take(`${file}.taken`))) continue;
      const on = await ground();
      const slice = seeds.map((seed) => ({ ...outcomeOf(on, seed), ground: name }));
      if (dir === '') found.push(...slice);
      else {
        writeFileSync(`${file}.part`, JSON.stringify(slice));
        renameSync(`${file}.part`, file);
      }
    }
  }
  if (dir === '') return found;
  return grounds.flatMap(({ name }) =>
    Array.from({ length: Math.ceil(chains / SLICE) }, (_, i) => 1 + i * SLICE).flatMap((first) => {
      const file = fileOf(dir, name, first);
      return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as GroundOutcome[]) : [];
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
