import type { Mode } from '@hinterland/catalogue';
import { snapStarts as makeSnapStarts, type Territory } from '@hinterland/territory';
import { SharedPerTerritory } from '../memory/sharedPerTerritory.ts';
import { CatchmentError } from '../query/errors.ts';

const kept = new SharedPerTerritory<{ readonly firstSnap: Uint32Array }>('snapStarts');

/** Returns the first row of each edge's poles in the mode's snap table: those of edge e are rows `[e]` to `[e + 1]`. */
export function snapStarts(territory: Territory, mode: Mode): Uint32Array {
  const snaps = territory.snaps[mode];
  if (snaps === undefined) {
    throw new CatchmentError('mode_unavailable', `${territory.manifest.name} has no poles for mode ${mode}.`);
  }
  const stored = territory.derived?.snapStarts[mode];
  if (stored !== undefined) return stored.firstSnap;
  const { rows } = territory.edges;
  return kept.get(territory, mode, () => ({ firstSnap: makeSnapStarts(rows, snaps.edge) })).firstSnap;
}
