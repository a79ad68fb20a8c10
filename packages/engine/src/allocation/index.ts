export { merged } from './coverClasses.ts';
export type { TooNear } from './exchange.ts';
export { leastLargest } from './leastLargest.ts';
export { mostSaving, type Serving } from './mostSaving.ts';
export { costsWith, coverWithin, placeCostsOf, savedCosts } from './placeCosts.ts';
export { type Savings, savingsOf } from './savings.ts';
export { SearchBudget } from './searchBudget.ts';
export { type SharedProblem, sharedProblem } from './sharedServing.ts';
export { wholeServing } from './wholeServing.ts';
