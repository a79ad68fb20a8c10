import { type Sentence, said, spoken } from '@hinterland/answers/said';
import { LIMITS, type Warning } from '@hinterland/contract';
import { COVER_SHARE } from '../networks/placementFields.ts';
import type { Input } from './schema.ts';

interface WithoutEffect {
  readonly pointer: string;
  readonly detail: Sentence;
}

/** The members of a call that change nothing in its answer, and why. */
export function withoutEffect({
  candidates,
  openCount,
  objective,
  coverShare,
}: Pick<Input, 'candidates' | 'openCount' | 'objective' | 'coverShare'>): WithoutEffect[] {
  const warnings: WithoutEffect[] = [];
  if (candidates.length === 0 && openCount !== LIMITS.openCountMax)
    warnings.push({ pointer: '#/openCount', detail: said('open_count_no_effect') });
  if (objective !== 'least_stores' && coverShare !== COVER_SHARE)
    warnings.push({ pointer: '#/coverShare', detail: said('cover_share_no_effect') });
  return warnings;
}

/** The same as warnings. */
export const warningsOf = (input: Parameters<typeof withoutEffect>[0]): Warning[] => withoutEffect(input).map(spoken);
