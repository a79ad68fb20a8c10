import { DEMO_PLACE } from '../demoPlace.ts';

/** Who lives within 10 minutes by car of the demo capital, and how old they are. */
export const example = {
  origins: [DEMO_PLACE],
  bandSeconds: [300, 600],
  mode: 'car',
  traffic: 'normal',
  topics: ['residents', 'age_classes'],
};
