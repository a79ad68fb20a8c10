import { readGeoJson } from '../shapes/geojson.ts';
import { fileOf } from '../source/context.ts';
import { fileFields } from '../source/fields.ts';
import { registerNumber } from './houseNumber.ts';
import { addressRegister } from './register.ts';

interface Level {
  readonly value?: string | null;
}

/**
 * One feature per line or one collection. Levels go from large to small: the first is the region, the last the locality
 * where no postal city is given.
 */
export const overture = addressRegister({
  from: 'overture-addresses',
  says: 'Addresses theme of Overture Maps as GeoJSON, a feature per line',
  schema: fileFields,
  async read(entry, context, push) {
    const { unitFirst, counter } = context;
    await readGeoJson(fileOf(entry, context), ({ properties, geometry }, row) => {
      const text = (name: string) => String(properties[name] ?? '').trim();
      const ref = text('id') === '' ? `row ${row}` : `row ${row} (${text('id')})`;
      const [lng, lat] = geometry?.type === 'Point' ? (geometry.coordinates as number[]) : [];
      const levels = Array.isArray(properties.address_levels) ? (properties.address_levels as Level[]) : [];
      const names = levels.map((level) => String(level?.value ?? '').trim()).filter((name) => name !== '');
      const parsed = registerNumber(text('number'), unitFirst);
      if (!Number.isFinite(lng) || !Number.isFinite(lat)) counter.dropped('no coordinates', ref);
      else if (parsed.number === '' && text('street') === '') counter.dropped('neither number nor street', ref);
      else {
        push({
          lng: lng!,
          lat: lat!,
          ...parsed,
          unit: text('unit') || parsed.unit,
          street: text('street'),
          locality: text('postal_city') || (names.at(-1) ?? ''),
          region: names.length > 1 ? names[0]! : '',
          postcode: text('postcode'),
          dwellings: 1,
          ref,
        });
      }
    });
  },
});
