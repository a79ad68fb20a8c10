/** What runs an action needs of this package, without the actions: a thread that runs others starts in half the time. */
export { sharedBytes, warmUp } from '@hinterland/engine/warmUp';
export { ActionProblem, CancelledError } from './action/action.ts';
export { orDataset } from './input/dataset.ts';
export { resultBytes } from './output/resultBytes.ts';
