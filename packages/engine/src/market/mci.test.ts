import { SeededRandom } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { type MciObservation, mciFit } from './mci.ts';

/** Shares that follow the model exactly, times `noise`. */
function survey(exponents: readonly number[], noise: (random: SeededRandom) => number): MciObservation[] {
  const random = new SeededRandom(7);
  const observations: MciObservation[] = [];
  for (let point = 0; point < 20; point++) {
    const stores = Array.from({ length: 5 }, () => [300 + 2000 * random.next(), 1 + 20 * random.next()]);
    const utilities = stores.map((a) => a.reduce((u, value, h) => u * value ** exponents[h]!, noise(random)));
    const sum = utilities.reduce((a, b) => a + b, 0);
    stores.forEach((attributes, j) => {
      observations.push({ point, share: utilities[j]! / sum, attributes });
    });
  }
  return observations;
}

describe('mciFit', () => {
  it('finds the exponents that made the shares', () => {
    const fit = mciFit(survey([0.9, -2.2], () => 1));
    expect(fit.exponents[0]).toBeCloseTo(0.9, 9);
    expect(fit.exponents[1]).toBeCloseTo(-2.2, 9);
    expect(fit.rSquared).toBeCloseTo(1, 9);
    expect(fit.standardErrors[0]).toBeLessThan(1e-6);
    expect(fit.observations).toBe(100);
  });

  it('comes near them under noise, and its standard errors say how near', () => {
    const fit = mciFit(survey([0.9, -2.2], (random) => Math.exp(0.3 * (random.next() - 0.5))));
    fit.exponents.forEach((gamma, h) => {
      expect(Math.abs(gamma - [0.9, -2.2][h]!)).toBeLessThan(3 * fit.standardErrors[h]!);
      expect(fit.standardErrors[h]).toBeGreaterThan(0);
    });
    expect(fit.rSquared).toBeLessThan(1);
  });

  it('says what it cannot use', () => {
    const [one, two] = survey([1, -1], () => 1) as [MciObservation, MciObservation];
    expect(() => mciFit([])).toThrow(/at least one attribute/);
    expect(() => mciFit([one, { ...two, share: 0 }])).toThrow(/above 0/);
    expect(() => mciFit([one, two])).toThrow(/too few/);
    const constant = survey([1, -1], () => 1).map((seen) => ({ ...seen, attributes: [seen.attributes[0]!, 4] }));
    expect(() => mciFit(constant)).toThrow(/does not vary/);
  });
});
