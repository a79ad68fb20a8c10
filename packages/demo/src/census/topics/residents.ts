import { sum } from './count.ts';
import type { Topic } from './topic.ts';

export const residents: Topic = {
  note: 'Invented figures of a fictional country. The previous census is that of 2016, on the boundaries of 2021.',
  fill({ columns, row, people }) {
    columns.set(row, {
      total: people.total,
      male: sum(people.male),
      female: sum(people.female),
      in_households: people.inHouseholds,
      previous_total: people.previousTotal,
    });
  },
};
