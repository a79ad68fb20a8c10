import { z } from 'zod';
import { ImportError } from '../../errors/importError.ts';
import { osmBoundaries } from '../../osm/boundaries.ts';
import { sourceKind } from '../../source/kind.ts';
import { UNITS_SUBJECT, type UnitContext, type Units } from './unitSource.ts';

export const unitsOfMap = sourceKind({
  from: 'osm',
  says: 'Boundary relations of the extract',
  schema: { level: z.int().min(2).max(11).describe('Value of admin_level') },
  async open({ level }, { countries, map, report }: UnitContext): Units {
    const adminLevels = { [level]: { kind: 'statistical', level } } as const;
    const units = countries.flatMap((country) =>
      osmBoundaries(map, { country, adminLevels })
        .filter(({ kind }) => kind === 'statistical')
        .map(({ code, polygon }) => ({ code, polygon })),
    );
    if (units.length === 0) {
      throw new ImportError(
        `The extract has no whole boundary of admin_level ${level} for census units. Choose another level, or units: { from: whole-map }.`,
      );
    }
    report.subject(UNITS_SUBJECT).kept(units.length);
    return units;
  },
});
