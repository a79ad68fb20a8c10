import {
  type Bar,
  bars,
  missing,
  type Row,
  type Said,
  type Section,
  type Telling,
  wholeName,
  wholeOf,
} from '@hinterland/answers/words';
import { grainSection } from '../catchments/tellGrain.ts';
import type { Output } from './schema.ts';

/** A bar is full at four times as many stores, or a fourth. */
const FULL_DOUBLINGS = 2;

/** Stores per resident of each category beside the widest area, and beside all areas in a table. */
export function tell({ parts, totals, references, categories }: Output): Telling {
  const whole = wholeOf(parts);
  const stores = totals[whole?.id ?? '']?.stores;
  return {
    sentence:
      stores === undefined
        ? null
        : {
            figure: { figure: stores, unit: 'stores' },
            at: { pointer: `/totals/${whole?.id}/stores`, value: stores },
            rest: { text: 'sentence.mix', count: stores, with: { part: wholeName(parts) } },
          },
    sections: whole === undefined ? [] : [...grainSection(parts), ...sections(whole.id, references, categories)],
  };
}

function sections(
  part: string,
  references: Output['references'],
  categories: Output['categories'],
): readonly Section[] {
  const around = references.filter(({ available }) => available);
  const widest = around.at(-1);
  const rows = categories.flatMap((category, i): Row[] => {
    const figures = category.available ? category.parts[part] : undefined;
    if (figures === undefined || !category.available) return [];
    const cell = (value: number | null | undefined, at: string) => ({
      value: value ?? null,
      pointer: `/categories/${i}/${at}/storesPer10000`,
      unit: 'stores_per_10000',
    });
    return [
      {
        id: category.code,
        title: { sector: category.code, name: category.name },
        note: {
          text: 'mix.stores',
          count: figures.stores,
          with: { stores: { figure: figures.stores, unit: 'stores' } },
        },
        cells: [
          cell(figures.storesPer10000, `parts/${part}`),
          ...around.map(({ level }) => cell(category.references[level]?.storesPer10000, `references/${level}`)),
        ],
      },
    ];
  });
  const differences = categories.flatMap((category): Bar[] => {
    const ratio = category.available && widest !== undefined ? category.parts[part]?.ratios[widest.level] : null;
    if (ratio == null) return [];
    return [
      {
        id: category.code,
        name: { sector: category.code, name: category.name },
        value: ratio,
        size: Math.log2(Math.max(ratio, 1e-6)) / FULL_DOUBLINGS,
      },
    ];
  });
  const beside: Said = { text: 'mix.beside', with: { area: widest?.name ?? '' } };
  const side: Said = { text: 'mix.sides', with: { area: widest?.name ?? '' } };
  return [
    ...(differences.length > 0
      ? [
          {
            title: beside,
            parts: [{ kind: 'text', text: side } as const, bars('differences', { unit: 'times' }, differences)],
          },
        ]
      : []),
    {
      title: { text: 'chart.per10000' },
      parts: [{ kind: 'table', columns: [{ text: 'here' }, ...around.map(({ name }) => name)], rows }],
    },
    ...categories.flatMap((one) => (one.available ? [] : [missing({ sector: one.code, name: one.name }, one)])),
  ];
}
