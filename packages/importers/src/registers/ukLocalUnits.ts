import type { Register } from '@hinterland/catalogue';
import type { SourceContext } from '../source/context.ts';
import { sourceKind } from '../source/kind.ts';
import { readRegister, registerFields } from './registerTable.ts';

/** "4724 : Retail sale of bread", a class of NACE in its first four digits. */
const CLASS = /^(\d\d)(\d\d)\b/;
/** "E12000007 : London". */
const AREA = /^([A-Z]\d{8})\b/;

/** "UK business": local units by class, a column for each area. Only firms that pay VAT or wages; counts are rounded to 5. */
export const ukLocalUnits = sourceKind({
  from: 'uk-local-units',
  says: 'UK business: activity, size and location, local units by class with a column for each area',
  schema: registerFields,
  open(entry, context: SourceContext): Promise<Register> {
    const head = {
      source: entry.name ?? 'Office for National Statistics, UK business: activity, size and location',
      licence: 'OGL-UK-3.0',
      classification: 'nace2',
      counts: 'tax_units',
      unpublishedBelow: 1,
      roundedTo: 5,
    } as const;
    return readRegister(entry, context, head, (columns) => {
      const areas = columns.flatMap((name, column) => {
        const code = AREA.exec(name)?.[1];
        return code === undefined ? [] : [{ code, column }];
      });
      return (cells) => {
        const found = CLASS.exec(cells[0]!);
        if (found === null) return [];
        return areas.map(({ code, column }) => [code, `${found[1]}.${found[2]}`, cells[column]!] as const);
      };
    });
  },
});
