import type { Clock, Db } from '../../kit/db/database.ts';
import type { Thousandths } from './amounts.ts';
import { postCredits } from './post.ts';

/** Adds credits to an organization's balance and returns the new balance. `amount` is above 0. */
export async function grantCredits(
  db: Db,
  clock: Clock,
  organizationId: number,
  amount: Thousandths,
): Promise<Thousandths> {
  if (amount <= 0) throw new RangeError('a grant is above 0');
  const { balance } = await postCredits(db, clock, { organizationId, kind: 'grant', amount, operation: 'operator' });
  return balance;
}
