import { CLASSIFICATIONS, COUNTED_UNITS, type Register } from '@hinterland/catalogue';
import { z } from 'zod';
import type { SourceContext } from '../source/context.ts';
import { sourceKind } from '../source/kind.ts';
import { columnIndex } from '../tables/mappedRow.ts';
import { readRegister, registerFields } from './registerTable.ts';

/** Counts of any publisher: one column of classes and one of counts, or a column of counts for each class. */
export const tableRegister = sourceKind({
  from: 'table',
  says: 'Counts of establishments of any publisher, such as pharmacies by postcode or bakeries by state',
  schema: {
    ...registerFields,
    name: z.string().min(1).describe('The register as its publisher names it'),
    licence: z.string().min(1).describe('SPDX identifier or the name of the licence'),
    classes: z.enum(CLASSIFICATIONS).describe('Its classification'),
    unit: z.enum(COUNTED_UNITS).describe('What one count is: a door, one with employees, a firm registered for taxes'),
    unpublishedBelow: z.int().min(1).default(1).describe('The smallest count that it publishes'),
    roundedTo: z.int().min(1).default(1).describe('Counts are rounded to multiples of this'),
    area: z.string().describe('Column with the code of the area'),
    columns: z
      .union([
        z.strictObject({ class: z.string(), count: z.string() }),
        z.strictObject({ counts: z.record(z.string(), z.string()) }),
      ])
      .describe('`class` and `count`, or `counts`: the code of the class that each column of counts is of'),
  },
  open(entry, context: SourceContext): Promise<Register> {
    const { name: source, licence, classes: classification, unit: counts, unpublishedBelow, roundedTo } = entry;
    const head = { source, licence, classification, counts, unpublishedBelow, roundedTo };
    return readRegister(entry, context, head, (columns, label) => {
      const position = (name: string) => columnIndex(label, columns, name);
      const area = position(entry.area);
      if ('count' in entry.columns) {
        const [name, count] = [position(entry.columns.class), position(entry.columns.count)];
        return (cells) => [[cells[area]!, cells[name]!, cells[count]!]];
      }
      const each = Object.entries(entry.columns.counts).map(([column, name]) => ({ column: position(column), name }));
      return (cells) => each.map(({ column, name }) => [cells[area]!, name, cells[column]!] as const);
    });
  },
});
