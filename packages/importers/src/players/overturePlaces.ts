import { sectorOfOverture } from '@hinterland/catalogue';
import { z } from 'zod';
import type { StorePoint, StoreSource } from '../inputs/stores.ts';
import { baseName, fileOf, type SourceContext } from '../source/context.ts';
import { fileFields } from '../source/fields.ts';
import { sourceKind } from '../source/kind.ts';
import { wikidataOf } from './osmStores.ts';
import { PLAYERS_PARAMETERS } from './parameters.ts';
import { dateField, pointFile, text } from './pointFile.ts';

/**
 * GeoParquet as it is published, or GeoJSON as the project's download tool writes it: `names.primary`, `taxonomy` or the
 * older `categories`, `brand`, `addresses`, `confidence`, `operating_status`; nested values as objects or as JSON text.
 */
export const overturePlaces = sourceKind({
  from: 'overture',
  says: 'Places of Overture as GeoParquet or GeoJSON',
  schema: {
    ...fileFields,
    ...dateField,
    leastConfidence: z
      .number()
      .min(0)
      .max(1)
      .default(PLAYERS_PARAMETERS.overtureConfidence)
      .describe('Places of which Overture is less sure are left out'),
  },
  open: ({ leastConfidence, ...entry }, context: SourceContext): StoreSource =>
    pointFile(
      `stores of ${baseName(entry.file)}`,
      'overture',
      fileOf(entry, context),
      entry.date,
      (properties, [lng, lat], ref) => {
        const confidence = Number(properties.confidence ?? 1);
        if (!(confidence >= leastConfidence)) return `confidence below ${leastConfidence}`;
        const candidates = categoriesOf(properties);
        const category = candidates[0] ?? '';
        const sector = candidates.map((each) => sectorOfOverture(each)).find((each) => each !== undefined);
        if (sector === undefined) return category === '' ? 'no category' : `category ${category} is in no sector`;
        const address = at(properties, 'addresses', '0');
        const status = text(properties.operating_status);
        return {
          id: `overture/${text(properties.id) || `${lng.toFixed(6)},${lat.toFixed(6)}`}`,
          name: text(at(properties, 'names', 'primary')),
          brand: text(at(properties, 'brand', 'names', 'primary')),
          wikidata: wikidataOf(text(at(properties, 'brand', 'wikidata'))),
          sector: sector.code,
          lng,
          lat,
          floorAreaSquareMeters: Number.NaN,
          floorAreaSource: 'known',
          state: status === '' || status === 'open' ? 'open' : 'closed',
          address: [text(at(address, 'freeform')), text(at(address, 'locality'))]
            .filter((part) => part !== '')
            .join(', '),
          ...contactOf(properties),
          ...originOf(properties),
          ref,
        };
      },
    ),
});

function contactOf(properties: Readonly<Record<string, unknown>>): Pick<StorePoint, 'phone' | 'site'> {
  const list = (of: unknown) => (Array.isArray(of) ? of.map(text).filter((one) => one !== '') : []);
  const [phones, [site]] = [list(at(properties, 'phones')), list(at(properties, 'websites'))];
  return { ...(phones.length === 0 ? {} : { phone: phones.join(';') }), ...(site === undefined ? {} : { site }) };
}

/** Lists that Overture takes rows of, by its names. */
const COPIED: Readonly<Record<string, NonNullable<StorePoint['copiedFrom']>>> = {
  AllThePlaces: 'alltheplaces',
  OpenStreetMap: 'osm',
};

/** When the source of a place last knew of it, and whether that is a list that a territory may have itself. */
function originOf(properties: Readonly<Record<string, unknown>>): Pick<StorePoint, 'seen' | 'copiedFrom'> {
  const sources = at(properties, 'sources');
  const own = (Array.isArray(sources) ? sources : []).filter((source) => text(at(source, 'property')) === '');
  const days = own.map((source) => /^\d{4}-\d\d-\d\d/.exec(text(at(source, 'update_time')))?.[0] ?? '');
  const seen = days.sort().at(-1) ?? '';
  const copies = own.map((source) => COPIED[text(at(source, 'dataset'))]);
  const [copiedFrom] = copies;
  const isCopy = copiedFrom !== undefined && copies.every((one) => one === copiedFrom);
  return { ...(seen === '' ? {} : { seen }), ...(isCopy ? { copiedFrom } : {}) };
}

/** Categories of a place, the one that fits best first: its primary one, those that this is a kind of, and others. */
function categoriesOf(properties: Readonly<Record<string, unknown>>): string[] {
  const list = (...path: readonly string[]) => {
    const found = at(properties, ...path);
    return Array.isArray(found) ? found.map(text) : [];
  };
  return [
    text(at(properties, 'taxonomy', 'primary')),
    text(at(properties, 'categories', 'primary')),
    ...list('taxonomy', 'hierarchy').toReversed(),
    ...list('taxonomy', 'alternates'),
    ...list('categories', 'alternate'),
  ].filter((category) => category !== '');
}

/** A value inside a value; JSON text on the way is read. */
function at(value: unknown, ...path: readonly string[]): unknown {
  let here = value;
  for (const key of path) {
    if (typeof here === 'string' && /^[[{]/.test(here)) {
      try {
        here = JSON.parse(here);
      } catch {
        return undefined;
      }
    }
    if (typeof here !== 'object' || here === null) return undefined;
    here = (here as Record<string, unknown>)[key];
  }
  return here;
}
