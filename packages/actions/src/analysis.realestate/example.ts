import { DEMO_PLACE } from '../demoPlace.ts';

/** What homes cost within 10 minutes by car of the demo capital, and how prices went. */
export const example = {
  origins: [DEMO_PLACE],
  bandSeconds: [300, 600],
  mode: 'car',
  traffic: 'normal',
  types: ['house', 'apartment'],
  period: 'quarter',
};
