import { type Bar, bars, type Section, wholeOf } from '@hinterland/answers/words';
import type { Tables } from './tables.ts';

/** Residents by age where that was asked, and the topics beside the areas around. */
export function tellTables({ parts, topics }: Pick<Tables, 'parts' | 'topics'>, pointer: string): readonly Section[] {
  const whole = wholeOf(parts);
  if (whole === undefined) return [];
  const ages = topics.find(({ code }) => code === 'age_classes');
  const values = ages?.available === true ? (ages.figures[whole.id]?.values ?? {}) : {};
  const columns = Object.entries(values).flatMap(([field, value]): Bar[] => {
    const [, from, to] = /^total_(\d+)_(\d+|plus)$/.exec(field) ?? [];
    if (from === undefined || value === null) return [];
    return [{ id: field, name: to === 'plus' ? `${from}+` : `${from}–${to}`, value }];
  });
  return [
    { title: { text: 'chart.ages' }, parts: [bars('columns', { unit: 'persons' }, columns)] },
    { parts: [{ kind: 'picture', picture: 'topics', pointer }] },
  ];
}
