import { limitFigure, limitUnit } from '@hinterland/answers/words';
import { useNames } from '../../fields/title.ts';
import { useText, useWords } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';
import { type AskedAction, effectiveFields, givenOf, type Question, type Spot } from './question.ts';

/** Places that are named; more are counted. */
const NAMED_MAX = 2;
const LIMITS: Readonly<Record<string, 'seconds' | 'meters'>> = {
  bandSeconds: 'seconds',
  bandMeters: 'meters',
  radiusMeters: 'meters',
};

/** A part of a question as a line has it, and the member of the question that it says. */
export interface LinePart {
  readonly member: 'places' | (string & {});
  readonly text: string;
}

/** Returns the parts of a question in a line: where, how far, how people travel, and which sectors. */
export function useQuestionLine(): (
  action: AskedAction,
  question: Question,
  nameOf: (place: Spot) => string,
) => readonly LinePart[] {
  const { say } = useText();
  const names = useNames();
  const words = useWords();
  const { number } = useFormat();
  return (action, question, nameOf) => {
    const { places } = question;
    const parts: LinePart[] = [];
    const add = (member: string, text: string) => parts.push({ member, text });
    if (places.length > NAMED_MAX) add('places', say('title.places', { count: places.length }));
    else for (const place of places) add('places', nameOf(place) || `${place.lat}, ${place.lng}`);
    for (const field of effectiveFields(action, question)) {
      const { name, schema } = field;
      const value = givenOf(action, field, question) ?? schema.default;
      const unit = LIMITS[name];
      if (unit !== undefined && value !== undefined) {
        const limits = (Array.isArray(value) ? value : [value]).map((limit) => ({ [unit]: Number(limit) }));
        add(name, `${limits.map((one) => number(limitFigure(one))).join(', ')} ${limitUnit(limits[0] ?? {})}`);
      } else if (name === 'minutes' && typeof value === 'number') add(name, `${number(value)} min`);
      else if (name === 'mode' && typeof value === 'string') add(name, names.value(value));
      else if (name === 'sectors' || name === 'sectorCode')
        for (const code of [value].flat()) if (typeof code === 'string') add(name, sectorOf(code));
    }
    return parts;
  };
  function sectorOf(code: string): string {
    return words.title({ sector: code, name: names.value(code) });
  }
}
