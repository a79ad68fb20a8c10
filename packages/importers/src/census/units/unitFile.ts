import {
  boxesIntersect,
  interiorPoint,
  type MultiPolygonCoordinates,
  multiPolygonBox,
  PolygonIndex,
} from '@hinterland/geo';
import { z } from 'zod';
import { ImportError } from '../../errors/importError.ts';
import type { CensusUnit } from '../../inputs/census.ts';
import { propertyText, rowMatches } from '../../shapes/properties.ts';
import { readOutlines } from '../../shapes/read.ts';
import { fileOf } from '../../source/context.ts';
import { file, key, outlineFields, where } from '../../source/fields.ts';
import { sourceKind } from '../../source/kind.ts';
import { KeyedTable } from '../../tables/keyedTable.ts';
import { UNITS_SUBJECT, type UnitContext, type Units } from './unitSource.ts';

/** The name by which topics find the attributes of outlines. */
export const OUTLINES_TABLE = 'outlines';

export const unitFile = sourceKind({
  from: 'file',
  says: 'Outlines of the census units',
  schema: {
    ...outlineFields,
    file: z.union([file, z.array(file).min(1)]).describe('A file, or several, as of states that meet there'),
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
    near: z
      .boolean()
      .default(false)
      .describe('true: outlines away from the map are not read, as those of a whole state around a town'),
    figures: z.boolean().default(false).describe('true: the attributes of the outlines are the table `outlines`'),
    nearestMeters: z
      .number()
      .nonnegative()
      .optional()
      .describe('People of a unit without a home go to the nearest one that is at most so far from it'),
  },
  async open(entry, context: UnitContext): Units {
    const { dataBox, mapBox, readOutline, tables, report } = context;
    const counter = report.subject(UNITS_SUBJECT);
    const units: CensusUnit[] = [];
    const seen = new Map<string, number>();
    const attributes = new Attributes();
    const { nearestMeters } = entry;
    const files = [entry.file].flat().map((path) => fileOf({ ...entry, file: path }, context));
    const near = entry.near ? (mapBox ?? dataBox) : undefined;
    const read = entry.near && readOutline !== undefined ? new PolygonIndex([readOutline]) : null;
    const isAway = (polygon: MultiPolygonCoordinates) => {
      const point = read === null ? null : interiorPoint(polygon);
      return read !== null && point !== null && read.first(...point) < 0;
    };
    for (const { path, ...rest } of files) {
      const { layer, crs } = entry;
      const outlines = await readOutlines(
        { path, ...rest },
        { layer, crs, wanted: rowMatches(entry.where), near },
        counter,
      );
      for (const { properties, polygon, ref } of outlines) {
        const code = propertyText(properties, entry.code, path);
        if (code === '') counter.dropped('no code', ref);
        else if (isAway(polygon)) counter.dropped('outside what is read of the map', ref);
        else if (seen.has(code) && entry.merge) {
          const row = seen.get(code)!;
          units[row] = { ...units[row]!, polygon: [...units[row]!.polygon, ...polygon] };
          counter.changed('a part of the unit with the same code', `${ref} (${code})`);
        } else if (seen.has(code)) {
          throw new ImportError(
            `${path}, ${ref}: the code "${code}" stood in a feature before. One outline per census unit: choose features with where, or put them together with merge: true.`,
          );
        } else {
          seen.set(code, units.length);
          if (entry.figures) attributes.add(code, properties, units.length + 1);
          // Units far away feed benchmarks only; their outlines stay for those that are found by place.
          units.push({ code, polygon, ...(nearestMeters === undefined ? {} : { nearestMeters }) });
          counter.kept();
        }
      }
    }
    const names = files.map(({ path }) => path).join(', ');
    if (entry.figures) context.addTable(OUTLINES_TABLE, attributes.table(names));
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
        `${names}: none of its ${units.length} census units touches the map. Check that it is of this place, and its projection (crs).`,
      );
    }
    return units;
  },
});

/** An empty number of a dBASE table comes as NaN. */
const cellOf = (value: unknown): string =>
  value === undefined || value === null || Number.isNaN(value) ? '' : String(value);

/** Attributes of outlines as a table. */
class Attributes {
  #columns: readonly string[] = [];
  readonly #rows = new Map<string, { cells: readonly string[]; row: number }>();

  /** Outlines of one publisher have the same attributes; those of the first decide. */
  add(code: string, properties: Readonly<Record<string, unknown>>, row: number): void {
    if (this.#rows.size === 0) this.#columns = Object.keys(properties);
    this.#rows.set(code, { cells: this.#columns.map((name) => cellOf(properties[name])), row });
  }

  table(label: string): KeyedTable {
    return new KeyedTable(label, this.#columns, {}, this.#rows);
  }
}
