import { PUSH_SPEED, STEEPEST_SLOPE } from './speeds.ts';

/**
 * Speed of a walker on a slope as a share of that on level ground; slope = rise per length, negative downhill. Tobler's
 * hiking function, 6 km/h × exp(−3.5 |slope + 0.05|): highest at 5% downhill (1.19). Source: W. Tobler, Three
 * presentations on geographical analysis and modeling, NCGIA report 93-1, 1993, after data of E. Imhof.
 */
export function walkingShare(slope: number): number {
  return Math.exp(-3.5 * (Math.abs(limited(slope) + 0.05) - 0.05));
}

/**
 * Speed of a cyclist who rides a slope as a share of that on level ground: 5% less for each percent uphill, and no more downhill,
 * as MATSim takes it. After S. Flügel and others, Empirical speed models for cycling in the Oslo road network,
 * Transportation 46, 2019: 43% slower at 9% uphill, from 49,358 recorded rides.
 */
function ridingShare(slope: number): number {
  return Math.min(1, Math.max(0.1, 1 - 5 * limited(slope)));
}

/** Speed of a cyclist who gets off where riding is slower than pushing; both in km/h on level ground. */
export function cyclingSpeed(levelSpeed: number, slope: number): number {
  const pushing = PUSH_SPEED * walkingShare(slope);
  // Slower than that on the level, the bicycle is pushed already.
  return levelSpeed <= PUSH_SPEED
    ? levelSpeed * walkingShare(slope)
    : Math.max(levelSpeed * ridingShare(slope), Math.min(levelSpeed, pushing));
}

const limited = (slope: number): number => Math.max(-STEEPEST_SLOPE, Math.min(STEEPEST_SLOPE, slope));
