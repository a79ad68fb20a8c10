export { type Errors, errorAt, errorOf, errorsIn, NO_ERRORS, planAt, unitAt } from './at.ts';
export type { Figure, Role } from './figure.ts';
export { isSilent, isWhole, type Measure, measureIn } from './measure.ts';
export { itemOf, memberOf, NO_PLAN, type Plan, planOf, type Schema } from './plan.ts';
