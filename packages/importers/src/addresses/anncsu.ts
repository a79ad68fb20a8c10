import { fileOf } from '../source/context.ts';
import { fileFields } from '../source/fields.ts';
import { readAddressTable } from './readAddressTable.ts';
import { addressRegister } from './register.ts';

const MAPPING = {
  columns: {
    lng: 'COORD_X_COMUNE',
    lat: 'COORD_Y_COMUNE',
    number: 'CIVICO',
    numberSuffix: 'ESPONENTE',
    street: 'ODONIMO',
    locality: "LOCALITA'",
    id: 'PROGRESSIVO_ACCESSO',
  },
};

/**
 * The Archivio Nazionale dei Numeri Civici e delle Strade Urbane. The file names municipalities by code only, so the
 * locality is the hamlet where one is given; many rows have no coordinates and are counted as dropped.
 */
export const anncsu = addressRegister({
  from: 'anncsu',
  says: "Italy's ANNCSU, file of addresses (INDIR_*.csv)",
  schema: fileFields,
  read: (entry, context, push) => readAddressTable(fileOf(entry, context), { mapping: () => MAPPING }, context, push),
});
