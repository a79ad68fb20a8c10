import { fileOf } from '../source/context.ts';
import { fileFields } from '../source/fields.ts';
import { readAddressFeatures } from './readAddressFeatures.ts';
import { addressRegister } from './register.ts';

interface Level {
  readonly value?: string | null;
}

/**
 * GeoParquet as it is published; GeoJSON with one feature per line, or one collection. Levels go from large to small: the first is the region, the last the locality
 * where no postal city is given.
 */
export const overture = addressRegister({
  from: 'overture-addresses',
  says: 'Addresses theme of Overture Maps as GeoParquet or GeoJSON',
  schema: fileFields,
  read: (entry, context, push) =>
    readAddressFeatures(
      fileOf(entry, context),
      (text, { address_levels: levels }) => {
        const names = (Array.isArray(levels) ? (levels as Level[]) : [])
          .map((level) => String(level?.value ?? '').trim())
          .filter((name) => name !== '');
        return {
          locality: text('postal_city') || (names.at(-1) ?? ''),
          region: names.length > 1 ? names[0]! : '',
          id: text('id'),
        };
      },
      context,
      push,
    ),
});
