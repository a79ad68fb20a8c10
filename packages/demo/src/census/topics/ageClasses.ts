import { AGE_CLASSES } from '@hinterland/catalogue';
import type { Topic } from './topic.ts';

export const ageClasses: Topic = {
  note: `Invented figures of a fictional country, in ${AGE_CLASSES.length} classes of age in completed years.`,
  fill({ columns, row, people }) {
    for (const [i, { code }] of AGE_CLASSES.entries()) {
      columns.set(row, {
        [`total_${code}`]: people.male[i]! + people.female[i]!,
        [`male_${code}`]: people.male[i]!,
        [`female_${code}`]: people.female[i]!,
      });
    }
  },
};
