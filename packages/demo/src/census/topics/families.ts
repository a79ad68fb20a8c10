import type { Topic } from './topic.ts';

export const families: Topic = {
  note: 'Invented figures of a fictional country.',
  fill({ columns, row, people }) {
    const [one, two, three, four, five, sixPlus] = people.bySize;
    columns.set(row, {
      families: people.couplesWithoutChildren + people.couplesWithChildren + people.oneParent,
      couples_without_children: people.couplesWithoutChildren,
      couples_with_children: people.couplesWithChildren,
      one_parent: people.oneParent,
      other_families: people.otherFamilies,
      households: people.households,
      households_1: one!,
      households_2: two!,
      households_3: three!,
      households_4: four!,
      households_5: five!,
      households_6_plus: sixPlus!,
      persons_in_households: people.inHouseholds,
    });
  },
};
