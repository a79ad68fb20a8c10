import type { Schemas } from '../api/types.ts';
import { useText } from '../text/index.ts';
import { useFormat } from '../ui/format.ts';
import { FigureTable } from './results/figureTable.tsx';
import { Value } from './results/value.tsx';

type Category = Extract<Schemas['MixCategory'], { available: true }>;

export interface Mixed {
  readonly category: Category;
  /** The category with its stores in the whole area asked about. */
  readonly figures: Category['parts'][string];
  readonly pointer: string;
  /** Name in the reader's language, where it is known. */
  readonly name?: string | undefined;
}

/** The categories that have figures for a part, in the order of the result. */
export const mixedOf = (categories: readonly Schemas['MixCategory'][], part: string, pointer: string): Mixed[] =>
  categories.flatMap((category, i) => {
    const figures = category.available ? category.parts[part] : undefined;
    return category.available && figures !== undefined ? [{ category, figures, pointer: `${pointer}/${i}` }] : [];
  });

/** Areas that a mix is compared with. */
export const areasAround = (references: readonly Schemas['MixReference'][]) =>
  references.flatMap((one) => (one.available ? [{ id: one.level, name: one.name }] : []));

interface MixTableProps {
  readonly mixed: readonly Mixed[];
  /** Id of the whole area asked about. */
  readonly part: string;
  readonly around: ReturnType<typeof areasAround>;
}

/** Stores for 10,000 residents of each category, beside the areas around. */
export function MixTable({ mixed, part, around }: MixTableProps) {
  const { say } = useText();
  const { people } = useFormat();
  return (
    <FigureTable
      caption={say('chart.per10000')}
      columns={[say('here'), ...around.map(({ name }) => name)]}
      rows={mixed.map(({ category, figures, pointer, name = category.name }) => ({
        id: category.code,
        title: (
          <>
            <bdi>{name}</bdi>
            <span className="block soft">
              {say('mix.stores', { count: figures.stores, stores: people(figures.stores) })}
            </span>
          </>
        ),
        cells: [
          <Value
            key="here"
            pointer={`${pointer}/parts/${part}/storesPer10000`}
            value={figures.storesPer10000}
            title={name}
            unit="stores_per_10000"
          />,
          ...around.map(({ id }) => (
            <Value
              key={id}
              pointer={`${pointer}/references/${id}/storesPer10000`}
              value={category.references[id]?.storesPer10000}
              title={name}
              unit="stores_per_10000"
            />
          )),
        ],
      }))}
    />
  );
}
