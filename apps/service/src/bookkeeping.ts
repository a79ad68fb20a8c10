/** What moves credits, for programs that measure or check the ledger without the service around it. */
export { commitHold } from './credits/commit.ts';
export { holdCredits } from './credits/hold.ts';
export { findViolations } from './credits/invariants.ts';
export { databaseClock } from './db/database.ts';
