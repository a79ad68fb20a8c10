export {
  type Across,
  type Action,
  type ActionContext,
  ActionProblem,
  type Batch,
  type BatchItem,
  CancelledError,
  type Channel,
  type Quote,
  type QuoteLine,
  type RunOutcome,
  type Tariff,
} from './action.ts';
export { describeAction } from './descriptor.ts';
export { quotedCredits, totalCredits } from './pricing.ts';
export { actions, findAction } from './registry.ts';
