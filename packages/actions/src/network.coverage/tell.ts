import { type Bar, bars, placeName, type Telling } from '@hinterland/answers/words';
import { tellClosing, tellCovered, tellGaps, tellPlacement } from '../networks/tell.ts';
import type { Output } from './schema.ts';
import { verdictOf } from './verdict.ts';

const SHOWN_MAX = 8;

/** Which store closes by own sales where they are given, whom the stores reach, the plans to step through, and the people whom each store reaches alone, the most first. */
export function tell(result: Output): Telling {
  const { network, stores, method, whiteSpots, placement, ownData, closingBySales } = result;
  const alone = stores
    .map((one): Bar & { value: number } => ({ id: String(one.id), name: placeName(one), value: one.exclusive }))
    .toSorted((a, b) => b.value - a.value)
    .slice(0, SHOWN_MAX);
  return {
    verdict: verdictOf(result),
    sentence: {
      figure: { figure: network.covered, unit: 'people' },
      at: { pointer: '/network/covered', value: network.covered },
      rest: {
        text: 'sentence.coverage',
        count: stores.length,
        with: {
          minutes: { figure: method.minutes, unit: 'minutes' },
          share: { figure: network.sharedShare, unit: 'share' },
        },
      },
    },
    sections: [
      ...(closingBySales === undefined ? [] : tellClosing(closingBySales, result.currency ?? null)),
      { parts: [{ kind: 'picture', picture: 'plans', pointer: '' }] },
      ...(placement === undefined ? [] : [tellPlacement(placement)]),
      ...(ownData === undefined ? [] : [{ parts: [{ kind: 'picture', picture: 'own', pointer: '' } as const] }]),
      { title: { text: 'chart.storesAlone' }, parts: [bars('bars', { unit: 'persons' }, alone)] },
      tellCovered(network),
      ...tellGaps(whiteSpots),
    ],
  };
}
