import type { Feature } from 'geojson';
import { useMemo } from 'react';
import { kindOf } from '../../fields/kind.ts';
import { isDrawing } from '../../fields/polygon.ts';
import { type AskedAction, effectiveFields, type Question } from './question.ts';

/** The part of the map that a polygon by this name is; the others are the area asked about. */
const LEFT_OUT = 'outsidePolygon';

/** The polygons of a question as they lie on the map, finished or not. */
export function useOutlines(action: AskedAction | null, question: Question): readonly Feature[] {
  const drawn =
    action === null ? [] : effectiveFields(action, question).filter(({ schema }) => kindOf(schema) === 'polygon');
  const [one, other] = drawn.map(({ name }) => name);
  const ofOne = useOutline(one, question);
  const ofOther = useOutline(other, question);
  return useMemo(() => [ofOne, ofOther].filter((outline) => outline !== null), [ofOne, ofOther]);
}

/** The same feature while its polygon is the same: what is drawn anew in its place moves no map. */
function useOutline(name: string | undefined, { values }: Question): Feature | null {
  const value = name === undefined ? undefined : values[name];
  return useMemo(() => {
    if (!isDrawing(value)) return null;
    const part = name === LEFT_OUT ? 'left_out' : 'polygon';
    return { type: 'Feature', properties: { part }, geometry: value as unknown as Feature['geometry'] };
  }, [name, value]);
}
