const EXTENTS = ['quick', 'all', 'storms'] as const;

const given = process.env.TESTS ?? 'quick';
if (!EXTENTS.some((extent) => extent === given))
  throw new Error(`TESTS is one of ${EXTENTS.join(', ')}, not "${given}".`);

/**
 * Whether tests run that look at pages in a browser, or kill and freeze processes again and again: under
 * `TESTS=all npm test`, which guards main. `npm test` leaves them out, half of the time of all tests.
 */
export const ALL_TESTS = given !== 'quick';

/**
 * Whether storms have their whole length, as under `npm run storms`. Elsewhere the suite runs a sample of each: the same
 * checks after fewer kills, since every kill costs a start of the service.
 */
export const WHOLE_STORMS = given === 'storms';
