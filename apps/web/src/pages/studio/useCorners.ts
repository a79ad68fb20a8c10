import type { Feature } from 'geojson';
import { useMemo } from 'react';
import { kindOf } from '../../fields/kind.ts';
import { cornersIn, isDrawing, polygonOf } from '../../fields/polygon.ts';
import type { Pin } from '../../map/view/pins.ts';
import { useText } from '../../text/index.ts';
import { withValue } from './members.tsx';
import { type AskedAction, effectiveFields, type Question } from './question.ts';
import type { ChangeQuestion } from './useQuestion.ts';

interface At {
  readonly lat: number;
  readonly lng: number;
}

/** The corners of the polygon that is asked about, put and moved on the map; null where the question has none. */
export function useCorners(action: AskedAction | null, question: Question, change: ChangeQuestion) {
  const { say } = useText();
  const field = action === null ? undefined : effectiveFields(action, question).find(isPolygon);
  const value = field === undefined ? undefined : question.values[field.name];
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
  const outline = useMemo((): Feature | null => {
    if (!isDrawing(value)) return null;
    return { type: 'Feature', properties: { part: 'polygon' }, geometry: value as unknown as Feature['geometry'] };
  }, [value]);
  if (field === undefined) return null;
  const { name } = field;
  const set = (moment: string, to: (corners: readonly At[]) => readonly At[]) =>
    change(moment, (before) => withValue(before, name, polygonOf(to(cornersIn(before.values[name])))));
  return {
    pins,
    outline,
    put: (at: At) => set('', (corners) => [...corners, at]),
    move: (index: number, at: At) => set(`corner ${index}`, (corners) => corners.with(index, at)),
  };
}

const isPolygon = ({ schema }: { readonly schema: Parameters<typeof kindOf>[0] }): boolean =>
  kindOf(schema) === 'polygon';
