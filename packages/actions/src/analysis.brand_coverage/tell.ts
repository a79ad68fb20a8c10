import { bars, placeName, type Section, type Telling, type TextKey } from '@hinterland/answers/words';
import { tellCovered, tellGaps } from '../networks/tell.ts';
import type { Output } from './schema.ts';
import { verdictOf } from './verdict.ts';

const STEPS_SHOWN = 5;

/** Who is covered, in which areas, and in which order own points could close and planned ones open. */
export function tell(result: Output): Telling {
  const { coverage, method, areas, ownData } = result;
  const { ownPoints, plannedPoints, closingOrder = [], openingOrder = [] } = result;
  const names = new Map([...ownPoints, ...plannedPoints].map((one) => [String(one.id), placeName(one)]));
  const order = (title: TextKey, text: 'order.gained' | 'order.lost', steps: readonly Step[]): readonly Section[] =>
    steps.length === 0
      ? []
      : [
          {
            title: { text: title },
            parts: [
              {
                kind: 'list',
                isOrdered: true,
                items: steps.slice(0, STEPS_SHOWN).map(({ id, people }) => ({
                  text: text,
                  with: { name: names.get(String(id)) ?? String(id), people: { figure: people, unit: 'persons' } },
                })),
              },
              ...(steps.every(({ gap }) => gap === 0) ? [{ kind: 'text', text: { text: 'order.best' } } as const] : []),
            ],
          },
        ];
  const minutes = { figure: method.minutes, unit: 'minutes' };
  const { covered, shareOfTerritory } = coverage;
  const verdict = verdictOf(result);
  return {
    ...(verdict === null ? {} : { verdict }),
    sentence: {
      figure: { figure: covered, unit: 'people' },
      at: { pointer: '/coverage/covered', value: covered },
      rest:
        shareOfTerritory === null
          ? { text: 'sentence.ownPlacesAlone', with: { minutes } }
          : { text: 'sentence.ownPlaces', with: { minutes, share: { figure: shareOfTerritory, unit: 'share' } } },
    },
    sections: [
      ...(ownData === undefined ? [] : [{ parts: [{ kind: 'picture', picture: 'own', pointer: '' } as const] }]),
      tellCovered(coverage),
      {
        title: { text: 'chart.placesAlone' },
        parts: [
          bars(
            'bars',
            { unit: 'persons' },
            ownPoints.map((one) => ({ id: String(one.id), name: placeName(one), value: one.exclusive })),
          ),
        ],
      },
      ...tellGaps(areas),
      ...order(
        'order.opening',
        'order.gained',
        openingOrder.map(({ id, gained, optimum }) => ({ id, people: gained, gap: optimum.gap })),
      ),
      ...order(
        'order.closing',
        'order.lost',
        closingOrder.map(({ id, lost, optimum }) => ({ id, people: lost, gap: optimum.gap })),
      ),
    ],
  };
}

interface Step {
  readonly id: string | number;
  readonly people: number;
  /** People by which another choice of as many points may be better. */
  readonly gap: number;
}
