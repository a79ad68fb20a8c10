import type { Mode } from '@hinterland/catalogue';
import type { Direction, TransitQuery } from '../query/query.ts';

/** A way between a door and a stop. */
export interface Leg {
  readonly mode: Mode;
  readonly longestMilliseconds: number;
}

/**
 * The legs of journeys as a search meets them: `near` the origin, to the stops where it begins to ride, and `far` from it,
 * between stops and poles. Bicycles are left at the first stop, so the leg by bicycle is near outbound and far inbound.
 */
export function legsOf(
  { maxWalkSeconds, bicycleSeconds }: Pick<TransitQuery, 'maxWalkSeconds' | 'bicycleSeconds'>,
  direction: Direction,
): { readonly near: Leg; readonly far: Leg } {
  const onFoot: Leg = { mode: 'walk', longestMilliseconds: maxWalkSeconds * 1000 };
  if (bicycleSeconds === undefined) return { near: onFoot, far: onFoot };
  const ridden: Leg = { mode: 'bicycle', longestMilliseconds: bicycleSeconds * 1000 };
  return direction === 'outbound' ? { near: ridden, far: onFoot } : { near: onFoot, far: ridden };
}
