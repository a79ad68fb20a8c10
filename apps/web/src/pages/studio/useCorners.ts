import { useMemo } from 'react';
import { cornersIn, polygonOf } from '../../fields/polygon.ts';
import type { Pin } from '../../map/view/pins.ts';
import { useText } from '../../text/index.ts';
import { withValue } from './members.tsx';
import { type AskedAction, drawnPolygon, type Question } from './question.ts';
import type { ChangeQuestion } from './useQuestion.ts';

interface At {
  readonly lat: number;
  readonly lng: number;
}

/** The corners of the polygon that a click on the map draws, put and moved there; null where a click puts places. */
export function useCorners(action: AskedAction | null, question: Question, change: ChangeQuestion) {
  const { say } = useText();
  const name = action === null ? null : drawnPolygon(action, question);
  const value = name === null ? undefined : question.values[name];
  const pins = useMemo(
    () =>
      cornersIn(value).map(
        ({ lat, lng }, i): Pin => ({
          joint: `corner ${i + 1}`,
          name: '',
          lat,
          lng,
          sign: '',
          state: 'corner',
          label: say('studio.map.corner', { no: i + 1 }),
        }),
      ),
    [value, say],
  );
  if (name === null) return null;
  const set = (moment: string, to: (corners: readonly At[]) => readonly At[]) =>
    change(moment, (before) => withValue(before, name, polygonOf(to(cornersIn(before.values[name])))));
  return {
    pins,
    put: (at: At) => set('', (corners) => [...corners, at]),
    move: (index: number, at: At) => set(`corner ${index}`, (corners) => corners.with(index, at)),
  };
}
