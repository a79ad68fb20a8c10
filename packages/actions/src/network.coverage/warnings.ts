import { LIMITS, type Warning } from '@hinterland/contract';
import type { Input } from './schema.ts';

/** Names the members of a call that change nothing in its answer. */
export function warningsOf({ candidates, openCount }: Pick<Input, 'candidates' | 'openCount'>): Warning[] {
  if (candidates.length > 0 || openCount === LIMITS.openCountMax) return [];
  return [{ pointer: '#/openCount', detail: 'openCount has no effect without candidates.' }];
}
