import type { Change } from './said.ts';

interface Network {
  readonly network: { readonly covered: number; readonly sharedShare: number };
  readonly stores: readonly { readonly id: string | number; readonly exclusive: number }[];
}

/** People are counted whole. */
const ONE = 0.5;

/** Returns how many more people the stores reach, what part of them has a choice, and at how many stores those who have none changed. */
export function networkChanges(before: unknown, after: unknown): Change[] {
  const [old, present] = [before as Network, after as Network];
  const gained = present.network.covered - old.network.covered;
  const way = gained >= ONE ? 'more' : gained <= -ONE ? 'fewer' : 'same';
  const alone = new Map(old.stores.map(({ id, exclusive }) => [id, exclusive]));
  const changes = present.stores.flatMap(({ id, exclusive }) => {
    const known = alone.get(id);
    return known === undefined ? [] : [exclusive - known];
  });
  return [
    {
      text: `change.network.${way}`,
      with: {
        people: { figure: Math.abs(gained), unit: 'persons' },
        covered: { figure: present.network.covered, unit: 'persons' },
        share: { figure: present.network.sharedShare, unit: 'share' },
        shareBefore: { figure: old.network.sharedShare, unit: 'share' },
      },
    },
    ...(changes.length === 0
      ? []
      : [
          {
            text: 'change.network.alone',
            with: {
              fewer: { figure: changes.filter((change) => change <= -ONE).length, unit: 'stores' },
              more: { figure: changes.filter((change) => change >= ONE).length, unit: 'stores' },
              stores: { figure: changes.length, unit: 'stores' },
            },
          } as const,
        ]),
  ];
}
