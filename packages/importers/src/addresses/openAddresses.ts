import { ImportError } from '../errors/importError.ts';
import { labelOf } from '../files/source.ts';
import { fileOf } from '../source/context.ts';
import { fileFields } from '../source/fields.ts';
import { readAddressFeatures } from './readAddressFeatures.ts';
import { type AddressPart, readAddressTable } from './readAddressTable.ts';
import { addressRegister } from './register.ts';

/**
 * CSV with the older header LON,LAT,NUMBER,… or the newer GEOM,NUMBER,…, or the GeoJSON lines of today, plain, gzipped or
 * zipped.
 */
export const openAddresses = addressRegister({
  from: 'openaddresses',
  says: 'Output of OpenAddresses: CSV with LON,LAT or GEOM, or GeoJSON lines',
  schema: fileFields,
  async read(entry, context, push) {
    const source = fileOf(entry, context);
    if (/json[a-z]*(\.gz)?$/i.test(source.entry ?? source.path)) {
      const partsOf = (text: (property: string) => string) => ({
        locality: text('city'),
        region: text('region'),
        id: '',
      });
      await readAddressFeatures(source, partsOf, context, push);
    } else {
      const mapping = (header: readonly string[]) => ({ columns: csvColumns(header, labelOf(source)) });
      await readAddressTable(source, { mapping }, context, push);
    }
  },
});

function csvColumns(header: readonly string[], label: string): Partial<Record<AddressPart, string | undefined>> {
  const has = (name: string) => (header.includes(name) ? name : undefined);
  if (has('GEOM') === undefined && (has('LON') === undefined || has('LAT') === undefined)) {
    throw new ImportError(
      `${label} is no output of OpenAddresses: its header has neither GEOM nor LON and LAT, but ${header.join(', ')}. Read it with from: address-table and name its columns.`,
    );
  }
  return {
    ...(has('GEOM') === undefined ? { lng: 'LON', lat: 'LAT' } : { point: 'GEOM' }),
    number: 'NUMBER',
    street: 'STREET',
    unit: has('UNIT'),
    locality: has('CITY'),
    region: has('REGION'),
    postcode: has('POSTCODE'),
    id: has('ID') ?? has('HASH'),
  };
}
