import type { FileSource } from '../files/source.ts';
import type { AddressPoint } from '../inputs.ts';
import type { SubjectCounter } from '../report.ts';
import { readAddressTable } from './table.ts';

/**
 * Reads the Dutch Basisregistratie Adressen en Gebouwen as the CSV of addresses that NLExtract makes of it. The letter
 * belongs to the number (14A), the addition is the unit (14A-2). Secondary addresses of a home are left out where the file
 * tells them (nevenadres).
 */
export async function readBag(
  source: FileSource,
  counter: SubjectCounter,
  push: (address: AddressPoint) => void,
): Promise<void> {
  const mapping = (header: readonly string[]) => ({
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
  await readAddressTable(source, { mapping, unitFirst: false, delimiter: ';' }, counter, push);
}
