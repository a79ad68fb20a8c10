import { type FileSource, labelOf } from '../files/source.ts';
import { ImportError } from '../importError.ts';
import type { AddressPoint } from '../inputs.ts';
import type { SubjectCounter } from '../report.ts';
import { readGeoJson } from '../shapes/geojson.ts';
import { registerNumber } from './houseNumber.ts';
import { type AddressPart, readAddressTable } from './table.ts';

/**
 * Reads an output of OpenAddresses: CSV with the older header LON,LAT,NUMBER,… or the newer GEOM,NUMBER,…, or the
 * GeoJSON lines of today, plain, gzipped or zipped.
 */
export async function readOpenAddresses(
  source: FileSource,
  unitFirst: boolean,
  counter: SubjectCounter,
  push: (address: AddressPoint) => void,
): Promise<void> {
  if (/json[a-z]*(\.gz)?$/i.test(source.entry ?? source.path)) await readLines(source, unitFirst, counter, push);
  else {
    const mapping = (header: readonly string[]) => ({ columns: csvColumns(header, labelOf(source)) });
    await readAddressTable(source, { mapping, unitFirst }, counter, push);
  }
}

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

async function readLines(
  source: FileSource,
  unitFirst: boolean,
  counter: SubjectCounter,
  push: (address: AddressPoint) => void,
): Promise<void> {
  await readGeoJson(source, ({ properties, geometry }, row) => {
    const text = (name: string) => String(properties[name] ?? '').trim();
    const ref = `row ${row}`;
    const [lng, lat] = geometry?.type === 'Point' ? (geometry.coordinates as number[]) : [];
    const parsed = registerNumber(text('number'), unitFirst);
    const street = text('street');
    if (!Number.isFinite(lng) || !Number.isFinite(lat)) counter.dropped('no coordinates', ref);
    else if (parsed.number === '' && street === '') counter.dropped('neither number nor street', ref);
    else {
      push({
        lng: lng!,
        lat: lat!,
        ...parsed,
        unit: text('unit') || parsed.unit,
        street,
        locality: text('city'),
        region: text('region'),
        postcode: text('postcode'),
        dwellings: 1,
        ref,
      });
    }
  });
}
