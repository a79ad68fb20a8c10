import type { Engine } from '../../engine/engine.ts';
import type { Box } from '../../engine/route.ts';
import { ProblemError } from '../../kit/problem.ts';

/** The box around a territory; null where this process does not have it, and nobody can say what lies outside. */
export function boxOf(engine: Pick<Engine, 'lease'>, territoryId: string): Box | null {
  try {
    const lease = engine.lease({}, territoryId);
    lease.release();
    return lease.generation.territory.manifest.bbox;
  } catch (error) {
    if (error instanceof ProblemError) return null;
    throw error;
  }
}
