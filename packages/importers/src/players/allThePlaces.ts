import type { StoreSource } from '../inputs/stores.ts';
import { baseName, fileOf, type SourceContext } from '../source/context.ts';
import { fileFields } from '../source/fields.ts';
import { sourceKind } from '../source/kind.ts';
import { addressOf, isClosed, sectorOfTags, wikidataOf } from './osmStores.ts';
import { pointFile, text } from './pointFile.ts';

/**
 * Points with OpenStreetMap's tags as properties, `@spider` and `ref`. A store has closed where its `end_date` is not after the date
 * of the data, the version of the recipe's stores, and has not opened where its `start_date` or `opening_date` is.
 */
export const allThePlaces = sourceKind({
  from: 'alltheplaces',
  says: 'GeoJSON of AllThePlaces',
  schema: fileFields,
  open: (entry, context: SourceContext): StoreSource =>
    pointFile(
      `stores of ${baseName(entry.file)}`,
      'alltheplaces',
      fileOf(entry, context),
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
          state: isClosed(tags) || !isBetween(tags, context.playersVersion) ? 'closed' : 'open',
          address: addressOf(tags),
          ref,
        };
      },
    ),
});

const DATE = /^\d{4}(-\d\d){0,2}/;

/** Whether a date of tags lies after that of the data, as far as both are known: 2026-11 does not lie after 2026. */
function isAhead(text: string | undefined, now: string): boolean {
  const date = DATE.exec(text ?? '')?.[0] ?? '';
  const digits = Math.min(date.length, now.length);
  return digits > 0 && date.slice(0, digits) > now.slice(0, digits);
}

/** Whether the data lie between the first and the last day of a store. Without a date of the data every last day has been. */
function isBetween(tags: ReadonlyMap<string, string>, version: string | undefined): boolean {
  const now = DATE.exec(version ?? '')?.[0] ?? '';
  const isOpen = !['start_date', 'opening_date'].some((name) => isAhead(tags.get(name), now));
  return isOpen && (!tags.has('end_date') || isAhead(tags.get('end_date'), now));
}

function textEntry(key: string, value: unknown): [string, string][] {
  const own = text(value);
  return own === '' ? [] : [[key, own]];
}
