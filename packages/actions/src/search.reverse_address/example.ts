import { DEMO_PLACE } from '../demoPlace.ts';

/** The place of all examples. */
export const example = { ...DEMO_PLACE, limit: 3 };
