/** Holds and charges, for programs that measure the ledger without the service around it. */
export { databaseClock } from '../../kit/db/database.ts';
export { commitHold } from './commit.ts';
export { holdCredits } from './hold.ts';
export { findViolations } from './invariants.ts';
