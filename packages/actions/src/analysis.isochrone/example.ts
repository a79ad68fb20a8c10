import { DEMO_PLACE } from '../demoPlace.ts';

/** Residents within 5, 10 and 15 minutes by car of the demo capital. */
export const example = { origins: [DEMO_PLACE], bandSeconds: [300, 600, 900], mode: 'car', traffic: 'normal' };
