import { useMemo } from 'react';
import type { Schemas } from '../../api/types.ts';
import { useNames } from '../../fields/title.ts';
import { useText, useWords } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';
import { inWords, useFigures } from './figure.ts';
import type { How } from './how.tsx';
import { useUnits } from './units.ts';

export type Topic = Schemas['CensusTopic'];
export type Published = Extract<Topic, { available: true }>;

/** "9.98%" of residents would be a share: what grows has its sign. */
const withSign = (field: string, value: number): string => (field.startsWith('change_') && value > 0 ? '+' : '');

/** A figure of a table of the census as it is shown. */
export interface TopicFigure {
  /** null for a figure that is not published. */
  readonly value: number | null;
  readonly how: How;
}

/** Returns the figure of a field for a part, and its share of the base. A suppressed figure is a bound or a word, never 0. */
export function useTopicFigure() {
  const { say } = useText();
  const names = useNames();
  const units = useUnits();
  const { percent, percentSign } = useFormat();
  const { number, text } = useFigures();
  const words = useWords();
  return useMemo(() => {
    /** What a field counts. */
    const meaning = (topic: Published, field: string): string =>
      inWords(words.title({ census: '', meaning: topic.fields[field]?.meaning ?? field }));
    const figure = (topic: Published, id: string, field: string): TopicFigure => {
      const { values, atLeast, atMost, shares, imputedShare, estimatedShare } = topic.figures[id]!;
      const { unit, method, base, available } = topic.fields[field]!;
      const meant = meaning(topic, field);
      const value = values[field] ?? null;
      const bound = atLeast?.[field] ?? atMost?.[field];
      const notPublished = say('figure.notPublished');
      const share = shares[field];
      const shown =
        value !== null
          ? withSign(field, value) + text(value, unit === 'persons' ? 'residents' : unit)
          : bound === undefined
            ? notPublished
            : `${atLeast?.[field] === undefined ? '≤' : '≥'} ${number(bound)}`;
      const note = [
        share == null ? '' : say('studio.how.share', { share: number(share) + percentSign }),
        say('studio.how.imputed', { imputed: percent(imputedShare), estimated: percent(estimatedShare) }),
      ];
      const how = {
        title: meant,
        shown,
        meaning: available ? meant : notPublished,
        unit: units(unit),
        // A rate may be of several fields together.
        base: base
          ?.split(' + ')
          .map((one) => meaning(topic, one))
          .join(' + '),
        method: names.value(method),
        vintage: topic.vintage,
        ofData: topic.note,
        note: note.filter((one) => one !== '').join(' '),
      };
      return { value, how };
    };
    const share = (topic: Published, id: string, field: string): TopicFigure => {
      const whole = figure(topic, id, field);
      const value = topic.figures[id]?.shares[field] ?? null;
      const shown = value === null ? say('figure.notPublished') : percent(value / 100);
      return { value, how: { ...whole.how, shown, unit: '%' } };
    };
    return { figure, share, meaning };
  }, [words, say, names, units, percent, percentSign, number, text]);
}
