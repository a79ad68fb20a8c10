import type { Register } from '@hinterland/catalogue';
import { z } from 'zod';
import type { SourceContext } from '../source/context.ts';
import { sourceKind } from '../source/kind.ts';
import { columnIndex } from '../tables/mappedRow.ts';
import { readRegister, registerFields } from './registerTable.ts';

/** A code of six digits; sums of wider groups end in dashes or slashes. */
const CLASS = /^\d{6}$/;

/**
 * County Business Patterns and ZIP Codes Business Patterns: establishments with employees, by NAICS of six digits. Since 2017
 * cells of one and two are left out.
 */
export const usBusinessPatterns = sourceKind({
  from: 'us-business-patterns',
  says: 'County or ZIP Codes Business Patterns of the US Census Bureau',
  schema: {
    ...registerFields,
    classes: z.enum(['naics2012', 'naics2017', 'naics2022']).describe('Its classification'),
    unpublishedBelow: z
      .int()
      .min(1)
      .default(3)
      .describe('The smallest count that it publishes; 1 for years before 2017'),
    columns: z
      .strictObject({
        area: z.union([z.string(), z.array(z.string()).min(1)]).default(['fipstate', 'fipscty']),
        class: z.string().default('naics'),
        count: z.string().default('est'),
      })
      .prefault({})
      .describe('Columns with the code of the area (several are put together), of the class, and the establishments'),
  },
  open(entry, context: SourceContext): Promise<Register> {
    const head = {
      source: entry.name ?? 'U.S. Census Bureau, County Business Patterns',
      licence: 'Public domain',
      classification: entry.classes,
      counts: 'employers',
      unpublishedBelow: entry.unpublishedBelow,
      roundedTo: 1,
    } as const;
    return readRegister(entry, context, head, (columns, label) => {
      const position = (name: string) => columnIndex(label, columns, name);
      const area = [entry.columns.area].flat().map(position);
      const [name, count] = [position(entry.columns.class), position(entry.columns.count)];
      return (cells) =>
        CLASS.test(cells[name]!) ? [[area.map((column) => cells[column]!).join(''), cells[name]!, cells[count]!]] : [];
    });
  },
});
