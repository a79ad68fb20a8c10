import { z } from 'zod';
import type { StoreSource } from '../inputs/stores.ts';
import { baseName, fileOf, type SourceContext } from '../source/context.ts';
import { fileFields } from '../source/fields.ts';
import { sourceKind } from '../source/kind.ts';
import { storeColumns, storeOf, storeWords } from './ownStores.ts';
import { dateField, pointFile, text } from './pointFile.ts';

/** A customer's own file of points. */
export const geoJsonStores = sourceKind({
  from: 'geojson',
  says: 'A GeoJSON file of points',
  schema: {
    ...fileFields,
    ...dateField,
    properties: z.strictObject(storeColumns).describe('Which property holds what'),
    ...storeWords,
  },
  open(entry, context: SourceContext): StoreSource {
    const name = `stores of ${baseName(entry.file)}`;
    return pointFile(name, 'file', fileOf(entry, context), entry.date, (properties, place, ref) =>
      storeOf((part) => text(properties[entry.properties[part] ?? '']), entry, name, place, ref),
    );
  },
});
