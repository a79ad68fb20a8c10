import { counterpartsIn, type Register } from '@hinterland/catalogue';
import { z } from 'zod';
import type { SourceContext } from '../source/context.ts';
import { sourceKind } from '../source/kind.ts';
import { columnIndex } from '../tables/mappedRow.ts';
import { readRegister, registerFields } from './registerTable.ts';

/** The Base permanente des équipements: doors that are open to the public, a column for each kind; an empty cell is none. */
export const frenchFacilities = sourceKind({
  from: 'fr-bpe',
  says: "France's Base permanente des équipements, a column for each kind",
  schema: { ...registerFields, area: z.string().default('depcom').describe('Column with the code of the area') },
  open(entry, context: SourceContext): Promise<Register> {
    const head = {
      source: entry.name ?? 'INSEE, Base permanente des équipements',
      licence: 'Free use with mention of the source',
      classification: 'bpe',
      counts: 'doors',
      unpublishedBelow: 1,
      roundedTo: 1,
    } as const;
    const known = new Set(counterpartsIn('bpe').flatMap(({ classes }) => classes));
    const open = (columns: readonly string[], label: string) => {
      const area = columnIndex(label, columns, entry.area);
      const kinds = [...columns.keys()].filter((column) => known.has(columns[column]!));
      return (cells: readonly string[]) =>
        kinds.map((column) => [cells[area]!, columns[column]!, cells[column]!] as const);
    };
    return readRegister(entry, context, head, open, true);
  },
});
