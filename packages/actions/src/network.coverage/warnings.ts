import { LIMITS, type Warning } from '@hinterland/contract';
import { COVER_SHARE } from '../networks/placementFields.ts';
import type { Input } from './schema.ts';

/** Names the members of a call that change nothing in its answer. */
export function warningsOf({
  candidates,
  openCount,
  objective,
  coverShare,
}: Pick<Input, 'candidates' | 'openCount' | 'objective' | 'coverShare'>): Warning[] {
  const warnings: Warning[] = [];
  if (candidates.length === 0 && openCount !== LIMITS.openCountMax)
    warnings.push({ pointer: '#/openCount', detail: 'openCount has no effect without candidates.' });
  if (objective !== 'least_stores' && coverShare !== COVER_SHARE)
    warnings.push({ pointer: '#/coverShare', detail: 'coverShare has no effect but with objective least_stores.' });
  return warnings;
}
