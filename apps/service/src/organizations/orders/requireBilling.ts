import { said } from '@hinterland/answers/said';
import { ProblemError } from '../../kit/problem.ts';
import type { Member } from '../../kit/who.ts';

/** Throws insufficient_role. */
export function requireBilling({ billing }: Pick<Member, 'billing'>): void {
  if (billing) return;
  throw new ProblemError('insufficient_role', said('billing_only'));
}
