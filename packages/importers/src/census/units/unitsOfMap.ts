import { z } from 'zod';
import { ImportError } from '../../errors/importError.ts';
import { sourceKind } from '../../source/kind.ts';
import { areasOfMap } from './areasOfMap.ts';
import { UNITS_SUBJECT, type UnitContext, type Units } from './unitSource.ts';

export const unitsOfMap = sourceKind({
  from: 'osm',
  says: 'Boundary relations of the extract',
  schema: { level: z.int().min(2).max(11).describe('Value of admin_level') },
  async open({ level }, context: UnitContext): Units {
    const units = areasOfMap(level, context).map(({ code, polygon }) => ({ code, polygon }));
    if (units.length === 0) {
      throw new ImportError(
        `The extract has no whole boundary of admin_level ${level} for census units. Choose another level, or units: { from: whole-map }.`,
      );
    }
    context.report.subject(UNITS_SUBJECT).kept(units.length);
    return units;
  },
});
