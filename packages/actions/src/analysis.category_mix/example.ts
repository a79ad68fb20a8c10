import { DEMO_PLACE } from '../demoPlace.ts';

/** Food shops within 10 minutes by car of the demo capital. */
export const example = {
  origins: [DEMO_PLACE],
  bandSeconds: [300, 600],
  mode: 'car',
  traffic: 'normal',
  categories: ['food.supermarket', 'food.bakery', 'food.butcher'],
};
