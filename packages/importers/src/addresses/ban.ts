import type { FileSource } from '../files/source.ts';
import type { AddressPoint } from '../inputs.ts';
import type { SubjectCounter } from '../report.ts';
import { readAddressTable } from './table.ts';

/**
 * Reads France's Base Adresse Nationale (adresses-*.csv, also gzipped). A number has several rows where several of its
 * positions are known (entrance, building, parcel); they fall onto one pole when addresses are put together.
 */
export async function readBan(
  source: FileSource,
  counter: SubjectCounter,
  push: (address: AddressPoint) => void,
): Promise<void> {
  const columns = {
    lng: 'lon',
    lat: 'lat',
    number: 'numero',
    numberSuffix: 'rep',
    street: 'nom_voie',
    locality: 'nom_commune',
    postcode: 'code_postal',
    id: 'id',
  };
  await readAddressTable(source, { mapping: () => ({ columns }), delimiter: ';', unitFirst: false }, counter, push);
}
