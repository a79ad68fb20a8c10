import { languagesSpokenIn } from '@hinterland/tables';
import type { Engine } from '../../engine/engine.ts';
import type { Box } from '../../engine/route.ts';
import { ProblemError } from '../../kit/problem.ts';

/** The box around a territory; null where this process does not have it, and nobody can say what lies outside. */
export const boxOf = (engine: Pick<Engine, 'lease'>, territoryId: string): Box | null =>
  manifestOf(engine, territoryId)?.bbox ?? null;

/** Languages of the countries of a territory, which its lists are probably written in; none where this process does not have it. */
export const languagesIn = (engine: Pick<Engine, 'lease'>, territoryId: string): readonly string[] =>
  languagesSpokenIn(manifestOf(engine, territoryId)?.countries ?? []);

function manifestOf(engine: Pick<Engine, 'lease'>, territoryId: string) {
  try {
    const lease = engine.lease({}, territoryId);
    lease.release();
    return lease.generation.territory.manifest;
  } catch (error) {
    if (error instanceof ProblemError) return null;
    throw error;
  }
}
