import type { Said } from '@hinterland/answers/words';
import { draw, normalOf } from './draws.ts';

/**
 * Share of the draws of speeds in which a value passes a test, 0..1: a line through its values at the slower, the usual and the faster
 * speed.
 */
export function shareOfSpeeds(
  slower: number,
  usual: number,
  faster: number,
  passes: (value: number) => boolean,
): number {
  const { yes } = draw(['way'], ({ way }) => {
    const deviations = normalOf(way[0]!);
    return passes(usual + Math.abs(deviations) * ((deviations < 0 ? slower : faster) - usual));
  });
  return yes;
}

/** Shares that differ less read the same. */
const LEAST = 0.0005;

/** How far a share goes between slower and faster speeds; nothing where it stays. */
export function speedsSaid(text: 'verdict.close.speeds' | 'verdict.covers.speeds', shares: readonly number[]): Said[] {
  const [low, high] = [Math.min(...shares), Math.max(...shares)];
  return high - low < LEAST ? [] : [{ text, with: { low: { portion: low }, high: { portion: high } } }];
}
