import { town } from '@hinterland/engine/testing';
import { describe, expect, it } from 'vitest';
import type { ActionContext } from '../action/action.ts';
import type { CatchmentInput } from '../input/catchment.ts';
import { catchmentOf } from './catchment.ts';

describe('kept catchments', () => {
  const drawn = () => town('a---b---c---d', { blockMeters: 100, speedKph: 36 });
  const contextOf = ({ territory }: ReturnType<typeof drawn>) =>
    ({ territory, cancelled: () => false, progress: () => {} }) as unknown as ActionContext;
  const line = drawn();
  const input = (change: Partial<CatchmentInput> = {}): CatchmentInput => ({
    origins: [line.at('a')],
    bandSeconds: [10, 20],
    mode: 'car',
    traffic: 'normal',
    direction: 'inbound',
    snapLimitMeters: 200,
    ...change,
  });

  it('are the same for whoever asks the same', () => {
    const context = contextOf(line);
    const first = catchmentOf(context, input());
    expect(catchmentOf(context, { ...input(), topics: ['age'] } as CatchmentInput)).toBe(first);
    const others: Partial<CatchmentInput>[] = [
      { origins: [line.at('b')] },
      { bandSeconds: [10] },
      { mode: 'walk' },
      { traffic: 'heavy' },
      { direction: 'outbound' },
      { snapLimitMeters: 100 },
    ];
    for (const change of others) expect(catchmentOf(context, input(change))).not.toBe(first);
    expect(catchmentOf(context, input())).toBe(first);
  });

  it('are never those of other data', () => {
    const renewed = drawn();
    expect(catchmentOf(contextOf(renewed), input()).territory).toBe(renewed.territory);
    expect(catchmentOf(contextOf(line), input()).territory).toBe(line.territory);
  });

  it('stay within their bytes, the last one always', () => {
    const context = contextOf(drawn());
    const room = 3 * 5_000; // each takes somewhat more than 4,000 bytes
    const of = (seconds: number, maxBytes = room) => catchmentOf(context, input({ bandSeconds: [seconds] }), maxBytes);
    const [one, two, three, four] = [of(11), of(12), of(13), of(14)];
    expect(of(14)).toBe(four);
    expect(of(13)).toBe(three);
    expect(of(12)).toBe(two);
    expect(of(11)).not.toBe(one);
    const last = of(15, 1);
    expect(of(15, 1)).toBe(last);
    expect(of(12)).not.toBe(two);
  });
});
