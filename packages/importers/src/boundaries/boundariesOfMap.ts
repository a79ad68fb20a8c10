import { z } from 'zod';
import type { Boundary } from '../inputs/boundaries.ts';
import { osmBoundaries } from '../osm/boundaries.ts';
import type { SourceContext } from '../source/context.ts';
import { areaKind, localType } from '../source/fields.ts';
import { sourceKind } from '../source/kind.ts';
import { country, countryOf } from './country.ts';

/** The finest level of a territory; admin_level goes on to 11. */
const FINEST = 9;

export const boundariesOfMap = sourceKind({
  from: 'osm',
  says: 'Boundary relations of the extract',
  schema: {
    levels: z
      .record(
        z.string().regex(/^([24-9]|1[01])$/, 'values of admin_level are 2 and 4 to 11'),
        z.strictObject({
          kind: areaKind,
          localType,
          level: z
            .int()
            .min(4)
            .max(9)
            .optional()
            .describe('Level in the territory; 9 for values above it where absent'),
        }),
      )
      .default({})
      .describe('Values of admin_level that become areas, with their kinds'),
    postcodes: z.boolean().default(false).describe('true: boundary=postal_code too'),
    country,
  },
  async open(entry, { map, countries, report }: SourceContext): Promise<Boundary[]> {
    const counter = report.subject('boundaries of OpenStreetMap');
    const adminLevels = Object.fromEntries(
      Object.entries(entry.levels).map(([value, { kind, level }]) => [
        value,
        { kind, level: level ?? Math.min(FINEST, Number(value)) },
      ]),
    );
    const localTypes = new Map(
      Object.entries(entry.levels).map(([value, { localType }]) => [adminLevels[value]!.level, localType]),
    );
    const found = osmBoundaries(map, {
      countries: [countryOf(entry, countries)],
      adminLevels,
      postcodes: entry.postcodes,
      drop: (reason, ref) => counter.dropped(reason, ref),
    });
    counter.kept(found.length);
    return found.map((boundary) => ({
      ...boundary,
      localType: localTypes.get(boundary.level) || boundary.localType,
    }));
  },
});
