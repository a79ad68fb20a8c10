import { expect, it } from 'vitest';
import { contest } from './contest.ts';

/** Two places some 10 km apart, whose customers are their own. */
const places = (gain: number) => [
  { lat: 47.1, lng: 9.5, gains: [gain], beyondShare: 0 },
  { lat: 47.2, lng: 9.5, gains: [100], beyondShare: 0 },
];
const ground = (spend?: number) => ({
  deviations: { stores: 0.05, people: 0.03, untried: 0.02, ...(spend === undefined ? {} : { spend }) },
  reachMeters: 5000,
});

it('is the less sure which place is best the farther off modelled spend may be, and says that it decides', () => {
  const firstOf = (spend?: number) => contest(places(115), ground(spend)).yes;
  expect(firstOf(0.05)).toBeGreaterThan(firstOf(0.3));
  // Two independent errors of 0.3 hide a lead of 15% in P(N(0.14, 0.42) > 0) = 63% of the draws; the others are small beside them.
  expect(firstOf(0.3)).toBeGreaterThan(0.55);
  expect(firstOf(0.3)).toBeLessThan(0.7);
  expect(contest(places(115), ground(0.3)).decides).toBe('spend');
});

it('draws spend that is not modelled as it did', () => {
  const { yes, decides } = contest(places(115), ground());
  expect(yes).toBeGreaterThan(contest(places(115), ground(0.3)).yes);
  expect(decides).not.toBe('spend');
});
