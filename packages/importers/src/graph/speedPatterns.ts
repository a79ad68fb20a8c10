import { HOURS_OF_DAY } from '@hinterland/territory';
import type { HourlySpeeds, SpeedsInput } from '../inputs/speeds.ts';
import type { SpeedPatterns } from './roadGraph.ts';
import type { Styles } from './styles.ts';

/**
 * Gives every edge its pattern of shares of the normal speed, each pattern once. Hours and edges of which nothing is known
 * have the share 1. A speed in km/h becomes its share of the speed in normal traffic.
 */
export function speedPatterns(unit: SpeedsInput['unit'], styles: Styles, edgeStyle: Uint32Array): SpeedPatterns {
  const factors: number[] = [];
  const numbers = new Map<string, number>();
  const number = (pattern: readonly number[]) => {
    const key = pattern.join();
    let found = numbers.get(key);
    if (found === undefined) {
      found = numbers.size;
      numbers.set(key, found);
      factors.push(...pattern);
    }
    return found;
  };
  const normal = number(Array.from({ length: HOURS_OF_DAY }, () => 1));
  const patternOf = (speeds: HourlySpeeds | undefined, normalKmh: number) => {
    if (speeds === undefined || normalKmh === 0) return normal;
    return number(speeds.map((speed) => (Number.isNaN(speed) ? 1 : unit === 'kmh' ? speed / normalKmh : speed)));
  };

  const ofStyle = new Map<number, readonly [forward: number, backward: number]>();
  const forwardPattern = new Uint32Array(edgeStyle.length);
  const backwardPattern = new Uint32Array(edgeStyle.length);
  edgeStyle.forEach((style, edge) => {
    let patterns = ofStyle.get(style);
    if (patterns === undefined) {
      const { hourlySpeeds, speeds } = styles.travel(style);
      const [forwardKmh, backwardKmh] = speeds.car;
      patterns = [patternOf(hourlySpeeds, forwardKmh), patternOf(hourlySpeeds, backwardKmh)];
      ofStyle.set(style, patterns);
    }
    [forwardPattern[edge], backwardPattern[edge]] = patterns;
  });
  return { edgeSpeeds: { forwardPattern, backwardPattern }, speedFactors: { factor: Float64Array.from(factors) } };
}
