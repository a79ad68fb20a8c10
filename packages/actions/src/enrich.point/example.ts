import { DEMO_PLACE } from '../demoPlace.ts';

/** People and economy within 10 minutes by car of the demo capital. */
export const example = {
  ...DEMO_PLACE,
  bandSeconds: [300, 600],
  mode: 'car',
  traffic: 'normal',
  include: ['people', 'economy'],
};
