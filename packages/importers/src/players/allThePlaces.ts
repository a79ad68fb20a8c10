import type { StoreSource } from '../inputs/stores.ts';
import { baseName, fileOf, type SourceContext } from '../source/context.ts';
import { fileFields } from '../source/fields.ts';
import { sourceKind } from '../source/kind.ts';
import { isClosed } from './isClosed.ts';
import { addressOf, contactOf, sectorOfTags, wikidataOf } from './osmStores.ts';
import { dateField, pointFile, text } from './pointFile.ts';

/** Points with OpenStreetMap's tags as properties, `@spider` and `ref`. */
export const allThePlaces = sourceKind({
  from: 'alltheplaces',
  says: 'GeoJSON of AllThePlaces',
  schema: { ...fileFields, ...dateField },
  open: (entry, context: SourceContext): StoreSource =>
    pointFile(
      `stores of ${baseName(entry.file)}`,
      'alltheplaces',
      fileOf(entry, context),
      entry.date,
      (properties, [lng, lat], ref) => {
        const tags = new Map(Object.entries(properties).flatMap(([key, value]) => textEntry(key, value)));
        const sector = sectorOfTags(tags);
        if (typeof sector === 'string') return sector;
        const own = tags.get('ref') ?? `${lng.toFixed(6)},${lat.toFixed(6)}`;
        return {
          id: `atp/${tags.get('@spider') ?? ''}/${own}`,
          name: tags.get('name') ?? tags.get('brand') ?? '',
          brand: tags.get('brand') ?? '',
          wikidata: wikidataOf(tags.get('brand:wikidata')),
          sector: sector.code,
          lng,
          lat,
          floorAreaSquareMeters: Number.NaN,
          floorAreaSource: 'known',
          state: isClosed(tags, context.playersVersion) ? 'closed' : 'open',
          address: addressOf(tags),
          ...contactOf(tags),
          ref,
        };
      },
    ),
});

function textEntry(key: string, value: unknown): [string, string][] {
  const own = text(value);
  return own === '' ? [] : [[key, own]];
}
