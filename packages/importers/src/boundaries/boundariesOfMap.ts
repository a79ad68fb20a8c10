import { z } from 'zod';
import type { Boundary } from '../inputs/boundaries.ts';
import { osmBoundaries } from '../osm/boundaries.ts';
import type { SourceContext } from '../source/context.ts';
import { areaKind, localType } from '../source/fields.ts';
import { sourceKind } from '../source/kind.ts';
import { country, countryOf } from './country.ts';

export const boundariesOfMap = sourceKind({
  from: 'osm',
  says: 'Boundary relations of the extract',
  schema: {
    levels: z
      .record(z.string().regex(/^([24-9])$/, 'levels are 2 and 4 to 9'), z.strictObject({ kind: areaKind, localType }))
      .default({})
      .describe('Values of admin_level that become areas, with their kinds'),
    postcodes: z.boolean().default(false).describe('true: boundary=postal_code too'),
    country,
  },
  async open(entry, { map, countries, report }: SourceContext): Promise<Boundary[]> {
    const counter = report.subject('boundaries of OpenStreetMap');
    const adminLevels = Object.fromEntries(
      Object.entries(entry.levels).map(([level, { kind }]) => [level, { kind, level: Number(level) }]),
    );
    const found = osmBoundaries(map, {
      country: countryOf(entry, countries),
      adminLevels,
      drop: (reason, ref) => counter.dropped(reason, ref),
    });
    const wanted = found.filter(({ kind }) => entry.postcodes || kind !== 'postcode');
    counter.kept(wanted.length);
    return wanted.map((boundary) => ({
      ...boundary,
      localType: entry.levels[String(boundary.level)]?.localType || boundary.localType,
    }));
  },
});
