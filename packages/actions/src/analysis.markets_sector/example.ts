import { DEMO_PLACE } from '../demoPlace.ts';

/** The market of supermarkets within 10 minutes by car of the demo capital. */
export const example = {
  origins: [DEMO_PLACE],
  bandSeconds: [300, 600],
  mode: 'car',
  traffic: 'normal',
  sectors: ['food.supermarket'],
};
