import { fileOf } from '../source/context.ts';
import { fileFields } from '../source/fields.ts';
import { readAddressTable } from './readAddressTable.ts';
import { addressRegister } from './register.ts';

const MAPPING = {
  columns: {
    lng: 'lon',
    lat: 'lat',
    number: 'numero',
    numberSuffix: 'rep',
    street: 'nom_voie',
    locality: 'nom_commune',
    postcode: 'code_postal',
    id: 'id',
  },
};

/**
 * The files adresses-*.csv, also gzipped. A number has several rows where several of its positions are known (entrance,
 * building, parcel); they fall onto one pole when addresses are put together.
 */
export const ban = addressRegister({
  from: 'ban',
  says: "France's Base Adresse Nationale, CSV of one or more departments",
  schema: fileFields,
  read: (entry, context, push) =>
    readAddressTable(fileOf(entry, context), { mapping: () => MAPPING, delimiter: ';' }, context, push),
});
