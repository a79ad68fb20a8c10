export { leastLargest } from './leastLargest.ts';
export { mostSaving } from './mostSaving.ts';
export { costsWith, coverWithin, placeCostsOf, savedCosts } from './placeCosts.ts';
export { savingsOf } from './savings.ts';
export { SearchBudget } from './searchBudget.ts';
export { wholeServing } from './wholeServing.ts';
