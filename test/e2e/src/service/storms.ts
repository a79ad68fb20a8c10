/**
 * Whether storms have their whole length, as under `npm run storms`. Elsewhere the suite runs a sample of each: the same
 * checks after fewer kills, since every kill costs a start of the service.
 */
export const WHOLE_STORMS = process.env.LONG_TESTS === '1';
