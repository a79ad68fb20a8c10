import type { FileSource } from '../files/source.ts';
import type { AddressPoint } from '../inputs.ts';
import type { SubjectCounter } from '../report.ts';
import { readAddressTable } from './table.ts';

/**
 * Reads Italy's Archivio Nazionale dei Numeri Civici e delle Strade Urbane (INDIR_*.csv). The file names municipalities by
 * code only, so the locality is the hamlet where one is given; many rows have no coordinates and are counted as dropped.
 */
export async function readAnncsu(
  source: FileSource,
  counter: SubjectCounter,
  push: (address: AddressPoint) => void,
): Promise<void> {
  const columns = {
    lng: 'COORD_X_COMUNE',
    lat: 'COORD_Y_COMUNE',
    number: 'CIVICO',
    numberSuffix: 'ESPONENTE',
    street: 'ODONIMO',
    locality: "LOCALITA'",
    id: 'PROGRESSIVO_ACCESSO',
  };
  await readAddressTable(source, { mapping: () => ({ columns }), unitFirst: false }, counter, push);
}
