import { type Plan, planOf } from '@hinterland/answers/plan';
import type { Action } from './action.ts';
import { describeAction } from './descriptor.ts';

/** The plan of what an action answers, by which every reader knows titles and units. */
export const outputPlan = (action: Action): Plan => planOf(describeAction(action).outputSchema);
