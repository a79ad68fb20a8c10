import { describe, expect, it } from 'vitest';
import { cyclingSpeed, walkingShare } from './slope.ts';
import { PUSH_SPEED } from './speeds.ts';

describe('walking on slopes', () => {
  // Published samples of Tobler's function, km/h, with the slope as the tangent of the angle in degrees.
  it.each([
    [-15, 2.8],
    [-10, 3.86],
    [-5, 5.26],
    [0, 5.04],
    [1, 4.74],
    [5, 3.71],
    [10, 2.72],
    [15, 1.97],
  ])('%d°: %d km/h where the level has 5.04', (degrees, kmh) => {
    expect(5.0368 * walkingShare(Math.tan((degrees * Math.PI) / 180))).toBeCloseTo(kmh, 1);
  });

  it('is fastest at 5% downhill, and no steeper slope than 35% counts', () => {
    expect(5.0368 * walkingShare(-0.05)).toBeCloseTo(6, 3);
    expect(walkingShare(2)).toBe(walkingShare(0.35));
    expect(walkingShare(-2)).toBe(walkingShare(-0.35));
  });
});

describe('cycling on slopes', () => {
  it('is 43% slower at 9% uphill, within three points, and no faster downhill', () => {
    expect(Math.abs(1 - cyclingSpeed(16, 0.09) / 16 - 0.427)).toBeLessThan(0.03);
    expect([0, -0.05, -0.3].map((slope) => cyclingSpeed(16, slope))).toEqual([16, 16, 16]);
  });

  it('gets off where pushing is faster', () => {
    expect(cyclingSpeed(16, 0.05)).toBeCloseTo(12, 9);
    // 16 × 0.1 = 1.6 km/h against pushing.
    expect(cyclingSpeed(16, 0.2)).toBeCloseTo(PUSH_SPEED * walkingShare(0.2), 9);
    // A bicycle that is pushed on the level is walked everywhere.
    expect(cyclingSpeed(4.5, -0.05)).toBeCloseTo(4.5 * walkingShare(-0.05), 9);
    for (let slope = -0.4; slope < 0.4; slope += 0.01) expect(cyclingSpeed(6, slope)).toBeLessThanOrEqual(6);
  });
});
