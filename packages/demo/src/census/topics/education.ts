import { apportion, part } from '../apportion.ts';
import { aged } from './count.ts';
import type { Topic } from './topic.ts';

export const education: Topic = {
  note: 'Invented figures of a fictional country; persons aged 15 and over.',
  fill({ columns, row, profile, people, random }) {
    const base = part(aged(people, 3), 0.94 + 0.03 * random.next());
    const degree = Math.min(
      0.62,
      Math.max(0.05, 0.2 + 0.24 * (profile.income - 1) + 0.14 * profile.young + 0.08 * profile.student),
    );
    const [none, lower, upper, vocational, tertiary] = apportion(base, [
      0.07 + 0.07 * profile.retired,
      0.2 - 0.1 * degree,
      0.26 + 0.25 * profile.student,
      0.27 - 0.1 * degree,
      degree,
    ]);
    const at = (i: number, share: number) => part(people.male[i]! + people.female[i]!, share);
    const attending =
      at(0, 0.3) +
      at(1, 0.97) +
      at(2, 0.99) +
      at(3, 0.78) +
      at(4, 0.3 + 0.6 * profile.student) +
      at(5, 0.1 + 0.3 * profile.student);
    columns.set(row, {
      base,
      primary_or_none: none!,
      lower_secondary: lower!,
      upper_secondary: upper!,
      vocational: vocational!,
      tertiary: tertiary!,
      attending,
    });
  },
};
