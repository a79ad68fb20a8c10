import { fileOf } from '../source/context.ts';
import { fileFields } from '../source/fields.ts';
import type { RowMapping } from '../tables/mappedRow.ts';
import { type AddressPart, readAddressTable } from './readAddressTable.ts';
import { addressRegister } from './register.ts';

const mapping = (header: readonly string[]): RowMapping<AddressPart> => ({
  columns: {
    lng: 'lon',
    lat: 'lat',
    number: 'huisnummer',
    numberSuffix: 'huisletter',
    unit: 'huisnummertoevoeging',
    street: header.includes('straat') ? 'straat' : 'openbareruimte',
    locality: 'woonplaats',
    region: 'provincie',
    postcode: 'postcode',
    ...(header.includes('object_id') ? { id: 'object_id' } : {}),
  },
  where: header.includes('nevenadres') ? [{ column: 'nevenadres', equals: ['t', 'true', '1'], not: true }] : [],
});

/**
 * The Basisregistratie Adressen en Gebouwen. The letter belongs to the number (14A), the addition is the unit (14A-2).
 * Secondary addresses of a home are left out where the file marks them (nevenadres).
 */
export const bag = addressRegister({
  from: 'bag',
  says: 'The Dutch BAG, CSV of addresses made by NLExtract',
  schema: fileFields,
  read: (entry, context, push) => readAddressTable(fileOf(entry, context), { mapping, delimiter: ';' }, context, push),
});
