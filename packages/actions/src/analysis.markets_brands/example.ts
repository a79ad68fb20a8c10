import { DEMO_PLACE } from '../demoPlace.ts';

/** Who competes with a chain of supermarkets within 10 minutes by car of the demo capital. */
export const example = {
  origins: [DEMO_PLACE],
  bandSeconds: [300, 600],
  mode: 'car',
  traffic: 'normal',
  brands: ['Halcyon Fare'],
};
