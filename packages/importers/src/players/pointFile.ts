import { z } from 'zod';
import { type FileSource, labelOf } from '../files/source.ts';
import type { StorePoint, StoreSource } from '../inputs/stores.ts';
import { placeOfCells } from '../shapes/cellPlace.ts';
import { readFeatures } from '../shapes/features.ts';
import type { RawFeature } from '../shapes/outline.ts';

/** When a list was made. */
export const dateField = {
  date: z
    .string()
    .regex(/^\d{4}(-\d\d){0,2}$/, 'is no day, month or year such as 2026-10-31')
    .optional()
    .describe('Day, month or year of the list, such as 2026-10-31; stores without a day of their own were seen then'),
};

/** Properties of a feature, as far as they are texts or numbers. */
type Properties = Readonly<Record<string, unknown>>;
/** Makes a store of a feature, or says why it is none. */
type Take = (properties: Properties, place: readonly [number, number], ref: string) => StorePoint | string;

/** Stores of a GeoJSON or GeoParquet file of points. */
export function pointFile(
  name: string,
  kind: StoreSource['kind'],
  file: FileSource,
  date: string | undefined,
  take: Take,
): StoreSource {
  return {
    name,
    kind,
    date,
    async each(push, drop) {
      await readFeatures(file, (feature, number) => {
        const ref = `${labelOf(file).split('/').at(-1)} feature ${number}`;
        const place = pointOf(feature);
        if (place === null) return drop('no point in degrees', ref);
        const store = take(feature.properties, place, ref);
        if (typeof store === 'string') drop(store, ref);
        else push(store);
      });
    },
  };
}

function pointOf({ geometry, properties }: RawFeature): readonly [number, number] | null {
  if (geometry?.type !== 'Point') {
    const place = placeOfCells(text(properties.longitude), text(properties.latitude), null);
    return typeof place === 'string' ? null : place;
  }
  const { coordinates } = geometry;
  const [lng, lat] = Array.isArray(coordinates) ? coordinates.map(Number) : [];
  const isPlace = Math.abs(lng ?? Number.NaN) <= 180 && Math.abs(lat ?? Number.NaN) <= 90;
  return isPlace && (lng !== 0 || lat !== 0) ? [lng!, lat!] : null;
}

/** Text of a property that is a text or a number; "" of any other. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}
