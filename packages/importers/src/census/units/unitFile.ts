import { boxesIntersect, multiPolygonBox } from '@hinterland/geo';
import { z } from 'zod';
import { ImportError } from '../../errors/importError.ts';
import type { CensusUnit } from '../../inputs/census.ts';
import { propertyText, rowMatches } from '../../shapes/properties.ts';
import { readOutlines } from '../../shapes/read.ts';
import { fileOf } from '../../source/context.ts';
import { key, outlineFields, where } from '../../source/fields.ts';
import { sourceKind } from '../../source/kind.ts';
import { UNITS_SUBJECT, type UnitContext, type Units } from './unitSource.ts';

export const unitFile = sourceKind({
  from: 'file',
  says: 'Outlines of the census units',
  schema: {
    ...outlineFields,
    code: key.describe("Property with the unit's code"),
    where,
    merge: z
      .boolean()
      .default(false)
      .describe('true: features with the same code are one unit, as blocks are by the code of their district'),
    alsoFrom: z
      .string()
      .optional()
      .describe('A table whose further rows are units outside the map without outline; they feed benchmarks'),
  },
  async open(entry, context: UnitContext): Units {
    const { mapBox, tables, report } = context;
    const file = fileOf(entry, context);
    const counter = report.subject(UNITS_SUBJECT);
    const outlines = await readOutlines(
      file,
      { layer: entry.layer, crs: entry.crs, wanted: rowMatches(entry.where) },
      counter,
    );
    const units: CensusUnit[] = [];
    const seen = new Map<string, number>();
    for (const { properties, polygon, ref } of outlines) {
      const code = propertyText(properties, entry.code, file.path);
      if (code === '') counter.dropped('no code', ref);
      else if (seen.has(code) && entry.merge) {
        const row = seen.get(code)!;
        units[row] = { code, polygon: [...units[row]!.polygon, ...polygon] };
        counter.changed('a part of the unit with the same code', `${ref} (${code})`);
      } else if (seen.has(code)) {
        throw new ImportError(
          `${file.path}, ${ref}: the code "${code}" stood in a feature before. One outline per census unit: choose features with where, or put them together with merge: true.`,
        );
      } else {
        seen.set(code, units.length);
        // Units far away feed benchmarks only; their outlines stay for those that are found by place.
        units.push({ code, polygon });
        counter.kept();
      }
    }
    if (entry.alsoFrom !== undefined) {
      const table = tables.get(entry.alsoFrom);
      if (table === undefined) {
        throw new ImportError(`census.units.alsoFrom: there is no table "${entry.alsoFrom}".`);
      }
      for (const code of table.keys) if (!seen.has(code)) units.push({ code, polygon: [] });
    }
    const touchesMap = ({ polygon }: CensusUnit) =>
      polygon.length > 0 && (mapBox === undefined || boxesIntersect(multiPolygonBox(polygon), mapBox));
    if (!units.some(touchesMap)) {
      throw new ImportError(
        `${file.path}: none of its ${units.length} census units touches the map. Check that it is of this place, and its projection (crs).`,
      );
    }
    return units;
  },
});
