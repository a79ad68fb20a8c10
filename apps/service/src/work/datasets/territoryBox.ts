import type { Engine } from '../../engine/engine.ts';
import { ProblemError } from '../../kit/problem.ts';

/** West, south, east and north of a territory in degrees. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

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

export const isIn = ({ west, south, east, north }: Box, { lat, lng }: { readonly lat: number; readonly lng: number }) =>
  lng >= west && lng <= east && lat >= south && lat <= north;
