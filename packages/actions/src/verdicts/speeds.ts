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

/** The lowest and the highest of some shares, as sentences take them. */
export const rangeOf = (shares: readonly number[]): Readonly<Record<string, Said>> => ({
  low: { portion: Math.min(...shares) },
  high: { portion: Math.max(...shares) },
});
