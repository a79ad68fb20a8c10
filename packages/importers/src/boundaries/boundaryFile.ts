import { z } from 'zod';
import type { Boundary } from '../inputs/boundaries.ts';
import { propertyText, rowMatches } from '../shapes/properties.ts';
import { readOutlines } from '../shapes/read.ts';
import { baseName, fileOf, type SourceContext } from '../source/context.ts';
import { areaKind, areaLevel, keyOrText, localType, outlineFields, where } from '../source/fields.ts';
import { sourceKind } from '../source/kind.ts';
import { country, countryOf } from './country.ts';

export const boundaryFile = sourceKind({
  from: 'file',
  says: 'GeoJSON, GeoPackage, GeoParquet or Shapefile',
  schema: {
    ...outlineFields,
    level: areaLevel,
    kind: areaKind,
    localType,
    country,
    code: keyOrText.describe('Property with the code of the area; features with the same code are one area'),
    name: keyOrText.describe('Property with its name'),
    where,
    cut: z.boolean().default(false).describe('true: the file holds only a part of each area'),
  },
  async open(entry, context: SourceContext): Promise<Boundary[]> {
    const file = fileOf(entry, context);
    const counter = context.report.subject(`boundaries of ${baseName(entry.file)}`);
    const outlines = await readOutlines(
      file,
      { layer: entry.layer, crs: entry.crs, wanted: rowMatches(entry.where) },
      counter,
    );
    const { kind, level, cut } = entry;
    const about = { country: countryOf(entry, context.countries), kind, level, localType: entry.localType, cut };
    const areas = new Map<string, Boundary>();
    for (const { properties, polygon, ref } of outlines) {
      const text = (from: typeof entry.code) =>
        'value' in from ? from.value : propertyText(properties, from, file.path);
      const code = text(entry.code);
      const before = areas.get(code);
      if (before === undefined) counter.kept();
      else counter.changed('a part of the area with the same code', `${ref} (${code})`);
      areas.set(code, {
        ...(before ?? { code, name: text(entry.name), ...about }),
        polygon: [...(before?.polygon ?? []), ...polygon],
      });
    }
    return [...areas.values()];
  },
});
